/** @see docs/rules/calendars.md#reading */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@tendwell/contract/time'
import { expect, it } from 'vitest'
import { getReadingWaitMs } from './outside-calendar.ts'

it.each([
  ['that could be read', null, 0, 30 * MINUTE_MS],
  ['that is missing for a week', 'missing', 7 * DAY_MS, 30 * MINUTE_MS],
  ['whose server fails for a week', 'server_error', 7 * DAY_MS, 30 * MINUTE_MS],
  ['that is slow for the first time', 'too_slow', 0, 30 * MINUTE_MS],
  ['that is slow for an hour', 'too_slow', HOUR_MS, HOUR_MS],
  ['that is too complex for 5 hours', 'too_complex', 5 * HOUR_MS, 5 * HOUR_MS],
  ['that is slow for a week', 'too_slow', 7 * DAY_MS, DAY_MS],
] as const)('a calendar %s', (_, problem, failingMs, waitMs) => {
  expect(getReadingWaitMs(problem, failingMs)).toBe(waitMs)
})
