import type { AuditAction, AuditEntry, AuditQuery } from '@tendwell/contract/audit'
import { and, desc, eq, inArray, type SQL } from 'drizzle-orm'
import type { Reader } from '../../../platform/database.ts'
import { onDays } from '../../../platform/days.ts'
import { countUpTo, getOffset } from '../../../platform/pages.ts'
import { auditLog, users } from '../../accounts/index.ts'
import { MAX_COUNT, matchesUser } from '../list-filters.ts'

/** Matches entries by people whose name or email address contains `q`. */
function isByPerson(reader: Reader, q: string | undefined): SQL | undefined {
  const matches = matchesUser(q)
  return matches && inArray(auditLog.actorId, reader.select({ id: users.id }).from(users).where(matches))
}

/**
 * Lists one page of the audit log, newest first. The dates are UTC days, both included. The count is exact up to
 * 10,000, otherwise 10,001.
 * @see docs/rules/console.md#audit-log
 */
export async function listAuditEntries(
  reader: Reader,
  query: AuditQuery,
): Promise<{ count: number; results: AuditEntry[] }> {
  const conditions = and(
    query.subject ? eq(auditLog.subject, query.subject) : undefined,
    query.actor_id ? eq(auditLog.actorId, query.actor_id) : undefined,
    query.action ? eq(auditLog.action, query.action) : undefined,
    onDays(auditLog.at, query),
    isByPerson(reader, query.q),
  )
  const count = await countUpTo(reader, auditLog, conditions, MAX_COUNT)
  const offset = getOffset(query)
  if (offset >= Math.min(count, MAX_COUNT)) return { count, results: [] }
  const rows = await reader
    .select()
    .from(auditLog)
    .where(conditions)
    .orderBy(desc(auditLog.id))
    .limit(query.page_size)
    .offset(offset)
  const names = await findNames(
    reader,
    rows.flatMap(({ actorId, subject }) => [actorId, getUserId(subject)]),
  )
  return {
    count,
    results: rows.map(({ actorId, ...entry }) => ({
      id: entry.id,
      at: entry.at.toISOString(),
      action: entry.action as AuditAction,
      actor: actorId === null ? null : { id: actorId, name: names.get(actorId) ?? '' },
      subject: entry.subject,
      subject_name: names.get(getUserId(entry.subject) ?? 0) ?? null,
      before: toFields(entry.before),
      after: toFields(entry.after),
      address: entry.address,
    })),
  }
}

/** `user:12` is 12; other subjects are null. */
function getUserId(subject: string): number | null {
  const id = /^user:(\d+)$/.exec(subject)?.[1]
  return id === undefined ? null : Number(id)
}

async function findNames(reader: Reader, ids: readonly (number | null)[]): Promise<Map<number, string>> {
  const wanted = [...new Set(ids)].filter((id) => id !== null)
  const found = await reader
    .select({ id: users.id, name: users.fullName })
    .from(users)
    .where(inArray(users.id, wanted))
  return new Map(found.map(({ id, name }) => [id, name]))
}

function toFields(value: unknown): Record<string, unknown> | null {
  return value !== null && typeof value === 'object' ? { ...value } : null
}
