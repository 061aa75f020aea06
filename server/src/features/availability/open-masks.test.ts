import { DAY_MS, MINUTE_MS } from '@tendwell/contract/time'
import { expect, test } from 'vitest'
import { type Asked, masksOfStretch } from './open-masks.ts'
import { startsWithin, wholeOf } from './open-times.ts'

const HALF_HOUR_MS = 30 * MINUTE_MS
const PERIOD = 1_484
const ORIGIN_MS = PERIOD * 14 * DAY_MS

/** The half hours, counted from the period's first, that the masks at these places tell about. */
function toldBy(masks: ReturnType<typeof masksOfStretch>): number[] {
  const halfHours = masks.flatMap(({ day, places }) =>
    places.flatMap((place) => {
      const at = place - 1
      const length = at < 48 ? 1 : 7
      expect(at).toBeGreaterThanOrEqual(0)
      expect(at).toBeLessThan(96)
      return Array.from({ length }, (_, after) => (day - PERIOD * 14) * 48 + (at % 48) + after)
    }),
  )
  return [...new Set(halfHours)].sort((a, b) => a - b)
}

test.each<[Asked, typeof wholeOf]>([
  ['start', startsWithin],
  ['free', wholeOf],
])('masks tell about the half hours of a stretch and no others: %s', (asked, bitsOf) => {
  for (let start = 0; start < 48; start += 1) {
    for (let length = 1; length <= 56; length += 1) {
      for (const lateMs of [0, 15 * MINUTE_MS]) {
        const startMs = ORIGIN_MS + start * HALF_HOUR_MS + lateMs
        const stretch = { startMs, endMs: startMs + length * HALF_HOUR_MS - 2 * lateMs }
        const bits = bitsOf(PERIOD, [stretch])
        const expected = [...bits].flatMap((bit, at) => (bit === '1' ? [at] : []))
        if (expected.length === 0) continue
        const masks = masksOfStretch(stretch, asked)
        expect(toldBy(masks), `${start} ${length} ${lateMs}`).toEqual(expected)
        for (const { places } of masks) expect([2, 8]).toContain(places.length)
      }
    }
  }
})

test('a stretch without the beginning of a half hour has no masks', () => {
  const startMs = ORIGIN_MS + 10 * MINUTE_MS
  expect(masksOfStretch({ startMs, endMs: startMs + 5 * MINUTE_MS }, 'start')).toEqual([
    { day: PERIOD * 14, places: [0, 0] },
  ])
})
