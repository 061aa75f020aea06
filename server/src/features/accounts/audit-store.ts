import type { Transaction } from '../../platform/database.ts'
import { auditLog } from './tables.ts'

/** One entry of the audit log. `before` and `after` hold no secret, no document and no child's name. */
export type AuditEntry = {
  at: Date
  /** Who did it; null for a visitor, a command or the product itself. */
  actorId: number | null
  /** What was done, such as `login.failed`. */
  action: string
  /** To whom or what, such as `user:12`. */
  subject: string
  before?: unknown
  after?: unknown
  /** The caller's network address. */
  address?: string | null
}

/** Writes down who did what to whom, in the transaction of the deed itself. */
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
