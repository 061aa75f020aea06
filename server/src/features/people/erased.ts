import { and, eq, sql } from 'drizzle-orm'
import type { Reader } from '../../platform/database/database.ts'
import { auditLog } from './audit/tables.ts'
import { users } from './tables.ts'

const ERASED = 'account.erased'

/**
 * Matches users who are not erased. The audit log is searched only for those who closed their account, as
 * only these can be erased.
 */
export const IS_NOT_ERASED = sql`(${users.closedAt} IS NULL OR NOT EXISTS (
  SELECT FROM ${auditLog} WHERE ${auditLog.subject} = 'user:' || ${users.id} AND ${auditLog.action} = ${ERASED}
))`

/** When a person was erased; null if they were not. */
export async function findErasedAt(reader: Reader, userId: number): Promise<Date | null> {
  const isErasure = and(eq(auditLog.subject, `user:${userId}`), eq(auditLog.action, ERASED))
  const [row] = await reader.select({ at: auditLog.at }).from(auditLog).where(isErasure)
  return row?.at ?? null
}
