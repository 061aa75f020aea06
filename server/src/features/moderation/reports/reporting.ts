import type { ReportBody, ReportReceipt } from '@tendwell/contract/safety/reports'
import { DAY_MS, MINUTE_MS } from '@tendwell/contract/time'
import { and, eq, gt } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { notFound, tooManyRequests } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/access.ts'
import { lockUser } from '../../people/index.ts'
import { insertReport, lockOpenReports, type ReportRow, setReportText, type Target } from '../store.ts'
import { reports } from '../tables.ts'
import { appendToReportText, describeEmergencyCall, SAME_REPORT_MS } from './safety-limit.ts'
import { FIND_REPORTABLE, findBlockable } from './targets.ts'

const REPORTS_A_DAY = 20

/**
 * Reports a message, a review, a profile or a booking to staff, with a copy of it as it is now. Reporting the
 * same thing again while the report is open stores nothing and gives the same answer. Reporting a booking
 * again adds to the report for 10 minutes, and makes a new one after that.
 * @throws AppError 404 for something that doesn't exist, is the actor's own or can't be seen by them; 429
 *   after 20 reports in 24 hours
 * @see docs/rules/safety.md#reports
 */
export async function reportContent(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'config' | 'jobs'>,
  actor: Actor,
  { kind, id, reason, concern, text }: ReportBody,
): Promise<ReportReceipt> {
  // The lock makes parallel calls of one person count one after another.
  await lockUser(transaction, actor.id)
  const found = await FIND_REPORTABLE[kind]({ clock: deps.clock, database: transaction }, actor, id)
  if (!found) throw notFound()
  const { target, snapshot, safety } = found
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
 * Adds to the open report that the same person made of the booking within the past 10 minutes.
 * @returns null if there is no such report, or no room in it
 */
async function addToRecentReport(
  transaction: Transaction,
  target: Target,
  statement: Pick<ReportRow, 'reporterId' | 'concern' | 'text' | 'createdAt'>,
): Promise<ReportRow | null> {
  const since = new Date(statement.createdAt.getTime() - SAME_REPORT_MS)
  const open = await lockOpenReports(transaction, target)
  const recent = open.findLast(
    ({ reporterId, createdAt }) => reporterId === statement.reporterId && createdAt > since,
  )
  if (!recent) return null
  const minutes = Math.floor((statement.createdAt.getTime() - recent.createdAt.getTime()) / MINUTE_MS)
  const text = appendToReportText(recent, statement, minutes)
  if (text === null) return null
  if (text !== recent.text) await setReportText(transaction, recent.id, text)
  return recent
}

/**
 * Refuses a report by someone who has sent 20 reports in 24 hours. For a report about a booking during a
 * visit only other reports about bookings count, so that an emergency can be reported even after many others.
 * @param visit given if the report is about a booking; the error then says which number to call
 * @throws AppError 429 after 20 reports in 24 hours
 */
async function requireReportAllowed(
  transaction: Transaction,
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  reporterId: number,
  visit: { isUnderWay: boolean; country: string } | undefined,
): Promise<void> {
  if (!config.rateLimits) return
  const now = clock.now().getTime()
  const isCounted = and(
    eq(reports.reporterId, reporterId),
    gt(reports.createdAt, new Date(now - DAY_MS)),
    visit?.isUnderWay ? eq(reports.kind, 'booking') : undefined,
  )
  const recent = await transaction
    .select({ createdAt: reports.createdAt })
    .from(reports)
    .where(isCounted)
    .orderBy(reports.createdAt)
  const blocking = recent.at(-REPORTS_A_DAY)
  if (!blocking) return
  const sent = `You’ve sent ${REPORTS_A_DAY} reports in one day`
  const detail = visit
    ? `${sent}, and our team has them. ${describeEmergencyCall(visit.country)}`
    : `${sent}. If this is urgent, please use the contact form`
  throw tooManyRequests(detail, (blocking.createdAt.getTime() + DAY_MS - now) / 1_000)
}
