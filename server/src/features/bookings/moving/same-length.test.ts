/** @see docs/rules/bookings.md#repeating */
import type { Slot } from '@tendwell/contract/availability/slots'
import { HOUR_MS } from '@tendwell/contract/time'
import { expect, it } from 'vitest'
import { pickTimesOfSameLength } from './same-length.ts'

const at = (day: number, hour: number) =>
  Date.parse(`2027-05-${String(day).padStart(2, '0')}T00:00:00Z`) + hour * HOUR_MS
/** Free slots of an hour on a day of May. */
const free = (day: number, ...hours: number[]): Slot[] =>
  hours.map((hour) => ({ startMs: at(day, hour), endMs: at(day, hour + 1), bufferMs: 0 }))
const pick = (
  slots: Slot[],
  { hours = 1, notOverlapping = [] as { startMs: number; endMs: number }[] } = {},
) =>
  pickTimesOfSameLength({ startMs: at(10, 9), endMs: at(10, 9 + hours) }, slots, {
    notOverlapping,
    zone: 'UTC',
  }).map(({ date, start, end }) => `${date.slice(8)} ${start}–${end}`)

it.each([
  [
    'the most similar hours of the day, two of them',
    free(10, 7, 8, 11, 12),
    ['10 08:00–09:00', '10 07:00–08:00'],
  ],
  ['an earlier and a later hour, the earlier first', free(10, 7, 11), ['10 07:00–08:00', '10 11:00–12:00']],
  [
    'the same day, then the days around it, at most six',
    [...free(8, 9), ...free(9, 8, 9, 10), ...free(10, 14), ...free(11, 9, 10), ...free(12, 9)],
    [
      '10 14:00–15:00',
      '09 09:00–10:00',
      '09 08:00–09:00',
      '11 09:00–10:00',
      '11 10:00–11:00',
      '08 09:00–10:00',
    ],
  ],
  [
    'three days away but not four',
    [...free(6, 9), ...free(7, 9), ...free(13, 9), ...free(14, 9)],
    ['07 09:00–10:00', '13 09:00–10:00'],
  ],
  ['nothing where nothing is free', [], []],
])('offers %s', (_, slots, offered) => {
  expect(pick(slots)).toEqual(offered)
})

it('offers only hours next to each other that last as long', () => {
  expect(pick(free(10, 11, 12, 14), { hours: 2 })).toEqual(['10 11:00–13:00'])
  expect(pick(free(10, 11, 13, 15), { hours: 2 })).toEqual([])
})

it('offers nothing that overlaps what is kept', () => {
  expect(
    pick(free(10, 10, 11, 12), { notOverlapping: [{ startMs: at(10, 11), endMs: at(10, 12) }] }),
  ).toEqual(['10 10:00–11:00', '10 12:00–13:00'])
})

it('leaves out hours that a date and two times can’t name', () => {
  // The day on which New York's clocks go back lasts 25 hours, which no other day can name.
  const startMs = Date.parse('2027-11-07T04:00:00Z')
  const slots = Array.from({ length: 60 }, (_, hour) => ({
    startMs: Date.parse('2027-11-08T05:00:00Z') + hour * HOUR_MS,
    endMs: Date.parse('2027-11-08T06:00:00Z') + hour * HOUR_MS,
    bufferMs: 0,
  }))
  const offer = (hours: number) =>
    pickTimesOfSameLength({ startMs, endMs: startMs + hours * HOUR_MS }, slots, {
      notOverlapping: [],
      zone: 'America/New_York',
    }).map(({ date, start, end }) => `${date} ${start}–${end}`)
  expect(offer(24).slice(0, 2)).toEqual(['2027-11-08 00:00–00:00', '2027-11-08 01:00–01:00'])
  expect(offer(25)).toEqual([])
})
