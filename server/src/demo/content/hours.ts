import type { Window } from '@tendwell/contract/availability/windows'
import type { Random } from '../random.ts'

/** Weekly hours in wall time, by ISO weekday. */
type Week = readonly { weekdays: readonly number[]; start: string; end: string }[]

const WEEKS: readonly Week[] = [
  [{ weekdays: [1, 2, 3, 4, 5], start: '08:00', end: '17:00' }],
  [
    { weekdays: [1, 3, 5], start: '09:00', end: '13:00' },
    { weekdays: [1, 3, 5], start: '14:00', end: '18:00' },
  ],
  [
    { weekdays: [2, 4], start: '10:00', end: '19:00' },
    { weekdays: [6], start: '09:00', end: '14:00' },
  ],
  [{ weekdays: [1, 2, 4, 5, 7], start: '18:00', end: '23:00' }],
  [{ weekdays: [3, 4, 5, 6], start: '07:00', end: '15:00' }],
]

/** @returns one rule per weekday and window */
export function pickWeek(random: Random): { weekday: number; start: string; end: string }[] {
  return random
    .pick(WEEKS)
    .flatMap(({ weekdays, start, end }) => weekdays.map((weekday) => ({ weekday, start, end })))
}

const OVERRIDES: readonly Window[][] = [
  [],
  [{ start: '10:00', end: '16:00', slotMinutes: 90, bufferMinutes: 15 }],
  [
    { start: '08:00', end: '11:00', slotMinutes: 60, bufferMinutes: 0 },
    { start: '15:00', end: '19:00', slotMinutes: 120, bufferMinutes: 0 },
  ],
  [{ start: '20:00', end: '00:00', slotMinutes: 240, bufferMinutes: 0 }],
]

/** @returns the windows of a date override; none closes the day */
export function pickOverrideWindows(random: Random): Window[] {
  return random.pick(OVERRIDES)
}
