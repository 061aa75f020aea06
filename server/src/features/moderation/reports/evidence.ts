/**
 * Reports that are evidence, because of which an erasure keeps some data.
 * @see docs/rules/own-data.md#evidence-of-reports-and-disputes
 */
import { and, eq, exists, gt, isNull, lte, or, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Reader } from '../../../platform/database/database.ts'
import { reportDecisions, reports } from '../tables.ts'

/**
 * The reports by or about a person that are open or were decided after `since`, with the ids of the reporter
 * (`side`, null for the product itself) and of the reported person (`otherSide`).
 */
export function listReportEvidence(reader: Reader, userId: number, since: Date) {
  return reader
    .select({
      id: reports.id,
      reviewId: reports.reviewId,
      side: reports.reporterId,
      otherSide: reports.reportedId,
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

/** The ids of the reports that a person sent. */
export async function listReportIdsBy(reader: Reader, userId: number): Promise<number[]> {
  const rows = await reader.select({ id: reports.id }).from(reports).where(eq(reports.reporterId, userId))
  return rows.map(({ id }) => id)
}

/**
 * The SQL condition that an open report about a person was sent after `since`, and not later than the time in
 * a column.
 * @param timeColumn the column with a row's time
 */
export function isReportedBefore(reader: Reader, userId: number, since: Date, timeColumn: SQLWrapper): SQL {
  const isOpenReport = and(
    eq(reports.reportedId, userId),
    isNull(reports.decisionId),
    gt(reports.createdAt, since),
    lte(reports.createdAt, timeColumn),
  )
  return exists(reader.select({ id: reports.id }).from(reports).where(isOpenReport))
}
