import { addDays, toDateInterval } from '@tendwell/contract/time'
import { findNight, listNightRest, touchesMidnight } from './nights.ts'
import { addSlots, removeSlots } from './selection.ts'
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
  const [yesterday, today, tomorrow] = [before.slots ?? [], day.slots ?? [], after.slots ?? []]
  const own = removeSlots(today, findNight(yesterday, listNightRest(yesterday, today, zone)))
  const rest = listNightRest(today, tomorrow, zone)
  const night = findNight(today, rest)
  return {
    /** All free slots that start on the date, as the calendar counts them. */
    day,
    /** What goes on from them on the next day. */
    rest,
    night,
    isKnown,
    slots: isKnown ? addSlots(own, night) : undefined,
    failed: [day, before, after].find(({ error }) => error),
  }
}
