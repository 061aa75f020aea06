/** Which of a caregiver's available money is too new to be paid out. @see docs/rules/money.md#new-money */

import { DAY_MS } from '@tendwell/contract/time'
import type { PayoutWaitReason } from '@tendwell/contract/wallet'

/** A family and a caregiver are new to each other for this long after the first payment between them. */
const NEW_PAIR_MS = 14 * DAY_MS
/** What a family may have paid in that time without a wait. */
const NEW_PAIR_CENTS = 50_000

/**
 * What a payment brought into the balance: cents, when the care ended, when the family first paid the caregiver, and the
 * cents that it had paid them with this payment and those before it.
 */
type Released = { cents: number; careEndedAt: Date; pairSince: Date; pairCents: number }

/** Money that can't be paid out before an instant. */
export type Waiting = { cents: number; until: Date; why: PayoutWaitReason }

/**
 * The money that waits, by the end and the cause of the wait, soonest first.
 * @param rule.isFirstPayout whether no payout of the caregiver has arrived yet
 * @param rule.days how long it waits after the visit; 0: nothing waits
 */
export function findWaiting(
  money: readonly Released[],
  { isFirstPayout, days, now }: { isFirstPayout: boolean; days: number; now: Date },
): Waiting[] {
  const waiting: Waiting[] = []
  for (const { cents, careEndedAt, pairSince, pairCents } of money) {
    const until = new Date(careEndedAt.getTime() + days * DAY_MS)
    if (cents === 0 || until <= now) continue
    const isNewPair = careEndedAt.getTime() - pairSince.getTime() <= NEW_PAIR_MS
    const isLargeOfNewPair = isNewPair && pairCents > NEW_PAIR_CENTS
    if (!isFirstPayout && !isLargeOfNewPair) continue
    const why = isFirstPayout ? 'first_payout' : 'new_family'
    const same = waiting.find((one) => one.until.getTime() === until.getTime() && one.why === why)
    if (same) same.cents += cents
    else waiting.push({ cents, until, why })
  }
  return waiting.sort((one, other) => one.until.getTime() - other.until.getTime())
}

/** What can be paid out of an available balance, in cents. Older money was paid out first. */
export function calculateFreeCents(availableCents: number, waiting: readonly Waiting[]): number {
  const waitingCents = waiting.reduce((sum, { cents }) => sum + cents, 0)
  return Math.max(0, availableCents - waitingCents)
}
