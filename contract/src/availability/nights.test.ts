import { expect, test } from 'vitest'
import { HOUR_MS } from '../time.ts'
import { countOwnHours, findDayWithNight, findNight, listNightRest, touchesMidnight } from './nights.ts'

const MIDNIGHT_MS = Date.parse('2026-12-02T00:00:00Z')
/** Slots of an hour, counted from midnight. */
const hours = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => {
    const startMs = MIDNIGHT_MS + (from + index) * HOUR_MS
    return { startMs, endMs: startMs + HOUR_MS }
  })

test.each([
  ['an evening and the morning after it', hours(-3, 0), hours(0, 6), hours(-3, 6)],
  ['only what touches, not a gap before it', [...hours(-6, -4), ...hours(-3, 0)], hours(0, 6), hours(-3, 6)],
  ['only what touches, not a gap after it', hours(-3, 0), [...hours(0, 4), ...hours(5, 6)], hours(-3, 4)],
  ['at most 16 hours', hours(-10, 0), hours(0, 6), hours(-10, 6)],
  ['nothing where all hours are open', hours(-24, 0), hours(0, 24), []],
  ['nothing without a morning', hours(-3, 0), [], []],
  ['nothing where the evening ends before midnight', hours(-3, -1), hours(0, 6), []],
])('a night is %s', (_, evening, morning, night) => {
  expect(findNight(evening, listNightRest(evening, morning, 'UTC'))).toEqual(night)
})

test('goes on until noon at the latest', () => {
  expect(listNightRest(hours(-3, 0), hours(0, 24), 'UTC')).toEqual(hours(0, 12))
})

test('can only begin on a date whose last slot reaches midnight in the zone', () => {
  expect(touchesMidnight(hours(-3, 0), 'UTC')).toBe(true)
  expect(touchesMidnight(hours(-3, 0), 'Europe/Berlin')).toBe(false)
  expect(touchesMidnight(hours(-3, -1), 'UTC')).toBe(false)
  expect(touchesMidnight([], 'UTC')).toBe(false)
})

const wholeNight = { startMs: MIDNIGHT_MS + 21 * HOUR_MS, endMs: MIDNIGHT_MS + 30 * HOUR_MS }
test.each([
  ['hours', [], hours(9, 12), [], 3, false],
  ['a night alone', [], hours(21, 24), hours(24, 30), 0, true],
  ['a night that is one slot', [], [...hours(9, 11), wholeNight], [], 2, true],
  ['hours and a night', [], [...hours(9, 12), ...hours(21, 24)], hours(24, 30), 3, true],
  ['the end of the night before as no hours', hours(-3, 0), hours(0, 6), [], 0, false],
  ['what is left of a night whose evening is taken', hours(-3, -1), hours(0, 6), [], 6, false],
  ['all hours, where all are open', hours(-24, 0), hours(0, 24), hours(24, 48), 24, false],
  ['an evening until midnight as hours', [], hours(20, 24), [], 4, false],
])('a date has %s', (_, before, date, after, count, hasNight) => {
  const day = findDayWithNight({ before, date, after }, 'UTC')
  expect(countOwnHours(day, 'UTC')).toEqual({ minutes: count * 60, has_night: hasNight })
})
