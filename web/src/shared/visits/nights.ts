import { NIGHT_MINUTES_MAXIMUM } from '@tendwell/contract/availability/windows'
import { type Interval, MINUTE_MS, toLocalDate, toLocalDateTime, type Zone } from '@tendwell/contract/time'

/** Whether the last slot of a date touches its midnight, so that a night may go on from there. */
export function touchesMidnight(slots: readonly Interval[], zone: Zone): boolean {
  const last = slots.at(-1)
  return last !== undefined && toLocalDate(last.endMs, zone) !== toLocalDate(last.startMs, zone)
}

/**
 * The slots of the next date that go on from the last one of a date, until noon at the latest.
 * @param slots,nextSlots of the two dates in the zone, by start
 */
export function listNightRest(
  slots: readonly Interval[],
  nextSlots: readonly Interval[],
  zone: Zone,
): Interval[] {
  const rest: Interval[] = []
  for (const slot of nextSlots) {
    const reachedMs = (rest.at(-1) ?? slots.at(-1))?.endMs
    if (slot.startMs !== reachedMs || toLocalDateTime(slot.endMs, zone).time > '12:00') break
    rest.push(slot)
  }
  return rest
}

/**
 * The adjacent slots across the midnight that ends a date; empty if there are none, or if together they are
 * longer than a night.
 * @param rest what `listNightRest` lists for these slots
 * @see docs/rules/availability.md#nights
 */
export function findNight(slots: readonly Interval[], rest: readonly Interval[]): Interval[] {
  const [first] = rest
  if (!first) return []
  const evening: Interval[] = []
  for (const slot of slots.toReversed()) {
    if (slot.endMs !== (evening[0] ?? first).startMs) break
    evening.unshift(slot)
  }
  const night = [...evening, ...rest]
  const lengthMs = (night.at(-1)?.endMs ?? 0) - (night[0]?.startMs ?? 0)
  return lengthMs <= NIGHT_MINUTES_MAXIMUM * MINUTE_MS ? night : []
}
