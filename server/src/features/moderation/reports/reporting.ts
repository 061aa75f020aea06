import type { ReportBody, ReportReceipt } from '@tendwell/contract/safety/reports'
import { DAY_MS, MINUTE_MS } from '@tendwell/contract/time'
import { and, eq, gt } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { notFound, tooManyRequests } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/access.ts'
import { lockUser } from '../../people/index.ts'
import { insertReport, lockOpenReports, type ReportRow, type ReportTarget, setReportText } from '../store.ts'
import { reports } from '../tables.ts'
import { appendToReportText, describeEmergencyCall, SAME_REPORT_MS } from './safety-limit.ts'
import { FIND_REPORTABLE, findBlockable } from './targets.ts'

const REPORTS_A_DAY = 20

/**
 * Reports a message, a review, a profile or a booking to staff, with a copy of it as it is now. Reporting the
 * same thing again while the report is open stores nothing and gives the same answer. Reporting a booking
 * again adds to the report for 10 minutes, and makes a new one after that.
 * @throws AppError 404 for something that doesn't exist, is the actor's own or can't be seen by them; 429
 *   after too many reports after 20 reports in 24 hours
 * @see docs/rules/safety.md#reports
 */
export async function reportContent(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'config' | 'jobs'>,
  actor: Actor,
  { kind, id, reason, concern, text }: ReportBody,
): Promise<ReportReceipt> {
  // Under this lock parallel calls of one person run one after another, so each counts the reports before it.
  await lockUser(transaction, actor.id)
  const reportable = await FIND_REPORTABLE[kind]({ clock: deps.clock, database: transaction }, actor, id)
  if (!reportable) throw notFound()
  const { target, snapshot, safety } = reportable
  const createdAt = deps.clock.now()
  const statement = { reporterId: actor.id, reason, concern: concern ?? null, text, createdAt }
  let report = safety ? await addToRecentReport(transaction, target, statement) : null
  if (!report) {
    await requireReportAllowed(transaction, deps, actor.id, safety)
    report = await insertReport(transaction, { ...target, ...statement, snapshot })
  }
  if (safety) {
    await deps.jobs.publish(transaction, 'report.urgent', {
      reportId: report.id,
      reporterId: actor.id,
      requestId: id,
      isUnderWay: safety.isUnderWay,
      at: createdAt.toISOString(),
    })
  }
  return {
    id: report.id,
    kind: report.kind,
    created_at: report.createdAt.toISOString(),
    blockable: await findBlockable(transaction, actor, target.reportedId),
  }
}

/**
 * Adds a statement to the open report about the booking that its author made within the past 10 minutes.
 * @returns that report; null if there is none, or no room in its text
 */
async function addToRecentReport(
  transaction: Transaction,
  target: ReportTarget,
  statement: Pick<ReportRow, 'reporterId' | 'concern' | 'text' | 'createdAt'>,
): Promise<ReportRow | null> {
  const since = new Date(statement.createdAt.getTime() - SAME_REPORT_MS)
  const openReports = await lockOpenReports(transaction, target)
  const recentReport = openReports.findLast(
    ({ reporterId, createdAt }) => reporterId === statement.reporterId && createdAt > since,
  )
  if (!recentReport) return null
  const minutes = Math.floor((statement.createdAt.getTime() - recentReport.createdAt.getTime()) / MINUTE_MS)
  const text = appendToReportText(recentReport, statement, minutes)
  if (text === null) return null
  if (text !== recentReport.text) await setReportText(transaction, recentReport.id, text)
  return recentReport
}

/**
 * Refuses a report by someone who has sent 20 reports in 24 hours. For a report about a booking during a
 * visit only other reports about bookings count, so that an emergency can be reported even after many others.
 * @param safety only for a report about a booking; the error then says which emergency number to call
 * @throws AppError 429 after 20 reports in 24 hours
 */
async function requireReportAllowed(
  transaction: Transaction,
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  reporterId: number,
  safety: { isUnderWay: boolean; country: string } | undefined,
): Promise<void> {
  if (!config.rateLimits) return
  const now = clock.now().getTime()
  const isCounted = and(
    eq(reports.reporterId, reporterId),
    gt(reports.createdAt, new Date(now - DAY_MS)),
    safety?.isUnderWay ? eq(reports.kind, 'booking') : undefined,
  )
  const recentReports = await transaction
    .select({ createdAt: reports.createdAt })
    .from(reports)
    .where(isCounted)
    .orderBy(reports.createdAt)
  // Another report is allowed once the last 20 don't fit into a day any more.
  const limitingReport = recentReports.at(-REPORTS_A_DAY)
  if (!limitingReport) return
  const sent = `You’ve sent ${REPORTS_A_DAY} reports in one day`
  const detail = safety
    ? `${sent}, and our team has them. ${describeEmergencyCall(safety.country)}`
    : `${sent}. If this is urgent, please use the contact form`
  throw tooManyRequests(detail, (limitingReport.createdAt.getTime() + DAY_MS - now) / 1_000)
}
