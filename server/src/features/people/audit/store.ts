import type { AuditAction } from '@tendwell/contract/console/audit'
import { HOUR_MS } from '@tendwell/contract/time'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Reader, Transaction } from '../../../platform/database/database.ts'
import { users } from '../tables.ts'
import { auditCounts, auditLog } from './tables.ts'

/**
 * An entry of the audit log. `before` and `after` are the changed values; they never hold secrets, documents
 * or children's names.
 */
export type AuditEntry = {
  at: Date
  /** Null for a visitor, a command or a job. */
  actorId: number | null
  action: AuditAction
  /** What the action was done to, such as `user:12`. */
  subject: string
  before?: unknown
  after?: unknown
  /** The caller's network address. */
  address?: string | null
}

/**
 * Adds an entry to the audit log, in the same transaction as the action.
 * @see docs/rules/console.md#audit-log
 */
export async function audit(transaction: Transaction, entry: AuditEntry): Promise<void> {
  await insertEntry(transaction, entry)
}

/**
 * Audits an action that one person may do very often. The first time within an hour adds an entry; each
 * further time with the same actor, action and subject only increases the entry's count.
 * @see docs/rules/console.md#counted-entries
 */
export async function auditCounted(
  transaction: Transaction,
  entry: AuditEntry & { actorId: number },
): Promise<void> {
  const { actorId, action, subject } = entry
  const hour = new Date(Math.floor(entry.at.getTime() / HOUR_MS) * HOUR_MS)
  const key = { actorId, action, subject, hour }
  const [hourCount] = await transaction
    .insert(auditCounts)
    .values({ ...key, times: 1 })
    .onConflictDoUpdate({
      target: [auditCounts.actorId, auditCounts.action, auditCounts.subject, auditCounts.hour],
      set: { times: sql`${auditCounts.times} + 1` },
    })
    .returning()
  // The first call within the hour has added the entry.
  if (hourCount?.entryId != null) return
  const entryId = await insertEntry(transaction, entry)
  await transaction
    .update(auditCounts)
    .set({ entryId })
    .where(
      and(
        eq(auditCounts.actorId, actorId),
        eq(auditCounts.action, action),
        eq(auditCounts.subject, subject),
        eq(auditCounts.hour, hour),
      ),
    )
}

/**
 * How often the actions of counted entries happened within their hour, by the entry's id. Entries that
 * `audit` added have no count and are missing in the result.
 */
export async function countAudited(
  reader: Reader,
  entryIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await reader
    .select({ entryId: auditCounts.entryId, times: auditCounts.times })
    .from(auditCounts)
    .where(inArray(auditCounts.entryId, [...entryIds]))
  return new Map(rows.map(({ entryId, times }) => [entryId as number, times]))
}

/** Inserts an entry, with the actor's email if they are on the staff. @returns its id */
async function insertEntry(transaction: Transaction, entry: AuditEntry): Promise<number> {
  const [row] = await transaction
    .insert(auditLog)
    .values({
      at: entry.at,
      actorId: entry.actorId,
      actorEmail: sql`(SELECT email FROM ${users} WHERE id = ${entry.actorId} AND role = 'admin')`,
      action: entry.action,
      subject: entry.subject,
      before: entry.before ?? null,
      after: entry.after ?? null,
      address: entry.address ?? null,
    })
    .returning({ id: auditLog.id })
  if (!row) throw new Error('The audit log took no entry')
  return row.id
}
