import type { AuditAction } from '@tendwell/contract/audit'
import { DOCUMENT_FIELDS } from '@tendwell/contract/profiles'
import type { Accessed, AccessReason, StaffAccess } from '@tendwell/contract/staff-access'
import { and, count, desc, eq, exists, gte, inArray, isNull, lte, not, or, type SQL } from 'drizzle-orm'
import type { Actor } from '../../platform/access.ts'
import type { Reader } from '../../platform/database.ts'
import { getOffset, type PageRequest } from '../../platform/pages.ts'
import { auditLog, users } from '../accounts/index.ts'
import { requests } from '../bookings/index.ts'
import { disputes } from '../disputes/index.ts'
import { reportDecisions, reports } from '../moderation/index.ts'

/** The audited actions that open something, and what that is. */
const OPENINGS = {
  'contact.opened': 'contact',
  'visit.opened': 'visit',
  'messages.opened': 'messages',
  'document.opened': 'document',
  'dispute.viewed': 'dispute',
  'background-check.opened': 'background_check',
} as const satisfies Partial<Record<AuditAction, Accessed>>
type Opening = keyof typeof OPENINGS

/**
 * One page of what staff opened of a person's data, newest first, as the audit log has it. It leaves out who it was.
 * @see docs/rules/own-data.md#what-staff-opened
 */
export async function listStaffAccess(
  reader: Reader,
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
    not(isDuringReport(reader, id)),
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
  const isParty = (table: typeof requests | typeof disputes) =>
    or(eq(table.caregiverId, userId), eq(table.caretakerId, userId)) as SQL
  const own = {
    request: await reader.select({ id: requests.id }).from(requests).where(isParty(requests)),
    dispute: await reader.select({ id: disputes.id }).from(disputes).where(isParty(disputes)),
    report: await reader.select({ id: reports.id }).from(reports).where(eq(reports.reporterId, userId)),
  }
  const found = Object.entries(own).flatMap(([kind, rows]) => rows.map(({ id }) => `${kind}:${id}`))
  return [`user:${userId}`, ...found]
}

/**
 * Matches what was opened while a report about the person was open. They don't learn of it, nor when somebody looks at it.
 * @see docs/rules/safety.md#reports
 */
function isDuringReport(reader: Reader, userId: number): SQL {
  const isOpenThen = and(
    eq(reports.reportedId, userId),
    lte(reports.createdAt, auditLog.at),
    or(isNull(reportDecisions.id), gte(reportDecisions.decidedAt, auditLog.at)),
  )
  return exists(
    reader
      .select({ id: reports.id })
      .from(reports)
      .leftJoin(reportDecisions, eq(reportDecisions.id, reports.decisionId))
      .where(isOpenThen),
  )
}

/** The two sides of a dispute open each other's evidence too. */
function isByStaff(reader: Reader): SQL {
  const isActor = and(eq(users.id, auditLog.actorId), eq(users.role, 'admin'))
  return exists(reader.select({ id: users.id }).from(users).where(isActor))
}

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
    request_id: kind === 'request' ? Number(number) : null,
    dispute_id: kind === 'dispute' ? Number(number) : null,
    reason: facts.reason ?? null,
  }
}
