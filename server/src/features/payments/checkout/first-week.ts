/** What a family may pay in its first week. @see docs/rules/money.md#a-familys-first-week */
import { DAY_MS } from '@tendwell/contract/time'

const WEEK_MS = 7 * DAY_MS

/**
 * Decides whether a family may pay an amount, in cents.
 * @param week.firstPaidAt when it paid for the first time; null if it hasn't: its first week is then still to
 *   come, and the limit holds
 * @param week.limitCents 0: any amount
 * @returns what is left of the limit and when it ends, null before the first payment; null if they may
 */
export function exceedsFirstWeek(
  amountCents: number,
  {
    firstPaidAt,
    now,
    limitCents,
    usedCents,
  }: { firstPaidAt: Date | null; now: Date; limitCents: number; usedCents: number },
): { leftCents: number; endsAt: Date | null } | null {
  const endsAt = firstPaidAt && new Date(firstPaidAt.getTime() + WEEK_MS)
  if (limitCents === 0 || (endsAt && now >= endsAt)) return null
  const leftCents = Math.max(0, limitCents - usedCents)
  return amountCents > leftCents ? { leftCents, endsAt } : null
}
