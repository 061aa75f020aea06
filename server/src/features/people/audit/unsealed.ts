/**
 * Finds entries that should be in the hash chain by now. If there are any, the job that seals fails, or a
 * transaction keeps it waiting.
 * @see docs/rules/console.md#the-chain
 */

import { HOUR_MS } from '@tendwell/contract/time'
import { type SQL, sql } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import { auditLog, auditSeals } from './tables.ts'

/** The job runs each minute, and no ordinary transaction keeps it waiting for an hour. */
const SEALED_WITHIN_MS = HOUR_MS

const isUnsealed = sql`${auditLog.id} > (SELECT coalesce(max(${auditSeals.entryId}), 0) FROM ${auditSeals})`

/** Matches the entries that are not sealed an hour after they were written. */
export const isLongUnsealed = (now: Date): SQL =>
  sql`(${isUnsealed} AND ${auditLog.at} < ${new Date(now.getTime() - SEALED_WITHIN_MS).toISOString()}::timestamptz)`

/** Adds the metric that says how old the oldest unsealed entry is. */
export function auditMetrics({ metrics, clock }: Deps): void {
  metrics.addQuery({
    name: 'tendwell_audit_oldest_unsealed_seconds',
    help: 'The age of the oldest entry of the audit log that is not in its chain',
    query: () => sql`
      SELECT coalesce(extract(epoch FROM ${clock.now().toISOString()}::timestamptz - min(${auditLog.at})), 0) AS value
      FROM ${auditLog} WHERE ${isUnsealed}`,
  })
}
