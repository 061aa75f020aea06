import type { AuditAction } from '@tendwell/contract/console/audit'
import { DOCUMENT_FIELDS } from '@tendwell/contract/profiles/profiles'
import type { Accessed, AccessReason, StaffAccess } from '@tendwell/contract/staff/staff-access'
import { DAY_MS } from '@tendwell/contract/time'
import { and, count, desc, eq, exists, inArray, not, type SQL } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import type { Reader } from '../../../platform/database/database.ts'
import { getOffset, type PageRequest } from '../../../platform/database/paging.ts'
import type { Actor } from '../../../platform/http/access.ts'
import { listRequestsOf } from '../../bookings/index.ts'
import { listDisputeIdsOf } from '../../disputes/index.ts'
import { isReportedBefore, listReportIdsBy } from '../../moderation/index.ts'
import { auditLog, users } from '../../people/index.ts'

/** The audited actions that open something, and what that is. */
const OPENINGS = {
  'contact.opened': 'contact',
  'visit.opened': 'visit',
  'messages.opened': 'messages',
  'document.opened': 'document',
  'dispute.viewed': 'dispute',
  'background-check.opened': 'background_check',
} as const satisfies Partial<Record<AuditAction, Accessed>>
/**
 * An open report holds back what staff open of the person it is about for so many days after it was sent, at
 * most.
 */
const HELD_BACK_DAYS = 14

type Opening = keyof typeof OPENINGS

/**
 * One page of what staff opened of a person's data, newest first, as the audit log has it. It leaves out who
 * it was, and which booking it was where somebody's safety was the reason: the other side may have been the
 * one to say so.
 * @see docs/rules/own-data.md#what-staff-opened
 */
export async function listStaffAccess(
  { clock, database: reader }: Pick<Deps, 'clock' | 'database'>,
  { id, role }: Pick<Actor, 'id' | 'role'>,
  page: PageRequest,
): Promise<{ count: number; results: StaffAccess[] }> {
  // What a request says about a visit is the family's.
  const openings = (Object.keys(OPENINGS) as Opening[]).filter(
    (action) => action !== 'visit.opened' || role === 'caretaker',
  )
  const isTheirs = and(
    inArray(auditLog.subject, await listSubjects(reader, id)),
    inArray(auditLog.action, openings),
    isByStaff(reader),
    not(isHeldBack(reader, id, clock.now())),
  )
  const [total] = await reader.select({ count: count() }).from(auditLog).where(isTheirs)
  const rows = await reader
    .select()
    .from(auditLog)
    .where(isTheirs)
    .orderBy(desc(auditLog.id))
    .limit(page.page_size)
    .offset(getOffset(page))
  return { count: total?.count ?? 0, results: rows.map(toStaffAccess) }
}

/** A person, and their bookings, disputes and reports, as the subjects of audit entries. */
async function listSubjects(reader: Reader, userId: number): Promise<string[]> {
  const own = {
    request: await listRequestsOf(reader, userId),
    dispute: await listDisputeIdsOf(reader, userId),
    report: await listReportIdsBy(reader, userId),
  }
  const found = Object.entries(own).flatMap(([kind, ids]) => ids.map((id) => `${kind}:${id}`))
  return [`user:${userId}`, ...found]
}

/**
 * Matches the audit entries of what staff opened since somebody reported the person, as long as that report
 * is open and not older than 14 days. Meanwhile they don't learn of it; afterwards, no matter who decided,
 * they read all of it.
 * @see docs/rules/own-data.md#what-staff-opened
 */
export function isHeldBack(reader: Reader, userId: number, now: Date): SQL {
  const since = new Date(now.getTime() - HELD_BACK_DAYS * DAY_MS)
  return isReportedBefore(reader, userId, since, auditLog.at)
}

/** The two sides of a dispute open each other's evidence too. */
function isByStaff(reader: Reader): SQL {
  const isActor = and(eq(users.id, auditLog.actorId), eq(users.role, 'admin'))
  return exists(reader.select({ id: users.id }).from(users).where(isActor))
}

/**
 * Names no booking where somebody's safety was the reason (see `listStaffAccess`). An entry about an opened
 * document that names no document is of evidence.
 */
function toStaffAccess({ id, at, action, subject, after }: typeof auditLog.$inferSelect): StaffAccess {
  const facts = (after ?? {}) as { reason?: AccessReason; document?: string }
  const document = DOCUMENT_FIELDS.find((field) => field === facts.document) ?? null
  const what = OPENINGS[action as Opening]
  const [kind, number] = subject.split(':')
  return {
    id,
    at: at.toISOString(),
    what: what === 'document' && document === null ? 'evidence' : what,
    document,
    request_id: kind === 'request' && facts.reason !== 'safety' ? Number(number) : null,
    dispute_id: kind === 'dispute' ? Number(number) : null,
    reason: facts.reason ?? null,
  }
}
