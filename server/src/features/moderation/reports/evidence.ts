/** What of reports outlives an account. @see docs/rules/own-data.md#evidence-of-reports-and-disputes */
import { and, eq, exists, gt, isNull, lte, or, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Reader } from '../../../platform/database/database.ts'
import { reportDecisions, reports } from '../tables.ts'

/** The reports of a person, on either side, that are open or were decided after a time. */
export function listReportEvidence(reader: Reader, userId: number, since: Date) {
  return reader
    .select({
      id: reports.id,
      reviewId: reports.reviewId,
      one: reports.reporterId,
      other: reports.reportedId,
    })
    .from(reports)
    .leftJoin(reportDecisions, eq(reportDecisions.id, reports.decisionId))
    .where(
      and(
        or(eq(reports.reporterId, userId), eq(reports.reportedId, userId)),
        or(isNull(reports.decisionId), gt(reportDecisions.decidedAt, since)),
      ),
    )
}

/** The numbers of the reports that a person sent. */
export async function listReportsBy(reader: Reader, userId: number): Promise<number[]> {
  const rows = await reader.select({ id: reports.id }).from(reports).where(eq(reports.reporterId, userId))
  return rows.map(({ id }) => id)
}

/**
 * The SQL condition that an open report about a person was sent after a time, and not later than `at`.
 * @param at a column with the time of a row
 */
export function isReportedBefore(reader: Reader, userId: number, since: Date, at: SQLWrapper): SQL {
  const isHolding = and(
    eq(reports.reportedId, userId),
    isNull(reports.decisionId),
    gt(reports.createdAt, since),
    lte(reports.createdAt, at),
  )
  return exists(reader.select({ id: reports.id }).from(reports).where(isHolding))
}
