/** Which of a caregiver's available money is too new to be paid out. @see docs/rules/money.md#new-money */

import type { PayoutWaitReason } from '@tendwell/contract/payments/wallet'
import { DAY_MS } from '@tendwell/contract/time'

/** A family and a caregiver are new to each other for this long after the first payment between them. */
const NEW_PAIR_MS = 14 * DAY_MS
/** The span in which money of new families is added up, and how much of that sum can be withdrawn at once. */
export const NEW_FAMILIES_MS = 14 * DAY_MS
const NEW_FAMILIES_CENTS = 50_000

/**
 * What a payment brought into the available balance: the cents that are not refunded or on hold (`cents`),
 * with what is on hold (`earnedCents`), when the care ended, and when the family first paid the caregiver
 * (`pairSince`).
 */
type Released = { cents: number; earnedCents: number; careEndedAt: Date; pairSince: Date }

/** Money that can't be paid out before an instant. */
export type WaitingMoney = { cents: number; until: Date; why: PayoutWaitReason }

/**
 * The money that waits, summed by the end and the reason of the wait, soonest first.
 * @param money in order of the end of the care, including that of the `NEW_FAMILIES_MS` before the first
 *   money that can still wait
 * @param rule.isFirstPayout whether no payout of the caregiver has arrived yet
 * @param rule.days how many days money waits after the visit; 0 means that nothing waits
 */
export function listWaitingMoney(
  money: readonly Released[],
  { isFirstPayout, days, now }: { isFirstPayout: boolean; days: number; now: Date },
): WaitingMoney[] {
  const waiting: WaitingMoney[] = []
  for (const [index, released] of money.entries()) {
    const until = new Date(released.careEndedAt.getTime() + days * DAY_MS)
    const aboveLimitCents = sumOfNewFamilies(money.slice(0, index + 1)) - NEW_FAMILIES_CENTS
    const newFamilyCents = isOfNewFamily(released) ? Math.max(0, aboveLimitCents) : 0
    const cents = isFirstPayout ? released.cents : Math.min(released.cents, newFamilyCents)
    if (cents === 0 || until <= now) continue
    const why = isFirstPayout ? 'first_payout' : 'new_family'
    const sameWait = waiting.find((one) => one.until.getTime() === until.getTime() && one.why === why)
    if (sameWait) sameWait.cents += cents
    else waiting.push({ cents, until, why })
  }
  return waiting.sort((one, other) => one.until.getTime() - other.until.getTime())
}

/** Whether the care ended at most 14 days after the family first paid the caregiver. */
function isOfNewFamily({ careEndedAt, pairSince }: Released): boolean {
  return careEndedAt.getTime() - pairSince.getTime() <= NEW_PAIR_MS
}

/** What payments of new families brought in the 14 days up to the end of the last care, in cents. */
function sumOfNewFamilies(money: readonly Released[]): number {
  const since = (money.at(-1)?.careEndedAt.getTime() ?? 0) - NEW_FAMILIES_MS
  return money
    .filter((one) => isOfNewFamily(one) && one.careEndedAt.getTime() > since)
    .reduce((sum, { earnedCents }) => sum + earnedCents, 0)
}

/**
 * What can be paid out of an available balance, in cents. Payouts take the oldest money first, so everything
 * that waits is still in the balance.
 */
export function calculatePayableCents(availableCents: number, waiting: readonly WaitingMoney[]): number {
  const waitingCents = waiting.reduce((sum, { cents }) => sum + cents, 0)
  return Math.max(0, availableCents - waitingCents)
}
