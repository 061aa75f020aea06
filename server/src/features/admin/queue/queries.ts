import type { StaffRole } from '@tendwell/contract/accounts'
import { DOCUMENT_EXPIRES_SOON_DAYS } from '@tendwell/contract/admin-documents'
import type { QueueItem, QueueKind } from '@tendwell/contract/admin-queue'
import { DAY_MS } from '@tendwell/contract/time'
import { and, count, eq, inArray, lt, min, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Deps } from '../../../deps.ts'
import type { Actor } from '../../../platform/access.ts'
import type { Reader } from '../../../platform/database.ts'
import { countFailedJobs } from '../../../platform/job-list.ts'
import { users } from '../../accounts/index.ts'
import { disputes } from '../../disputes/index.ts'
import { isStuckPayment, isStuckRefund, payments, refunds } from '../../payments/index.ts'
import { isStuckPayout, payouts } from '../../payouts/index.ts'
import {
  caregiverProfiles,
  documentChecks,
  isExpiringDocument,
  pendingChanges,
} from '../../profiles/index.ts'

/** An open dispute is overdue after this time. */
const DISPUTE_OVERDUE_MS = 3 * DAY_MS

type Waiting = { count: number; oldestAt: Date | null }

const ROLES: Record<QueueKind, readonly StaffRole[]> = {
  verifications: ['support', 'admin'],
  changes: ['support', 'admin'],
  documents: ['support', 'admin'],
  overdue_disputes: ['support', 'admin'],
  disputes: ['support', 'admin'],
  stuck_payments: ['finance', 'admin'],
  stuck_refunds: ['finance', 'admin'],
  stuck_payouts: ['finance', 'admin'],
  failed_jobs: ['admin'],
}

/**
 * What waits for staff, with the oldest of each kind, as far as the actor's staff role may see it.
 * @see docs/rules/console.md#queue
 */
export async function getQueue(
  { clock, database: reader }: Pick<Deps, 'clock' | 'database'>,
  { staffRole }: Actor,
): Promise<{ results: QueueItem[] }> {
  const now = clock.now()
  const results: QueueItem[] = []
  for (const [kind, read] of Object.entries(READS) as [QueueKind, (typeof READS)[QueueKind]][]) {
    if (!staffRole || !ROLES[kind].includes(staffRole)) continue
    const { count: waiting, oldestAt } = await read(reader, now)
    if (waiting > 0 && oldestAt) results.push({ kind, count: waiting, oldest_at: oldestAt.toISOString() })
  }
  return { results }
}

const READS: Record<QueueKind, (reader: Reader, now: Date) => Promise<Waiting>> = {
  verifications: (reader) => readVerifications(reader),
  changes: (reader) => readChanges(reader),
  documents: readExpiringDocuments,
  overdue_disputes: (reader, now) =>
    readDisputes(reader, lt(disputes.openedAt, new Date(now.getTime() - DISPUTE_OVERDUE_MS))),
  disputes: (reader) => readDisputes(reader, undefined),
  stuck_payments: (reader, now) => readWaiting(reader, payments, payments.paidAt, isStuckPayment(now)),
  stuck_refunds: (reader, now) => readWaiting(reader, refunds, refunds.createdAt, isStuckRefund(now)),
  stuck_payouts: (reader) => readWaiting(reader, payouts, payouts.createdAt, isStuckPayout()),
  failed_jobs: (reader) => countFailedJobs(reader),
}

async function readWaiting(
  reader: Reader,
  table: PgTable,
  since: PgColumn,
  condition: SQL | undefined,
): Promise<Waiting> {
  const [row] = await reader
    .select({ count: count(), oldestAt: sql`min(${since})`.mapWith(since) })
    .from(table)
    .where(condition)
  return { count: row?.count ?? 0, oldestAt: (row?.oldestAt as Date | null | undefined) ?? null }
}

function readDisputes(reader: Reader, condition: SQL | undefined): Promise<Waiting> {
  const isOpen = inArray(disputes.status, ['submitted', 'escalated'])
  return readWaiting(reader, disputes, disputes.openedAt, and(isOpen, condition))
}

/** Active caregivers whose documents nobody has decided on. */
async function readVerifications(reader: Reader): Promise<Waiting> {
  const [row] = await reader
    .select({ count: count(), oldestAt: min(users.createdAt) })
    .from(caregiverProfiles)
    .innerJoin(users, eq(users.id, caregiverProfiles.userId))
    .where(and(eq(caregiverProfiles.verificationStatus, 'pending'), users.isActive))
  return { count: row?.count ?? 0, oldestAt: row?.oldestAt ?? null }
}

async function readChanges(reader: Reader): Promise<Waiting> {
  const [row] = await reader
    .select({ count: count(), oldestAt: min(pendingChanges.submittedAt) })
    .from(pendingChanges)
    .innerJoin(users, eq(users.id, pendingChanges.caregiverId))
    .where(eq(users.isActive, true))
  return { count: row?.count ?? 0, oldestAt: row?.oldestAt ?? null }
}

/** Documents that have expired or expire soon. One waits since it first did, or since it was checked after that. */
async function readExpiringDocuments(reader: Reader, now: Date): Promise<Waiting> {
  const { expiresOn, checkedAt } = documentChecks
  const soon = sql`(${expiresOn} - ${DOCUMENT_EXPIRES_SOON_DAYS}::int)::timestamp AT TIME ZONE 'UTC'`
  const [row] = await reader
    .select({ count: count(), oldestAt: sql`min(greatest(${soon}, ${checkedAt}))`.mapWith(checkedAt) })
    .from(documentChecks)
    .innerJoin(caregiverProfiles, eq(caregiverProfiles.userId, documentChecks.caregiverId))
    .innerJoin(users, eq(users.id, documentChecks.caregiverId))
    .where(and(isExpiringDocument(now), users.isActive))
  return { count: row?.count ?? 0, oldestAt: (row?.oldestAt as Date | null | undefined) ?? null }
}
