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
import { addToReport, describeEmergencyCall, SAME_REPORT_MS } from './safety-limit.ts'
import { FIND_REPORTABLE, findBlockable } from './targets.ts'

const REPORTS_A_DAY = 20

/**
 * Reports a message, a review, a profile or a booking to staff, with a copy of it as it is now. A repeat
 * while the report is open stores nothing and answers the same. One about a booking adds to the report of the
 * last minutes, and is a new one after that.
 * @throws AppError 404 for what does not exist, is the actor's own or can't be seen by them; 429
 * @see docs/rules/safety.md#reports
 */
export async function reportContent(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'config' | 'jobs'>,
  actor: Actor,
  { kind, id, reason, concern, text }: ReportBody,
): Promise<ReportReceipt> {
  // Parallel calls of one person count one after another.
  await lockUser(transaction, actor.id)
  const found = await FIND_REPORTABLE[kind]({ clock: deps.clock, database: transaction }, actor, id)
  if (!found) throw notFound()
  const { target, snapshot, safety } = found
  const createdAt = deps.clock.now()
  const said = { reporterId: actor.id, reason, concern: concern ?? null, text, createdAt }
  let report = safety ? await addToRecent(transaction, target, said) : null
  if (!report) {
    await requireReportsLeft(transaction, deps, actor.id, safety)
    report = await insertReport(transaction, { ...target, ...said, snapshot })
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
 * Adds to the open report that the same person made of the booking within the last minutes.
 * @returns null without room in one
 */
async function addToRecent(
  transaction: Transaction,
  target: Target,
  said: Pick<ReportRow, 'reporterId' | 'concern' | 'text' | 'createdAt'>,
): Promise<ReportRow | null> {
  const since = new Date(said.createdAt.getTime() - SAME_REPORT_MS)
  const open = await lockOpenReports(transaction, target)
  const recent = open.findLast(
    ({ reporterId, createdAt }) => reporterId === said.reporterId && createdAt > since,
  )
  if (!recent) return null
  const minutes = Math.floor((said.createdAt.getTime() - recent.createdAt.getTime()) / MINUTE_MS)
  const text = addToReport(recent, said, minutes)
  if (text === null) return null
  if (text !== recent.text) await setReportText(transaction, recent.id, text)
  return recent
}

/**
 * Refuses a report by someone who has sent as many in 24 hours as they may. During a visit only reports about
 * bookings count, so that an emergency can always be reported.
 * @param visit if the report is about a booking; the refusal then says whom to call
 * @throws AppError 429
 */
async function requireReportsLeft(
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
