import { DAY_MS } from '@tendwell/contract/time'
import { expect, it } from 'vitest'
import { findFirstWeekExcess } from './first-week.ts'

const firstPaidAt = new Date('2026-12-01T12:00:00Z')
const weekEnd = new Date('2026-12-08T12:00:00Z')
const LIMIT = 200_000

/** `days` after the first payment; null: nothing was paid yet. */
it.each([
  ['all of the limit at once', 200_000, 0, null, null],
  ['a cent more, before the first payment', 200_001, 0, null, 200_000],
  ['a cent more than the rest of what was started, before the first payment', 50_001, 150_000, null, 50_000],
  ['the rest', 50_000, 150_000, 3, null],
  ['a cent more than the rest', 50_001, 150_000, 3, 50_000],
  ['anything once more than the limit is used', 1, 250_000, 3, 0],
  ['a cent more, on the last day', 200_001, 0, 6.9, 200_000],
  ['a cent more, after a week', 200_001, 0, 7, null],
] as const)('%s', (_, amountCents, usedCents, days, leftCents) => {
  const now = new Date(firstPaidAt.getTime() + (days ?? 0) * DAY_MS)
  const week = { firstPaidAt: days === null ? null : firstPaidAt, now, limitCents: LIMIT, usedCents }
  const endsAt = days === null ? null : weekEnd
  expect(findFirstWeekExcess(amountCents, week)).toEqual(leftCents === null ? null : { leftCents, endsAt })
})

it('sets no limit when it is switched off', () => {
  for (const paidAt of [null, firstPaidAt]) {
    const week = { firstPaidAt: paidAt, now: firstPaidAt, limitCents: 0, usedCents: 0 }
    expect(findFirstWeekExcess(900_000, week)).toBeNull()
  }
})
