/** What a family may pay in its first week. @see docs/rules/money.md#a-familys-first-week */
import { WEEK_MS } from '@tendwell/contract/time'

/**
 * Finds out whether an amount, in cents, is above what a family may still pay in its first week.
 * @param week.firstPaidAt when the family paid for the first time; null if it never has, and then the limit
 *   applies too
 * @param week.limitCents the limit; 0 means no limit
 * @param week.usedCents what the family's other payments have used of the limit
 * @returns null if the family may pay the amount; otherwise what is left of the limit, and when the limit
 *   ends (null before the first payment)
 */
export function findFirstWeekExcess(
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
