import type { AuditAction } from '@tendwell/contract/console/audit'
import { and, asc, eq, gte, inArray, lt, or, sql } from 'drizzle-orm'
import type { Reader } from '../../../platform/database/database.ts'
import { auditLog } from './tables.ts'

type Entry = Pick<typeof auditLog.$inferSelect, 'id' | 'at' | 'actorId' | 'action' | 'subject' | 'after'>

/**
 * The audit log's entries of some actions, oldest first.
 * @param filter `subjects` limits the entries to these subjects, such as `user:12`; `from` and `to` limit
 *   them to a time, `from` included and `to` not
 */
export function listAuditEntries(
  reader: Reader,
  actions: readonly AuditAction[],
  filter: { subjects?: readonly string[]; from?: Date; to?: Date },
): Promise<Entry[]> {
  const { id, at, actorId, action, subject, after } = auditLog
  return reader
    .select({ id, at, actorId, action, subject, after })
    .from(auditLog)
    .where(
      and(
        inArray(action, [...actions]),
        filter.subjects && inArray(subject, [...new Set(filter.subjects)]),
        filter.from && gte(at, filter.from),
        filter.to && lt(at, filter.to),
      ),
    )
    .orderBy(asc(id))
}

/**
 * Matches the entries of refunds that Tendwell bore, or that staff paid in another way than by the card.
 * @see docs/rules/money.md#refunds-by-staff
 */
export const isGivenAwayEntry = or(
  eq(auditLog.action, 'refund.paid-another-way'),
  and(
    inArray(auditLog.action, ['refund.made', 'refund.approved']),
    sql`(${auditLog.after}->>'borneBy' = 'tendwell' OR ${auditLog.after}->>'paidAnotherWay' = 'true')`,
  ),
)
