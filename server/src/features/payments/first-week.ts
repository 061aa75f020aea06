/** What a family may pay in its first week. @see docs/rules/money.md#a-familys-first-week */
import { DAY_MS } from '@tendwell/contract/time'

const WEEK_MS = 7 * DAY_MS

/**
 * Decides whether a family may pay an amount, in cents.
 * @param week.limitCents 0: any amount
 * @returns what is left of the limit and when it ends; null if they may
 */
export function exceedsFirstWeek(
  amountCents: number,
  {
    joinedAt,
    now,
    limitCents,
    usedCents,
  }: { joinedAt: Date; now: Date; limitCents: number; usedCents: number },
): { leftCents: number; endsAt: Date } | null {
  const endsAt = new Date(joinedAt.getTime() + WEEK_MS)
  if (limitCents === 0 || now >= endsAt) return null
  const leftCents = Math.max(0, limitCents - usedCents)
  return amountCents > leftCents ? { leftCents, endsAt } : null
}
