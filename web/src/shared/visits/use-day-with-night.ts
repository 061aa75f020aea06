import { findDayWithNight, touchesMidnight } from '@tendwell/contract/availability/nights'
import { addDays, toDateInterval } from '@tendwell/contract/time'
import { addSlots } from './selection.ts'
import { useFreeSlots } from './use-free-slots.ts'

/**
 * The free slots that a date is shown with: its own without the end of the night before, and the end of its own
 * night. `slots` has all of them, undefined until they are known.
 * @param date null to load nothing
 * @param options as for `useFreeSlots`
 * @see docs/rules/availability.md#nights
 */
export function useDayWithNight(
  caregiverId: number,
  date: string | null,
  zone: string,
  options: { isLive: boolean },
) {
  const day = useFreeSlots(caregiverId, date, zone, options)
  const beginsAtMidnight =
    date !== null && day.slots?.[0]?.startMs === toDateInterval(date, date, zone).startMs
  const endsAtMidnight = date !== null && touchesMidnight(day.slots ?? [], zone)
  const before = useFreeSlots(caregiverId, beginsAtMidnight ? addDays(date, -1) : null, zone, options)
  const after = useFreeSlots(caregiverId, endsAtMidnight ? addDays(date, 1) : null, zone, options)
  const isKnown =
    day.slots !== undefined && (!beginsAtMidnight || before.slots) && (!endsAtMidnight || after.slots)
  const slots = { before: before.slots ?? [], date: day.slots ?? [], after: after.slots ?? [] }
  const withNight = findDayWithNight(slots, zone)
  return {
    /** All free slots that start on the date. */
    day,
    ...withNight,
    slots: isKnown ? addSlots(withNight.own, withNight.night) : undefined,
    failed: [day, before, after].find(({ error }) => error),
  }
}
