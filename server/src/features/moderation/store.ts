import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Reader, Transaction } from '../../platform/database/database.ts'
import { reportDecisions, reports } from './tables.ts'

export type ReportRow = typeof reports.$inferSelect
export type NewReport = Omit<ReportRow, 'id' | 'decisionId'>
/** What a report is about: a message, a review, a profile or a booking, and its person. */
export type ReportTarget = Pick<ReportRow, 'kind' | 'reportedId' | 'messageId' | 'reviewId' | 'requestId'>

const isOpenReport = isNull(reports.decisionId)

/** The SQL condition that a report is about this target. */
export function isOfTarget({ kind, reportedId, messageId, reviewId, requestId }: ReportTarget) {
  return and(
    eq(reports.kind, kind),
    eq(reports.reportedId, reportedId),
    messageId === null ? undefined : eq(reports.messageId, messageId),
    reviewId === null ? undefined : eq(reports.reviewId, reviewId),
    requestId === null ? undefined : eq(reports.requestId, requestId),
  )
}

/**
 * Stores a report, or finds the open one that the same person made of the same target. A report about a
 * booking is always stored, because the unique index of open reports leaves bookings out.
 */
export async function insertReport(transaction: Transaction, report: NewReport): Promise<ReportRow> {
  // The open report may be decided between the two statements. The second attempt then inserts the new one.
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const [inserted] = await transaction.insert(reports).values(report).onConflictDoNothing().returning()
    if (inserted) return inserted
    const [openReport] = await transaction
      .select()
      .from(reports)
      .where(
        and(
          isOfTarget(report),
          isOpenReport,
          sql`${reports.reporterId} IS NOT DISTINCT FROM ${report.reporterId}`,
        ),
      )
    if (openReport) return openReport
  }
  throw new Error('The report was neither stored nor found')
}

/** Replaces the text of a report. */
export async function setReportText(transaction: Transaction, id: number, text: string): Promise<void> {
  await transaction.update(reports).set({ text }).where(eq(reports.id, id))
}

/** @returns null if there is no such report */
export async function findReport(reader: Reader, reportId: number): Promise<ReportRow | null> {
  const [row] = await reader.select().from(reports).where(eq(reports.id, reportId))
  return row ?? null
}

/** Locks and lists the open reports of a target, oldest first, until the transaction ends. */
export function lockOpenReports(transaction: Transaction, target: ReportTarget): Promise<ReportRow[]> {
  return transaction
    .select()
    .from(reports)
    .where(and(isOfTarget(target), isOpenReport))
    .orderBy(asc(reports.id))
    .for('no key update')
}

/** Stores a decision on locked reports. @returns the decision's id */
export async function insertDecision(
  transaction: Transaction,
  decision: typeof reportDecisions.$inferInsert,
  decidedReports: readonly ReportRow[],
): Promise<number> {
  const [inserted] = await transaction.insert(reportDecisions).values(decision).returning()
  if (!inserted) throw new Error('The decision was not stored')
  for (const { id } of decidedReports) {
    await transaction.update(reports).set({ decisionId: inserted.id }).where(eq(reports.id, id))
  }
  return inserted.id
}
