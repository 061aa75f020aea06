import { NIGHT_MINUTES_MAXIMUM } from '@tendwell/contract/availability/windows'
import { MINUTE_MS, toLocalDateTime, type Zone } from '@tendwell/contract/time'

/** The start and end of a free slot, in minutes since 1970 in UTC. */
export type Slot = [start: number, end: number]

/** No night begins earlier or ends later than these hours of the caregiver's day. */
const EARLIEST_START = '16:00'
const LATEST_END = '12:00'
/** For how long the slots from the start of a night are needed: between these two hours. */
export const NIGHT_SLOTS_MINUTES = 20 * 60

const toLocal = (minute: number, zone: Zone) => toLocalDateTime(minute * MINUTE_MS, zone)

/**
 * When a night may begin among a caregiver's next slots: the first one in the evening that doesn't go on from an
 * earlier one; null without one.
 */
export function findNightStart(slots: readonly Slot[], zone: Zone): number | null {
  const first = slots.find(
    ([start], index) => slots[index - 1]?.[1] !== start && toLocal(start, zone).time >= EARLIEST_START,
  )
  return first?.[0] ?? null
}

/**
 * A caregiver's next slots with a night as one.
 * @param nightSlots all slots that start within `NIGHT_SLOTS_MINUTES` from `findNightStart` on; none without one
 * @see docs/rules/availability.md#nights
 */
export function joinNight(slots: readonly Slot[], nightSlots: readonly Slot[], zone: Zone): Slot[] {
  const [start, firstEnd] = nightSlots[0] ?? []
  if (start === undefined || firstEnd === undefined) return [...slots]
  let end = firstEnd
  for (const [nextStart, nextEnd] of nightSlots) {
    const isLate = toLocal(nextEnd, zone).date !== toLocal(start, zone).date
    if (nextStart !== end || (isLate && toLocal(nextEnd, zone).time > LATEST_END)) continue
    end = nextEnd
  }
  // A slot that ends at midnight ends on its own day.
  const crossesMidnight = toLocal(end - 1, zone).date !== toLocal(start, zone).date
  if (!crossesMidnight || end - start > NIGHT_MINUTES_MAXIMUM) return [...slots]
  return [
    ...slots.filter((slot) => slot[1] <= start),
    [start, end],
    ...slots.filter((slot) => slot[0] >= end),
  ]
}
