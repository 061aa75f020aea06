import type { AuditAction } from '@tendwell/contract/console/audit'
import { DOCUMENT_FIELDS } from '@tendwell/contract/profiles/profiles'
import type { Accessed, AccessReason, StaffAccess } from '@tendwell/contract/staff/staff-access'
import { DAY_MS } from '@tendwell/contract/time'
import { and, count, desc, eq, exists, inArray, not, type SQL } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import type { Reader } from '../../../platform/database/database.ts'
import { getOffset, type PageRequest } from '../../../platform/database/paging.ts'
import type { Actor } from '../../../platform/http/access.ts'
import { listRequestIdsOf } from '../../bookings/index.ts'
import { listDisputeIdsOf } from '../../disputes/index.ts'
import { isReportedBefore, listReportIdsBy } from '../../moderation/index.ts'
import { auditLog, users } from '../../people/index.ts'

/** The audited actions by which staff open something of a person, and what they open. */
const OPENINGS = {
  'contact.opened': 'contact',
  'visit.opened': 'visit',
  'messages.opened': 'messages',
  'document.opened': 'document',
  'dispute.viewed': 'dispute',
  'background-check.opened': 'background_check',
} as const satisfies Partial<Record<AuditAction, Accessed>>
/**
 * An open report holds back what staff open of the reported person until this many days after it was sent.
 */
const HELD_BACK_DAYS = 14

type OpeningAction = keyof typeof OPENINGS

/**
 * One page of what staff opened of a person's data, newest first, as the audit log has it. It leaves out who
 * of the staff opened it and, where the reason was somebody's safety, which booking it was: otherwise the
 * person could guess that the other side of that booking raised it.
 * @see docs/rules/own-data.md#what-staff-opened
 */
export async function listStaffAccess(
  { clock, database: reader }: Pick<Deps, 'clock' | 'database'>,
  { id, role }: Pick<Actor, 'id' | 'role'>,
  page: PageRequest,
): Promise<{ count: number; results: StaffAccess[] }> {
  // `visit.opened` opens what the family wrote about a visit in its request.
  const shownActions = (Object.keys(OPENINGS) as OpeningAction[]).filter(
    (action) => action !== 'visit.opened' || role === 'caretaker',
  )
  const isShownEntry = and(
    inArray(auditLog.subject, await listSubjects(reader, id)),
    inArray(auditLog.action, shownActions),
    isByStaff(reader),
    not(isHeldBack(reader, id, clock.now())),
  )
  const [total] = await reader.select({ count: count() }).from(auditLog).where(isShownEntry)
  const rows = await reader
    .select()
    .from(auditLog)
    .where(isShownEntry)
    .orderBy(desc(auditLog.id))
    .limit(page.page_size)
    .offset(getOffset(page))
  return { count: total?.count ?? 0, results: rows.map(toStaffAccess) }
}

/** The subjects of audit entries about a person, and about their requests, disputes and reports. */
async function listSubjects(reader: Reader, userId: number): Promise<string[]> {
  const own = {
    request: await listRequestIdsOf(reader, userId),
    dispute: await listDisputeIdsOf(reader, userId),
    report: await listReportIdsBy(reader, userId),
  }
  const found = Object.entries(own).flatMap(([kind, ids]) => ids.map((id) => `${kind}:${id}`))
  return [`user:${userId}`, ...found]
}

/**
 * Matches the audit entries of what staff opened since somebody reported the person, as long as that report
 * is open and not older than 14 days. Meanwhile the person doesn't see these entries; afterwards, whatever
 * was decided, they see all of them.
 * @see docs/rules/own-data.md#what-staff-opened
 */
export function isHeldBack(reader: Reader, userId: number, now: Date): SQL {
  const since = new Date(now.getTime() - HELD_BACK_DAYS * DAY_MS)
  return isReportedBefore(reader, userId, since, auditLog.at)
}

/** Matches entries of staff. The two sides of a dispute, too, open each other's evidence. */
function isByStaff(reader: Reader): SQL {
  const isActor = and(eq(users.id, auditLog.actorId), eq(users.role, 'admin'))
  return exists(reader.select({ id: users.id }).from(users).where(isActor))
}

/**
 * An audit entry as the person sees it, without the booking where somebody's safety was the reason (see
 * `listStaffAccess`). A `document.opened` entry without a document's name is about evidence of a dispute.
 */
function toStaffAccess({ id, at, action, subject, after }: typeof auditLog.$inferSelect): StaffAccess {
  const details = (after ?? {}) as { reason?: AccessReason; document?: string }
  const document = DOCUMENT_FIELDS.find((field) => field === details.document) ?? null
  const what = OPENINGS[action as OpeningAction]
  const [kind, number] = subject.split(':')
  return {
    id,
    at: at.toISOString(),
    what: what === 'document' && document === null ? 'evidence' : what,
    document,
    request_id: kind === 'request' && details.reason !== 'safety' ? Number(number) : null,
    dispute_id: kind === 'dispute' ? Number(number) : null,
    reason: details.reason ?? null,
  }
}
