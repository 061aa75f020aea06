import type { AuditAction } from '@tendwell/contract/audit'
import type { Transaction } from '../../platform/database.ts'
import { auditLog } from './tables.ts'

/** An entry of the audit log. `before` and `after` never hold secrets, documents or children's names. */
export type AuditEntry = {
  at: Date
  /** Null for a visitor, a command or a job. */
  actorId: number | null
  action: AuditAction
  /** What it was done to, such as `user:12`. */
  subject: string
  before?: unknown
  after?: unknown
  /** The caller's network address. */
  address?: string | null
}

/**
 * Adds an entry to the audit log, in the transaction of the action itself.
 * @see docs/rules/console.md#audit-log
 */
export async function audit(transaction: Transaction, entry: AuditEntry): Promise<void> {
  await transaction.insert(auditLog).values({
    at: entry.at,
    actorId: entry.actorId,
    action: entry.action,
    subject: entry.subject,
    before: entry.before ?? null,
    after: entry.after ?? null,
    address: entry.address ?? null,
  })
}
