import { and, gt, inArray, isNotNull, or, type SQL } from 'drizzle-orm'
import { payouts } from '../tables.ts'

/** Unfinished, and refused by the provider or reported after days without progress. */
export function isStuckPayout(): SQL | undefined {
  const isUnfinished = inArray(payouts.status, ['pending', 'processing', 'returning'])
  return and(isUnfinished, or(gt(payouts.refusals, 0), isNotNull(payouts.reportedAt)))
}
