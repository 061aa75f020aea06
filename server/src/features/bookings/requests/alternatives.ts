import type { Slot } from '@tendwell/contract/availability/slots'
import { groupByViewerDate, type ViewerSlot } from '@tendwell/contract/availability/viewer-slots'
import { intervalsOverlap, mergeAdjacent } from '@tendwell/contract/availability/windows'
import type { slotAlternative } from '@tendwell/contract/bookings/bookings'
import { DAY_MS, type Interval, MINUTE_MS, type Zone } from '@tendwell/contract/time'
import type { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { lockCaregiver } from '../../availability/index.ts'
import { isExpressible } from '../moving/same-length.ts'
import { listRequestWindows, toIntervals } from '../queries.ts'
import type { RequestRow } from '../store.ts'
import { loadNearbySlots } from './calendar.ts'

type Alternative = z.infer<typeof slotAlternative>

const ALTERNATIVES_MAXIMUM = 6

/**
 * The free times that start nearest to taken hours, at most six that don't overlap, in order of time. Each is made of
 * adjacent slots and as long as the longest taken visit, at least the minimum visit. Only where there are fewer than
 * six, shorter ones follow. Slots that overlap the request's windows are left out.
 * @param freeSlots those that are offered, sorted by start
 * @param options.minimumVisitMs how long visits are at least
 * @param options.zone the zone of the answer's wall times
 * @see docs/rules/bookings.md#requests
 */
export function pickAlternatives(
  { windows, takenWindows }: { windows: readonly Interval[]; takenWindows: readonly Interval[] },
  freeSlots: readonly Slot[],
  { minimumVisitMs, zone }: { minimumVisitMs: number; zone: Zone },
): Alternative[] {
  const lostMs = Math.max(...mergeAdjacent(takenWindows).map(getLengthMs))
  // A date with two wall times means a day at most.
  const wantedMs = Math.min(Math.max(lostMs, minimumVisitMs), DAY_MS)
  const slots = freeSlots.filter(
    (slot) => !windows.some(({ startMs, endMs }) => slot.startMs < endMs && startMs < slot.endMs),
  )
  const rank = (time: Interval) => ({
    time,
    isShort: Number(getLengthMs(time) < wantedMs),
    distanceMs: Math.min(...takenWindows.map(({ startMs }) => Math.abs(time.startMs - startMs))),
  })
  const ranked = joinSlots(slots, wantedMs)
    .filter((time) => getLengthMs(time) >= minimumVisitMs)
    .map(rank)
    .sort((a, b) => a.isShort - b.isShort || a.distanceMs - b.distanceMs)
  const chosen: Interval[] = []
  for (const { time } of ranked) {
    if (chosen.length < ALTERNATIVES_MAXIMUM && !intervalsOverlap([...chosen, time])) chosen.push(time)
  }
  chosen.sort((a, b) => a.startMs - b.startMs)
  const viewerTimes = [...groupByViewerDate(chosen, zone).values()].flat()
  return viewerTimes.filter((time) => isExpressible(time, zone)).map(toAlternative)
}

/** For each slot the time from its start until it is as long as wanted, or to the first gap. @param slots sorted by start */
function joinSlots(slots: readonly Interval[], wantedMs: number): Interval[] {
  return slots.map(({ startMs, endMs: firstEndMs }, index) => {
    let endMs = firstEndMs
    for (let next = index + 1; slots[next]?.startMs === endMs && endMs - startMs < wantedMs; next += 1)
      endMs = (slots[next] as Interval).endMs
    return { startMs, endMs }
  })
}

function getLengthMs({ startMs, endMs }: Interval): number {
  return endMs - startMs
}

/** A slot in the form that the browser gets: wall times, and the same as instants. */
export function toAlternative({ date, start, end, startMs, endMs }: ViewerSlot): Alternative {
  const [start_utc, end_utc] = [startMs, endMs].map((instantMs) => new Date(instantMs).toISOString()) as [
    string,
    string,
  ]
  return { date, start, end, start_utc, end_utc }
}

/** Alternatives to the hours of a request, in its zone; none when the caregiver is no longer listed. */
export function listAlternatives(
  deps: Pick<Deps, 'clock' | 'database'>,
  request: Pick<RequestRow, 'id' | 'caregiverId' | 'timezone'>,
): Promise<Alternative[]> {
  return withTransaction(deps.database, async (transaction) => {
    const caregiver = await lockCaregiver(transaction, request.caregiverId, 'share')
    if (!caregiver?.isListed) return []
    const windows = toIntervals(await listRequestWindows(transaction, request.id))
    const slots = await loadNearbySlots(transaction, deps, caregiver, windows)
    const freeSlots = slots.filter(({ isOffered }) => isOffered)
    const minimumVisitMs = caregiver.minimumVisitMinutes * MINUTE_MS
    const options = { minimumVisitMs, zone: request.timezone }
    return pickAlternatives({ windows, takenWindows: windows }, freeSlots, options)
  })
}
