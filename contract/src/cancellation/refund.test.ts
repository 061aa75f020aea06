import { expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../time.ts'
import type { CancellationPolicy } from './policies.ts'
import { explainRefund, getRefund, getWindowRefund } from './refund.ts'

const HOURS = 60
const start = Date.parse('2026-03-29T09:00:00Z')

const table: [CancellationPolicy, minutes: number, percent: number, untilHours: number | null][] = [
  ['flexible', 24 * HOURS, 100, 24],
  ['flexible', 24 * HOURS - 1, 50, 0],
  ['flexible', 1, 50, 0],
  ['moderate', 72 * HOURS, 100, 72],
  ['moderate', 72 * HOURS - 1, 50, 24],
  ['moderate', 24 * HOURS, 50, 24],
  ['moderate', 24 * HOURS - 1, 0, null],
  ['strict', 7 * 24 * HOURS, 100, 168],
  ['strict', 7 * 24 * HOURS - 1, 50, 48],
  ['strict', 48 * HOURS, 50, 48],
  ['strict', 48 * HOURS - 1, 0, null],
]

it.each(table)(
  '%s gives back, %i minutes before the start, %i percent',
  (policy, minutes, percent, until) => {
    expect(getRefund(policy, start, start - minutes * MINUTE_MS)).toEqual({
      percent,
      untilMs: until === null ? null : start - until * HOUR_MS,
    })
  },
)

/**
 * A window of $100.01, so many hours ahead, of which the caregiver keeps `kept` cents: what comes back, and
 * until when.
 */
const moved: [CancellationPolicy, hours: number, kept: number, refund: number, untilHours: number | null][] =
  [
    ['moderate', 100, 0, 10_001, 72],
    ['moderate', 72, 0, 10_001, 72],
    ['moderate', 71, 0, 5_001, 24],
    ['moderate', 23, 0, 0, null],
    // Less than the first step gives, more than the second.
    ['moderate', 100, 2_000, 8_001, 72],
    ['moderate', 71, 2_000, 5_001, 24],
    // As much as the second step leaves: both steps give the same.
    ['moderate', 100, 5_000, 5_001, 24],
    ['moderate', 71, 5_000, 5_001, 24],
    ['moderate', 100, 7_000, 3_001, 24],
    ['moderate', 24, 7_000, 3_001, 24],
    ['moderate', 23, 7_000, 0, null],
    ['flexible', 48, 7_000, 3_001, 0],
    ['strict', 1_000, 10_001, 0, null],
  ]

it.each(moved)(
  '%s, %i hours ahead, %i cents kept: %i come back',
  (policy, hours, keptCents, refundCents, until) => {
    const window = { startMs: start, priceCents: 10_001, keptCents }
    expect(getWindowRefund(policy, window, start - hours * HOUR_MS)).toEqual({
      refundCents,
      untilMs: until === null ? null : start - until * HOUR_MS,
    })
  },
)

it.each<[CancellationPolicy, 0 | 50 | 100, string]>([
  ['flexible', 100, 'It’s at least 24 hours away, so canceling refunds everything'],
  ['flexible', 50, 'It’s less than 24 hours away, so canceling refunds half'],
  ['moderate', 100, 'It’s at least 72 hours away, so canceling refunds everything'],
  ['moderate', 50, 'It’s less than 72 hours away, so canceling refunds half'],
  ['moderate', 0, 'It’s less than 24 hours away, so canceling refunds nothing'],
  ['strict', 100, 'It’s at least 7 days away, so canceling refunds everything'],
  ['strict', 50, 'It’s less than 7 days away, so canceling refunds half'],
  ['strict', 0, 'It’s less than 48 hours away, so canceling refunds nothing'],
])('explains that %s gives back %i percent', (policy, percent, sentence) => {
  expect(explainRefund(policy, percent)).toBe(sentence)
})
