/** Which of a caregiver's available money is too new to be paid out. @see docs/rules/money.md#new-money */

import type { PayoutWaitReason } from '@tendwell/contract/payments/wallet'
import { DAY_MS } from '@tendwell/contract/time'

/** A family and a caregiver are new to each other for this long after the first payment between them. */
const NEW_PAIR_MS = 14 * DAY_MS
/** How long money of new families counts, and how much of it waits for nothing, from all of them together. */
export const NEW_FAMILIES_MS = 14 * DAY_MS
const NEW_FAMILIES_CENTS = 50_000

/**
 * What a payment brought into the balance: the cents that are still in it, all that the caregiver earned by
 * it, when the care ended, and when the family first paid the caregiver.
 */
type Released = { cents: number; earnedCents: number; careEndedAt: Date; pairSince: Date }

/** Money that can't be paid out before an instant. */
export type Waiting = { cents: number; until: Date; why: PayoutWaitReason }

/**
 * The money that waits, by the end and the cause of the wait, soonest first.
 * @param money by the end of the care, the oldest first, from `NEW_FAMILIES_MS` before the first that can
 *   wait
 * @param rule.isFirstPayout whether no payout of the caregiver has arrived yet
 * @param rule.days how long it waits after the visit; 0: nothing waits
 */
export function findWaiting(
  money: readonly Released[],
  { isFirstPayout, days, now }: { isFirstPayout: boolean; days: number; now: Date },
): Waiting[] {
  const waiting: Waiting[] = []
  for (const [index, released] of money.entries()) {
    const until = new Date(released.careEndedAt.getTime() + days * DAY_MS)
    const beyondCents = countOfNewFamilies(money.slice(0, index + 1)) - NEW_FAMILIES_CENTS
    const ofNewFamily = isOfNewFamily(released) ? Math.max(0, beyondCents) : 0
    const cents = isFirstPayout ? released.cents : Math.min(released.cents, ofNewFamily)
    if (cents === 0 || until <= now) continue
    const why = isFirstPayout ? 'first_payout' : 'new_family'
    const same = waiting.find((one) => one.until.getTime() === until.getTime() && one.why === why)
    if (same) same.cents += cents
    else waiting.push({ cents, until, why })
  }
  return waiting.sort((one, other) => one.until.getTime() - other.until.getTime())
}

function isOfNewFamily({ careEndedAt, pairSince }: Released): boolean {
  return careEndedAt.getTime() - pairSince.getTime() <= NEW_PAIR_MS
}

/** What new families had brought in the 14 days until the end of the last care, in cents. */
function countOfNewFamilies(money: readonly Released[]): number {
  const since = (money.at(-1)?.careEndedAt.getTime() ?? 0) - NEW_FAMILIES_MS
  return money
    .filter((one) => isOfNewFamily(one) && one.careEndedAt.getTime() > since)
    .reduce((sum, { earnedCents }) => sum + earnedCents, 0)
}

/**
 * What can be paid out of an available balance, in cents. A payout takes the oldest money first, so all that
 * waits is still in the balance.
 */
export function calculatePayableCents(availableCents: number, waiting: readonly Waiting[]): number {
  const waitingCents = waiting.reduce((sum, { cents }) => sum + cents, 0)
  return Math.max(0, availableCents - waitingCents)
}
