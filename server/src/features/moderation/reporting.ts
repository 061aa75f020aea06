import type { ReportBody, ReportReceipt } from '@tendwell/contract/reports'
import { DAY_MS } from '@tendwell/contract/time'
import { and, eq, gt } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../platform/access.ts'
import type { Transaction } from '../../platform/database.ts'
import { notFound, tooManyRequests } from '../../platform/errors.ts'
import { lockUser } from '../accounts/index.ts'
import { insertReport } from './store.ts'
import { reports } from './tables.ts'
import { FIND_REPORTABLE, findBlockable } from './targets.ts'

const REPORTS_A_DAY = 20

/**
 * Reports a message, a review, a profile or a booking to staff, with a copy of it as it is now. A repeat while the report
 * is open stores nothing and answers the same, unless it is about a booking.
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
  const { isUnderWay = false } = found
  if (!isUnderWay) await requireFewReports(transaction, deps, actor.id)
  const report = await insertReport(transaction, {
    ...found.target,
    reporterId: actor.id,
    reason,
    concern: concern ?? null,
    text,
    snapshot: found.snapshot,
    createdAt: deps.clock.now(),
  })
  if (kind === 'booking') {
    await deps.jobs.publish(transaction, 'report.urgent', {
      reportId: report.id,
      reporterId: actor.id,
      requestId: id,
      isUnderWay,
      at: report.createdAt.toISOString(),
    })
  }
  return {
    id: report.id,
    kind: report.kind,
    created_at: report.createdAt.toISOString(),
    blockable: await findBlockable(transaction, actor, found.target.reportedId),
  }
}

/** @throws AppError 429 */
async function requireFewReports(
  transaction: Transaction,
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  reporterId: number,
): Promise<void> {
  if (!config.rateLimits) return
  const now = clock.now().getTime()
  const isRecent = and(eq(reports.reporterId, reporterId), gt(reports.createdAt, new Date(now - DAY_MS)))
  const recent = await transaction
    .select({ createdAt: reports.createdAt })
    .from(reports)
    .where(isRecent)
    .orderBy(reports.createdAt)
  const oldest = recent.at(-REPORTS_A_DAY)
  if (!oldest) return
  const detail = `You’ve sent ${REPORTS_A_DAY} reports in one day. If this is urgent, please use the contact form`
  throw tooManyRequests(detail, (oldest.createdAt.getTime() + DAY_MS - now) / 1_000)
}
