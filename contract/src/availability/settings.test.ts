import { expect, it } from 'vitest'
import { MINUTE_MS } from '../time.ts'
import {
  availabilitySettings,
  describeMinimumVisit,
  describeNotice,
  getShortestVisitMinutes,
  MINIMUM_VISIT_MINUTES,
} from './settings.ts'

it('offers visits of at least 1 to 12 hours in half hours', () => {
  expect([MINIMUM_VISIT_MINUTES.slice(0, 4), MINIMUM_VISIT_MINUTES.at(-1)]).toEqual([[0, 60, 90, 120], 720])
  for (const minutes of [30, 45, 100, 750]) {
    const settings = { notice_hours: 0, minimum_visit_minutes: minutes }
    expect(availabilitySettings.safeParse(settings).success, String(minutes)).toBe(false)
  }
})

it('says what a caregiver asks', () => {
  expect(describeNotice('Sofia', 48)).toBe('Sofia needs 48 hours’ notice')
  expect(describeNotice('Sofia', 168)).toBe('Sofia needs 7 days’ notice')
  expect(describeMinimumVisit('Sofia', 60)).toBe('Sofia’s visits are at least 1 hour')
  expect(describeMinimumVisit('Sofia', 150)).toBe('Sofia’s visits are at least 2.5 hours')
})

it.each<[string, [number, number][], number]>([
  ['one', [[0, 90]], 90],
  [
    'two that touch, in any order',
    [
      [60, 120],
      [0, 60],
    ],
    120,
  ],
  [
    'two apart',
    [
      [0, 60],
      [90, 240],
    ],
    60,
  ],
  ['none', [], Number.POSITIVE_INFINITY],
])('counts windows that touch as one visit: %s', (_, windows, minutes) => {
  const intervals = windows.map(([start, end]) => ({ startMs: start * MINUTE_MS, endMs: end * MINUTE_MS }))
  expect(getShortestVisitMinutes(intervals)).toBe(minutes)
})
