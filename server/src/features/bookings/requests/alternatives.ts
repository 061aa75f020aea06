import type { Slot } from '@tendwell/contract/availability/slots'
import { groupByViewerDate, type ViewerSlot } from '@tendwell/contract/availability/viewer-slots'
import type { slotAlternative } from '@tendwell/contract/bookings/bookings'
import type { Interval, Zone } from '@tendwell/contract/time'
import type { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { lockCaregiver } from '../../availability/index.ts'
import { listRequestWindows, toIntervals } from '../queries.ts'
import type { RequestRow } from '../store.ts'
import { loadNearbySlots } from './calendar.ts'

type Alternative = z.infer<typeof slotAlternative>

const ALTERNATIVES_MAXIMUM = 6

/**
 * The free slots that start nearest to taken hours, at most six, in order of time. Slots that overlap the
 * request's windows are left out.
 * @param zone the zone of the answer's wall times
 * @see docs/rules/bookings.md#requests
 */
export function pickAlternatives(
  { windows, takenWindows }: { windows: readonly Interval[]; takenWindows: readonly Interval[] },
  freeSlots: readonly Slot[],
  zone: Zone,
): Alternative[] {
  const distanceMs = (slot: Slot) =>
    Math.min(...takenWindows.map(({ startMs }) => Math.abs(slot.startMs - startMs)))
  const nearestSlots = freeSlots
    .filter((slot) => !windows.some(({ startMs, endMs }) => slot.startMs < endMs && startMs < slot.endMs))
    .map((slot) => ({ slot, distance: distanceMs(slot) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, ALTERNATIVES_MAXIMUM)
    .map(({ slot }) => slot)
    .sort((a, b) => a.startMs - b.startMs)
  return [...groupByViewerDate(nearestSlots, zone).values()].flat().map(toAlternative)
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
    const freeSlots = slots.filter(({ isBooked }) => !isBooked)
    return pickAlternatives({ windows, takenWindows: windows }, freeSlots, request.timezone)
  })
}
