import { DAY_MS } from '@tendwell/contract/time'
import { expect, it } from 'vitest'
import { calculateFreeCents, findWaiting } from './new-money.ts'

const now = new Date('2026-12-20T12:00:00Z')
const ago = (days: number) => new Date(now.getTime() - days * DAY_MS)
/** A payment of a family that first paid the caregiver this many days ago. */
const paid = (cents: number, endedDaysAgo: number, pairDaysAgo: number, pairCents = cents) => ({
  cents,
  careEndedAt: ago(endedDaysAgo),
  pairSince: ago(pairDaysAgo),
  pairCents,
})

it.each([
  ['the first payout, of any amount', paid(500, 2, 400), true, 7, 'first_payout'],
  ['the first payout, a week after the visit', paid(500, 7, 400), true, 7, null],
  ['over $500 of a new family', paid(50_001, 2, 3), false, 7, 'new_family'],
  ['$500 of a new family', paid(50_000, 2, 3), false, 7, null],
  ['a small payment that brings a new family over $500', paid(100, 2, 3, 50_001), false, 7, 'new_family'],
  ['over $500 of a new family, a week after the visit', paid(90_000, 7, 8), false, 7, null],
  ['over $500, 14 days after the first payment', paid(90_000, 2, 16), false, 7, 'new_family'],
  ['over $500, more than 14 days after the first payment', paid(90_000, 2, 17), false, 7, null],
  ['the first payout, over $500, with the wait switched off', paid(90_000, 2, 3), true, 0, null],
  ['nothing left of the payment', paid(0, 2, 3, 90_000), true, 7, null],
] as const)('%s', (_, money, isFirstPayout, days, why) => {
  const waiting = findWaiting([money], { isFirstPayout, days, now })
  const until = new Date(money.careEndedAt.getTime() + days * DAY_MS)
  expect(waiting).toEqual(why ? [{ cents: money.cents, until, why }] : [])
})

it('adds up what waits for the same time and lists the soonest first', () => {
  const money = [paid(300, 1, 90), paid(100, 2, 90), paid(200, 2, 90)]
  expect(findWaiting(money, { isFirstPayout: true, days: 7, now })).toEqual([
    { cents: 300, until: ago(-5), why: 'first_payout' },
    { cents: 300, until: ago(-6), why: 'first_payout' },
  ])
})

it('leaves what is not waiting, and never less than nothing', () => {
  const waiting = findWaiting([paid(300, 1, 90)], { isFirstPayout: true, days: 7, now })
  expect(calculateFreeCents(1_000, [])).toBe(1_000)
  expect(calculateFreeCents(1_000, waiting)).toBe(700)
  expect(calculateFreeCents(200, waiting)).toBe(0)
})
