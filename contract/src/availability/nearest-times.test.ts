import { expect, it } from 'vitest'
import { HOUR_MS, type Interval } from '../time.ts'
import { pickNearestTimes } from './nearest-times.ts'

const hour = (start: number, end = start + 1): Interval => ({
  startMs: start * HOUR_MS,
  endMs: end * HOUR_MS,
})
const hours = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => hour(from + index))

it.each<[string, Interval[], Interval[], number, string[]]>([
  [
    'single slots for a single one, the nearest first',
    [hour(9)],
    hours(10, 20),
    0,
    ['10–11', '11–12', '12–13', '13–14', '14–15', '15–16'],
  ],
  [
    'times as long as what was taken, then shorter ones',
    [hour(9, 11)],
    hours(11, 16),
    0,
    ['11–13', '13–15', '15–16'],
  ],
  ['times as long as adjacent slots together', hours(9, 12), hours(14, 17), 0, ['14–17']],
  ['none across a gap', [hour(9, 11)], [hour(11), hour(13)], 0, ['11–12', '13–14']],
  [
    'none that are shorter than the minimum visit',
    [hour(9)],
    [...hours(11, 14), ...hours(15, 17)],
    3,
    ['11–14'],
  ],
  ['nothing that overlaps the taken hours', [hour(9, 11)], hours(8, 12), 0, ['8–9', '11–12']],
  ['at most a day', hours(0, 30), hours(40, 70), 0, ['40–64', '64–70']],
])('picks %s', (_name, taken, free, minimumHours, expected) => {
  const times = pickNearestTimes({ wanted: taken, taken }, free, minimumHours * HOUR_MS)
  expect(times.map(({ startMs, endMs }) => `${startMs / HOUR_MS}–${endMs / HOUR_MS}`)).toEqual(expected)
})
