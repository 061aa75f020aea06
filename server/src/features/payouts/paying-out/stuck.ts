import { and, gt, inArray, isNotNull, or, type SQL } from 'drizzle-orm'
import { payouts } from '../tables.ts'

/**
 * The SQL condition that a payout is unfinished, and was refused by the provider or reported for lack of
 * progress.
 */
export function isStuckPayout(): SQL | undefined {
  const isUnfinished = inArray(payouts.status, ['pending', 'processing', 'returning'])
  return and(isUnfinished, or(gt(payouts.refusals, 0), isNotNull(payouts.reportedAt)))
}
