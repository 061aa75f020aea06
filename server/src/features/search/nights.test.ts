import { expect, it } from 'vitest'
import { findNightStart, joinNight, NIGHT_SLOTS_MINUTES, type Slot } from './nights.ts'

const ZONE = 'Europe/Paris'
/** Minutes of a wall time in Paris, on the 1st or a later day of December 2026. */
const at = (time: string, day = 1) => Date.parse(`2026-12-0${day}T${time}:00+01:00`) / 60_000
const slots = (start: number, end: number, minutes = 60): Slot[] =>
  Array.from({ length: (end - start) / minutes }, (_, index) => [
    start + index * minutes,
    start + (index + 1) * minutes,
  ])
const write = (list: readonly Slot[]) =>
  list.map((slot) =>
    slot.map((minute) => new Date((minute + 60) * 60_000).toISOString().slice(11, 16)).join('-'),
  )

it.each([
  ['a night', slots(at('21:00'), at('06:00', 2)), ['21:00-06:00']],
  ['a night of half hours', slots(at('20:30'), at('05:00', 2), 30), ['20:30-05:00']],
  [
    'an hour before a night',
    [...slots(at('14:00'), at('15:00')), ...slots(at('22:00'), at('06:00', 2))],
    ['14:00-15:00', '22:00-06:00'],
  ],
  ['a day', slots(at('09:00'), at('17:00')), ['09:00-10:00', '10:00-11:00', '11:00-12:00']],
  ['an evening', slots(at('18:00'), at('23:00')), ['18:00-19:00', '19:00-20:00', '20:00-21:00']],
  [
    'an evening until midnight',
    slots(at('21:00'), at('00:00', 2)),
    ['21:00-22:00', '22:00-23:00', '23:00-00:00'],
  ],
  [
    'a day and a night without a gap',
    slots(at('14:00'), at('06:00', 2)),
    ['14:00-15:00', '15:00-16:00', '16:00-17:00'],
  ],
  [
    'hours around the clock',
    slots(at('16:00'), at('16:00', 3)),
    ['16:00-17:00', '17:00-18:00', '18:00-19:00'],
  ],
  ['a night that goes on after noon', slots(at('22:00'), at('15:00', 2)), ['22:00-12:00']],
  ['the rest of a night', slots(at('02:00'), at('06:00')), ['02:00-03:00', '03:00-04:00', '04:00-05:00']],
])('shows %s', (_, all, expected) => {
  const next = all.slice(0, 3)
  const start = findNightStart(next, ZONE)
  const night =
    start === null ? [] : all.filter(([from]) => from >= start && from < start + NIGHT_SLOTS_MINUTES)
  expect(write(joinNight(next, night, ZONE))).toEqual(expected)
})
