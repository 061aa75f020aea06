import type { ReportDecision, ReportMessages, ReportRecord } from '@tendwell/contract/console/reports'
import type { AccessReason } from '@tendwell/contract/staff/staff-access'
import { toLocalDate } from '@tendwell/contract/time'
import { and, desc, eq, isNull, ne, not, type SQL, sql } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import { type Reader, withTransaction } from '../../../platform/database/database.ts'
import { toSinglePage } from '../../../platform/database/paging.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/access.ts'
import { findRequestIdOfBooking } from '../../bookings/index.ts'
import { findMessage, listMessagesAround } from '../../chat/index.ts'
import { createFileLink } from '../../files/index.ts'
import {
  audit,
  auditCounted,
  findNames,
  findUser,
  listAuditEntries,
  toAvatarUrl,
  type UserRow,
} from '../../people/index.ts'
import { readAbout } from '../../profiles/index.ts'
import { findReview } from '../../reviews/index.ts'
import { canHide } from '../reports/hiding.ts'
import { findReport, isOfTarget, type ReportRow } from '../store.ts'
import { reportDecisions, reports } from '../tables.ts'
import { readReports, type ShownAgain, toPerson, toReport } from './report-list.ts'

type RecordDeps = Pick<Deps, 'clock' | 'database' | 'secrets'>

/** How many messages before and after a reported message staff read with it. */
const CONTEXT_MESSAGES = 5
/** How many other reports by or about a person the record shows, the latest ones. */
const OTHER_REPORTS_MAXIMUM = 20

/**
 * A report, with the reported content as it was at the time and as it is now, and the other reports that
 * matter for a decision. Reading a reported message is audited first, with one entry an hour.
 * @throws AppError 404 for an unknown report
 * @see docs/rules/safety.md#moderation
 */
export async function getReportRecord(
  deps: RecordDeps,
  { actor, address }: { actor: Actor; address: string },
  id: number,
): Promise<ReportRecord> {
  const { database } = deps
  const [row] = await listReportsWhere(database, eq(reports.id, id))
  if (!row) throw notFound()
  const { report } = row
  const reported = await findUser(database, report.reportedId)
  if (!reported) throw notFound()
  if (report.messageId !== null) {
    const entry = { ...toReadingEntry(deps, id), actorId: actor.id, address }
    await withTransaction(database, (transaction) => auditCounted(transaction, entry))
  }
  const current = await readCurrentContent(deps, actor, report, reported)
  const { excerpt, measures, is_shown_again: _, ...summary } = toReport(row)
  const isOpen = report.decisionId === null
  const isOther = ne(reports.id, id)
  const isOpenOfSameThing = and(isOfTarget(report), isNull(reports.decisionId)) as SQL
  const isNotListedAsSame = isOpen ? not(isOpenOfSameThing) : undefined
  const toReports = async (where: SQL | undefined) => (await listReportsWhere(database, where)).map(toReport)
  return {
    ...summary,
    text: report.text,
    concern: report.concern,
    request_id: report.requestId,
    review_of: report.reviewId === null ? null : await findReviewContext(database, report.reviewId),
    snapshot: report.snapshot,
    now: current && { text: current.text, rating: current.rating, name: current.name, photo: current.photo },
    is_hidden: current?.isHidden ?? false,
    can_hide: canHide(report, reported.role),
    reported_is_active: reported.isActive,
    reported_is_closed: reported.closedAt !== null && reported.deactivatedAt === null,
    reported_suspended_until:
      reported.suspendedUntil && toLocalDate(reported.suspendedUntil.getTime(), 'UTC'),
    decision: report.decisionId === null ? null : await readDecision(database, report, row.shownAgain),
    same: isOpen ? await toReports(and(isOpenOfSameThing, isOther)) : [],
    about_reported: await toReports(
      and(eq(reports.reportedId, report.reportedId), isOther, isNotListedAsSame),
    ),
    by_reporter:
      report.reporterId === null
        ? []
        : await toReports(and(eq(reports.reporterId, report.reporterId), isOther)),
  }
}

/** The audit entry of reading messages because of a report. */
function toReadingEntry({ clock }: Pick<Deps, 'clock'>, id: number) {
  const reason: AccessReason = 'dispute'
  return { at: clock.now(), action: 'messages.opened', subject: `report:${id}`, after: { reason } } as const
}

/** The newest reports that meet a condition, at most `OTHER_REPORTS_MAXIMUM`. */
function listReportsWhere(database: Deps['database'], where: SQL | undefined) {
  const order = { orderBy: [desc(reports.id)], sortValue: sql<string>`''` }
  return readReports({ database }, { where, ...order, limit: OTHER_REPORTS_MAXIMUM, offset: 0 })
}

/** The caregiver and the request that a review is about; null if one of them doesn't exist any more. */
async function findReviewContext(reader: Reader, reviewId: number): Promise<ReportRecord['review_of']> {
  const review = await findReview(reader, reviewId)
  const caregiver = review && (await findUser(reader, review.caregiverId))
  const requestId = review && (await findRequestIdOfBooking(reader, review.bookingId))
  return caregiver && requestId ? { caregiver: toPerson(caregiver), request_id: requestId } : null
}

/** The decision on a report, with who made it, and when it was undone by showing content or activating. */
async function readDecision(
  reader: Reader,
  { decisionId, reportedId }: ReportRow,
  shownAgain: ShownAgain | null,
): Promise<ReportDecision> {
  const isDecision = eq(reportDecisions.id, decisionId as number)
  const [decision] = await reader.select().from(reportDecisions).where(isDecision)
  if (!decision) throw notFound()
  const liftEntry =
    decision.suspendedUntil === null ? null : await findSuspensionLift(reader, reportedId, decision)
  const decidedReports = await reader
    .select({ id: reports.id })
    .from(reports)
    .where(eq(reports.decisionId, decision.id))
    .orderBy(reports.id)
  const names = await findNames(reader, [
    decision.decidedBy,
    shownAgain?.actorId ?? null,
    liftEntry?.actorId ?? null,
  ])
  const toStaff = (id: number) => ({ id, name: names.get(id) ?? '' })
  return {
    measures: decision.measures,
    message: decision.message,
    suspended_until: decision.suspendedUntil,
    note: decision.note,
    at: decision.decidedAt.toISOString(),
    by: toStaff(decision.decidedBy),
    shown_again: shownAgain?.actorId
      ? { at: shownAgain.at.toISOString(), by: toStaff(shownAgain.actorId) }
      : null,
    lifted: liftEntry?.actorId ? { at: liftEntry.at.toISOString(), by: toStaff(liftEntry.actorId) } : null,
    reports: decidedReports.map(({ id }) => id),
  }
}

/**
 * The audit entry of the activation that ended a suspension. Null if the suspension has not ended, or if a
 * deactivation replaced it. An entry without an actor means that the suspension ended on its day.
 */
async function findSuspensionLift(reader: Reader, userId: number, { decidedAt }: { decidedAt: Date }) {
  const subjects = [`user:${userId}`]
  const actions = ['user.activated', 'user.deactivated'] as const
  const entries = await listAuditEntries(reader, actions, { subjects, from: decidedAt })
  const nextEntry = entries.find(({ at }) => at > decidedAt)
  return nextEntry?.action === 'user.activated' ? nextEntry : null
}

/**
 * The reported content as it is now, also if it is hidden; null if it doesn't exist any more, for a
 * booking, and for a person who has become staff.
 */
async function readCurrentContent(deps: RecordDeps, actor: Actor, report: ReportRow, reported: UserRow) {
  const { database } = deps
  if (report.messageId !== null) {
    const message = await findMessage(database, report.messageId)
    if (!message) return null
    return { text: message.text, rating: null, name: null, photo: null, isHidden: message.hiddenAt !== null }
  }
  if (report.reviewId !== null) {
    const review = await findReview(database, report.reviewId)
    if (!review) return null
    const isHidden = review.hiddenAt !== null
    return { text: review.comment, rating: review.rating, name: null, photo: null, isHidden }
  }
  const { id, role, fullName: name } = reported
  if (role === 'admin' || report.kind === 'booking') return null
  const { text, hidden } = await readAbout(database, { id, role })
  const hiddenPhoto = hidden?.avatarFileId ?? null
  return {
    text: text || (hidden?.text ?? ''),
    rating: null,
    name,
    photo: hiddenPhoto === null ? toAvatarUrl(reported) : createFileLink(deps, hiddenPhoto, actor.id),
    isHidden: hidden !== null,
  }
}

/**
 * Shows a member of staff the reported message with the five messages before and after it. The audit entry is
 * committed before the messages are sent.
 * @throws AppError 404 for an unknown report, and for one that isn't about a message
 * @see docs/rules/safety.md#moderation
 */
export async function openReportMessages(
  { clock, database }: Pick<Deps, 'clock' | 'database'>,
  staff: { actorId: number; address: string },
  id: number,
): Promise<ReportMessages> {
  return withTransaction(database, async (transaction) => {
    const report = await findReport(transaction, id)
    const message = report?.messageId ? await findMessage(transaction, report.messageId) : null
    if (!message) throw notFound()
    await audit(transaction, { ...toReadingEntry({ clock }, id), ...staff })
    const [sender, recipient] = [
      await findUser(transaction, message.senderId),
      await findUser(transaction, message.recipientId),
    ]
    if (!sender || !recipient) throw notFound()
    const rows = await listMessagesAround(transaction, message, CONTEXT_MESSAGES)
    return toSinglePage(
      rows.map((row) => ({
        id: row.id,
        sender: toPerson(row.sender === message.sender ? sender : recipient),
        text: row.text,
        created_at: row.createdAt.toISOString(),
        is_removed: row.hiddenAt !== null,
        is_reported: row.id === message.id,
      })),
    )
  })
}
