import { expect, it } from 'vitest'
import { override, rule, window } from '../../../../test/availability.ts'
import { listTouchedNights } from './touched-nights.ts'

const zone = 'America/New_York'
// On Wednesdays, such as June 3.
const weekly = { ...rule, weekday: 3, start: '21:00', end: '06:00', ends_next_day: true }
const night = { ...window, start_local: '21:00', end_local: '06:00', ends_next_day: true }
// Monday, June 8 has a night of its own, and Wednesday, June 10 is closed.
const overrides = [
  { ...override, date_local: '2026-06-08', windows: [night] },
  { ...override, date_local: '2026-06-10', is_available: false, windows: [] },
]
const whole = { isWholeDays: true, from: '12:00', until: '18:00' }

it.each([
  ['the day after a weekly night', { ...whole, first: '2026-06-04', last: '2026-06-05' }, ['2026-06-03']],
  ['the day after a night of a date', { ...whole, first: '2026-06-09', last: '2026-06-09' }, ['2026-06-08']],
  ['the day of the night', { ...whole, first: '2026-06-03', last: '2026-06-03' }, []],
  ['the day after a closed Wednesday', { ...whole, first: '2026-06-11', last: '2026-06-11' }, []],
  [
    'hours after the night has ended',
    { isWholeDays: false, first: '2026-06-04', last: '2026-06-04', from: '06:00', until: '18:00' },
    [],
  ],
  [
    'hours of both nights',
    { isWholeDays: false, first: '2026-06-04', last: '2026-06-08', from: '05:00', until: '22:00' },
    ['2026-06-03', '2026-06-08'],
  ],
])('names the nights that time off touches: %s', (_, period, dates) => {
  expect(listTouchedNights(period, { zone, overrides, rules: [weekly] })).toEqual(dates)
})
