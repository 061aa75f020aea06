import { pickNearestTimes } from '@tendwell/contract/availability/nearest-times'
import type { Slot } from '@tendwell/contract/availability/slots'
import { groupByViewerDate, type ViewerSlot } from '@tendwell/contract/availability/viewer-slots'
import type { slotAlternative } from '@tendwell/contract/bookings/bookings'
import { type Interval, MINUTE_MS, type Zone } from '@tendwell/contract/time'
import type { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { lockCaregiver } from '../../availability/index.ts'
import { isExpressible } from '../moving/same-length.ts'
import { listRequestWindows, toIntervals } from '../queries.ts'
import type { RequestRow } from '../store.ts'
import { loadNearbySlots } from './calendar.ts'

type Alternative = z.infer<typeof slotAlternative>

/**
 * Free times near the taken hours of a request.
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
  const times = pickNearestTimes({ wanted: windows, taken: takenWindows }, freeSlots, minimumVisitMs)
  return [...groupByViewerDate(times, zone).values()]
    .flat()
    .filter((time) => isExpressible(time, zone))
    .map(toAlternative)
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
