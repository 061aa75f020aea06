import { expect, it } from 'vitest'
import { getRefund } from './cancellation.ts'
import type { CancellationPolicy } from './cancellation-policies.ts'
import { HOUR_MS, MINUTE_MS } from './time.ts'

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
