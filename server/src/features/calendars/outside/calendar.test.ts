/** @see docs/rules/calendars.md#reading */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@tendwell/contract/time'
import { expect, it } from 'vitest'
import { addReading, getReadingWaitMs } from './calendar.ts'
import type { OutsideProblem } from './problems.ts'

type Reading = OutsideProblem | null
const repeatReadings = (count: number, ...readings: Reading[]) =>
  Array.from({ length: count }, () => readings).flat()

it.each<[string, Reading[], number]>([
  ['that was never read', [], 30 * MINUTE_MS],
  ['that could always be read', repeatReadings(9, null), 30 * MINUTE_MS],
  ['that is missing all the time', repeatReadings(9, 'missing'), 30 * MINUTE_MS],
  ['whose server fails all the time', repeatReadings(9, 'server_error'), 30 * MINUTE_MS],
  ['that is slow for the first time', [null, 'too_slow'], 30 * MINUTE_MS],
  ['that is slow for the second time', ['too_slow', 'too_slow'], HOUR_MS],
  ['that is too complex for the fifth time', repeatReadings(5, 'too_complex'), 8 * HOUR_MS],
  ['that is slow for the seventh time', repeatReadings(7, 'too_slow'), DAY_MS],
  ['that is always slow', repeatReadings(50, 'too_slow'), DAY_MS],
  ['that is slow every other time, and was', repeatReadings(50, null, 'too_slow'), 4 * HOUR_MS],
  ['that is slow every other time, and wasn’t', repeatReadings(50, 'too_slow', null), 4 * HOUR_MS],
  ['that is missing every other time, and else slow', repeatReadings(50, 'too_slow', 'missing'), 4 * HOUR_MS],
  [
    'that was slow twice, and then fine for a while',
    ['too_slow', 'too_slow', ...repeatReadings(6, null)],
    HOUR_MS,
  ],
  [
    'that was slow twice, and then fine for long',
    ['too_slow', 'too_slow', ...repeatReadings(8, null)],
    30 * MINUTE_MS,
  ],
])('a calendar %s', (_, readings, waitMs) => {
  expect(getReadingWaitMs(readings.reduce(addReading, 0))).toBe(waitMs)
})
