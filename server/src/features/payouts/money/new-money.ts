/** Which of a caregiver's available money is too new to be paid out. @see docs/rules/money.md#new-money */

import type { PayoutWaitReason } from '@tendwell/contract/payments/wallet'
import { DAY_MS } from '@tendwell/contract/time'

/** A family and a caregiver are new to each other for this long after the first payment between them. */
const NEW_PAIR_MS = 14 * DAY_MS
/** Money of new families is added up over this span; what is above `NEW_FAMILIES_CENTS` waits. */
export const NEW_FAMILIES_MS = 14 * DAY_MS
const NEW_FAMILIES_CENTS = 50_000

/**
 * What a payment brought into the available balance: the cents that are not refunded or on hold (`cents`),
 * with what is on hold (`earnedCents`), when the care ended, and when the family first paid the caregiver
 * (`pairSince`).
 */
type ReleasedMoney = { cents: number; earnedCents: number; careEndedAt: Date; pairSince: Date }

/** Money that can't be paid out before `until`. */
export type WaitingMoney = { cents: number; until: Date; why: PayoutWaitReason }

/**
 * How much of a caregiver's released money waits, summed by the end and the reason of the wait, soonest
 * first. Before the first payout all of it waits; later what new families bring in above the limit.
 * @param money in order of the end of the care. It has to reach back `NEW_FAMILIES_MS` further than the
 *   oldest money that can still wait
 * @param rule.isFirstPayout whether no payout of the caregiver has arrived yet
 * @param rule.days how many days money waits after the visit; 0 means that nothing waits
 */
export function calculateWaitingMoney(
  money: readonly ReleasedMoney[],
  { isFirstPayout, days, now }: { isFirstPayout: boolean; days: number; now: Date },
): WaitingMoney[] {
  const waits: WaitingMoney[] = []
  for (const [index, releasedMoney] of money.entries()) {
    const until = new Date(releasedMoney.careEndedAt.getTime() + days * DAY_MS)
    const aboveLimitCents = sumNewFamilyCents(money.slice(0, index + 1)) - NEW_FAMILIES_CENTS
    const newFamilyCents = isOfNewFamily(releasedMoney) ? Math.max(0, aboveLimitCents) : 0
    const cents = isFirstPayout ? releasedMoney.cents : Math.min(releasedMoney.cents, newFamilyCents)
    if (cents === 0 || until <= now) continue
    const why = isFirstPayout ? 'first_payout' : 'new_family'
    const sameWait = waits.find((wait) => wait.until.getTime() === until.getTime() && wait.why === why)
    if (sameWait) sameWait.cents += cents
    else waits.push({ cents, until, why })
  }
  return waits.sort((one, other) => one.until.getTime() - other.until.getTime())
}

/** Whether the care ended at most 14 days after the family first paid the caregiver. */
function isOfNewFamily({ careEndedAt, pairSince }: ReleasedMoney): boolean {
  return careEndedAt.getTime() - pairSince.getTime() <= NEW_PAIR_MS
}

/**
 * What payments of new families brought in the `NEW_FAMILIES_MS` that end with the last care in `money`, in
 * cents. Money on hold counts.
 */
function sumNewFamilyCents(money: readonly ReleasedMoney[]): number {
  const since = (money.at(-1)?.careEndedAt.getTime() ?? 0) - NEW_FAMILIES_MS
  return money
    .filter((payment) => isOfNewFamily(payment) && payment.careEndedAt.getTime() > since)
    .reduce((sum, { earnedCents }) => sum + earnedCents, 0)
}

/**
 * How much of an available balance can be paid out, in cents. Payouts take the oldest money first, so all
 * money that waits is still in the balance.
 */
export function calculatePayableCents(availableCents: number, waiting: readonly WaitingMoney[]): number {
  const waitingCents = waiting.reduce((sum, { cents }) => sum + cents, 0)
  return Math.max(0, availableCents - waitingCents)
}
