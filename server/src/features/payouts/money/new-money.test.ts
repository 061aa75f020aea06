import { DAY_MS } from '@tendwell/contract/time'
import { expect, it } from 'vitest'
import { calculatePayableCents, calculateWaitingMoney } from './new-money.ts'

const now = new Date('2026-12-20T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
/** A payment of a family that first paid the caregiver this many days ago. */
const paid = (cents: number, endedDaysAgo: number, pairDaysAgo: number, earnedCents = cents) => ({
  cents,
  earnedCents,
  careEndedAt: daysAgo(endedDaysAgo),
  pairSince: daysAgo(pairDaysAgo),
})

it.each([
  ['the first payout, of any amount', paid(500, 2, 400), true, 7, 500, 'first_payout'],
  ['the first payout, a week after the visit', paid(500, 7, 400), true, 7, 0, null],
  ['what is over $500 of a new family', paid(50_001, 2, 3), false, 7, 1, 'new_family'],
  ['$500 of a new family', paid(50_000, 2, 3), false, 7, 0, null],
  ['over $500 of a new family, a week after the visit', paid(90_000, 7, 8), false, 7, 0, null],
  ['over $500, 14 days after the first payment', paid(90_000, 2, 16), false, 7, 40_000, 'new_family'],
  ['over $500, more than 14 days after the first payment', paid(90_000, 2, 17), false, 7, 0, null],
  ['the first payout, over $500, with the wait switched off', paid(90_000, 2, 3), true, 0, 0, null],
  ['nothing left of the payment', paid(0, 2, 3, 90_000), true, 7, 0, null],
  ['what is left of a payment that is on hold in part', paid(300, 2, 3, 90_000), false, 7, 300, 'new_family'],
] as const)('%s', (_, money, isFirstPayout, days, cents, why) => {
  const waiting = calculateWaitingMoney([money], { isFirstPayout, days, now })
  const until = new Date(money.careEndedAt.getTime() + days * DAY_MS)
  expect(waiting).toEqual(why ? [{ cents, until, why }] : [])
})

/** Payments of families, the oldest care first, and how much of them waits. */
it.each([
  [
    'ten new families of $500 each',
    Array.from({ length: 10 }, (_, i) => paid(50_000, 6 - i / 10, 7)),
    450_000,
  ],
  ['two payments of a new family', [paid(30_000, 3, 4), paid(30_000, 2, 4)], 10_000],
  ['two new families', [paid(30_000, 3, 4), paid(30_000, 2, 3)], 10_000],
  ['a new family after $500 of others 13 days before', [paid(50_000, 15, 16), paid(100, 2, 3)], 100],
  ['a new family after $500 of others 14 days before', [paid(50_000, 16, 17), paid(100, 2, 3)], 0],
  ['a new family after known ones', [paid(300_000, 3, 90), paid(300_000, 3, 20), paid(50_000, 2, 3)], 0],
  ['known families after a new one', [paid(50_000, 3, 4), paid(300_000, 2, 90)], 0],
] as const)('caps what %s bring at once', (_, money, cents) => {
  const waiting = calculateWaitingMoney(money, { isFirstPayout: false, days: 7, now })
  expect(waiting.reduce((sum, one) => sum + one.cents, 0)).toBe(cents)
})

it('adds up what waits for the same time and lists the soonest first', () => {
  const money = [paid(300, 1, 90), paid(100, 2, 90), paid(200, 2, 90)]
  expect(calculateWaitingMoney(money, { isFirstPayout: true, days: 7, now })).toEqual([
    { cents: 300, until: daysAgo(-5), why: 'first_payout' },
    { cents: 300, until: daysAgo(-6), why: 'first_payout' },
  ])
})

it('leaves what is not waiting, and never less than nothing', () => {
  const waiting = calculateWaitingMoney([paid(300, 1, 90)], { isFirstPayout: true, days: 7, now })
  expect(calculatePayableCents(1_000, [])).toBe(1_000)
  expect(calculatePayableCents(1_000, waiting)).toBe(700)
  expect(calculatePayableCents(200, waiting)).toBe(0)
})
