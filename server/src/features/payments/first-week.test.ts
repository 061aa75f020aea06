import { DAY_MS } from '@tendwell/contract/time'
import { expect, it } from 'vitest'
import { exceedsFirstWeek } from './first-week.ts'

const joinedAt = new Date('2026-12-01T12:00:00Z')
const endsAt = new Date('2026-12-08T12:00:00Z')
const LIMIT = 200_000

it.each([
  ['all of the limit at once', 200_000, 0, 0, null],
  ['a cent more', 200_001, 0, 0, 200_000],
  ['the rest', 50_000, 150_000, 3, null],
  ['a cent more than the rest', 50_001, 150_000, 3, 50_000],
  ['anything once more than the limit is used', 1, 250_000, 3, 0],
  ['a cent more, on the last day', 200_001, 0, 6.9, 200_000],
  ['a cent more, after a week', 200_001, 0, 7, null],
] as const)('%s', (_, amountCents, usedCents, days, leftCents) => {
  const now = new Date(joinedAt.getTime() + days * DAY_MS)
  const excess = exceedsFirstWeek(amountCents, { joinedAt, now, limitCents: LIMIT, usedCents })
  expect(excess).toEqual(leftCents === null ? null : { leftCents, endsAt })
})

it('sets no limit when it is switched off', () => {
  expect(exceedsFirstWeek(900_000, { joinedAt, now: joinedAt, limitCents: 0, usedCents: 0 })).toBeNull()
})
