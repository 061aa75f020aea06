import type { OverrideBody, RuleBody } from '@tendwell/contract/availability/availability'
import type { AvailabilitySettings } from '@tendwell/contract/availability/settings'
import type { Random } from '../random.ts'

/** Weekly hours in wall time, by ISO weekday. */
type Week = readonly (Omit<RuleBody, 'weekday'> & { weekdays: readonly number[] })[]

/** The week of the nannies by day: their hours are the same. */
const DAYS: Week = [{ weekdays: [1, 2, 3, 4, 5], start: '08:00', end: '17:00' }]

const WEEKS: readonly Week[] = [
  DAYS,
  [
    { weekdays: [1, 3, 5], start: '09:00', end: '13:00' },
    { weekdays: [1, 3, 5], start: '14:00', end: '18:00' },
  ],
  [
    { weekdays: [2, 4], start: '10:00', end: '19:00' },
    { weekdays: [6], start: '09:00', end: '14:00' },
  ],
  [
    { weekdays: [1, 2, 4, 5, 7], start: '18:00', end: '23:00' },
    { weekdays: [6], start: '21:00', end: '06:00', ends_next_day: true },
  ],
  [{ weekdays: [3, 4, 5, 6], start: '07:00', end: '15:00' }],
]

/** The week of someone who works at night. */
const NIGHTS: Week = [{ weekdays: [1, 2, 4, 5, 7], start: '21:00', end: '06:00', ends_next_day: true }]

/** The weeks of nannies. */
export const NANNY_WEEKS = { nights: toRules(NIGHTS), days: toRules(DAYS) }

/** They talk to families by day. */
export const NIGHT_SETTINGS: AvailabilitySettings = {
  notice_hours: 0,
  minimum_visit_minutes: 0,
  meeting_hours: 'daytime',
}

/** Picks the hours of a week at random. @returns one rule per weekday and window */
export function pickWeek(random: Random): RuleBody[] {
  return toRules(random.pick(WEEKS))
}

function toRules(week: Week): RuleBody[] {
  return week.flatMap(({ weekdays, ...hours }) => weekdays.map((weekday) => ({ weekday, ...hours })))
}

/** The windows of date overrides; one without windows closes its day. */
export const OVERRIDES: readonly OverrideBody['windows'][] = [
  [],
  [{ start_local: '10:00', end_local: '16:00', slot_minutes: 90, buffer_minutes: 15 }],
  [
    { start_local: '08:00', end_local: '11:00', slot_minutes: 60, buffer_minutes: 0 },
    { start_local: '15:00', end_local: '19:00', slot_minutes: 120, buffer_minutes: 0 },
  ],
  [{ start_local: '20:00', end_local: '00:00', slot_minutes: 240, buffer_minutes: 0 }],
]
