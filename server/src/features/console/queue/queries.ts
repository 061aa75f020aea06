import { DOCUMENT_EXPIRES_SOON_DAYS } from '@tendwell/contract/console/documents'
import type { QueueItem, QueueKind } from '@tendwell/contract/console/queue'
import type { StaffRole } from '@tendwell/contract/sign-in/accounts'
import { DAY_MS, HOUR_MS } from '@tendwell/contract/time'
import type { Page } from '@tendwell/contract/wire'
import { and, count, eq, isNotNull, min, sql } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import type { Reader } from '../../../platform/database/database.ts'
import { toSinglePage } from '../../../platform/database/paging.ts'
import { countWaiting, type Waiting } from '../../../platform/database/waiting.ts'
import type { Actor } from '../../../platform/http/access.ts'
import { countFailedJobs, countRetriedJobs } from '../../../platform/jobs/list.ts'
import { backgroundChecks, isWaitingForStaff } from '../../background-checks/index.ts'
import { countWaitingRefunds } from '../../bookings/index.ts'
import { countOpenDisputes } from '../../disputes/index.ts'
import { countOpenReports, countUrgentReports, listWaitingBanMatches } from '../../moderation/index.ts'
import { countOpenChargebacks, countStuckPayments, countStuckRefunds } from '../../payments/index.ts'
import { countStuckPayouts, payoutAccounts } from '../../payouts/index.ts'
import { auditLog, isLongUnsealed, users } from '../../people/index.ts'
import {
  caregiverProfiles,
  documentChecks,
  documentRenewals,
  hasToBeCheckedAgain,
  isExpiringDocument,
  pendingChanges,
} from '../../profiles/index.ts'
import { countOpenDifferences } from '../../reconciliation/index.ts'
import { listFamilyPatterns } from '../../reviews/index.ts'
import { isOpenRecovery, twoStepRecoveries } from '../../sign-in/index.ts'
import { isOpenStaffChange, staffChanges } from '../../staff/index.ts'

/** An open dispute is overdue after this time. */
const DISPUTE_OVERDUE_MS = 3 * DAY_MS
/** A safety report is due after this time. */
const SAFETY_DUE_MS = HOUR_MS

/** After the check that gave it its expiry, staff asked for a new copy. */
const isAskedAgain = sql`EXISTS (
  SELECT FROM ${documentChecks} later
  WHERE later.file_id = ${documentChecks.fileId} AND later.id > ${documentChecks.id}
)`
const isRenewed = sql`EXISTS (
  SELECT FROM ${documentRenewals}
  WHERE ${documentRenewals.caregiverId} = ${documentChecks.caregiverId}
    AND ${documentRenewals.document} = ${documentChecks.document} AND ${documentRenewals.fileId} IS NOT NULL
)`

/** `dueAt` is the first deadline, of what has one. */
type WaitingItem = Waiting & { dueAt?: Date | null }

const ROLES: Record<QueueKind, readonly StaffRole[]> = {
  safety_reports: ['support', 'admin'],
  verifications: ['support', 'admin'],
  changes: ['support', 'admin'],
  renewals: ['support', 'admin'],
  documents: ['support', 'admin'],
  background_checks: ['support', 'admin'],
  reports: ['support', 'admin'],
  family_patterns: ['support', 'admin'],
  ban_matches: ['support', 'admin'],
  overdue_disputes: ['support', 'admin'],
  disputes: ['support', 'admin'],
  two_step_recoveries: ['admin'],
  staff_changes: ['admin'],
  waiting_refunds: ['finance', 'admin'],
  stuck_payments: ['finance', 'admin'],
  stuck_refunds: ['finance', 'admin'],
  stuck_payouts: ['finance', 'admin'],
  bank_reviews: ['finance', 'admin'],
  chargebacks: ['finance', 'admin'],
  open_differences: ['finance', 'admin'],
  failed_jobs: ['admin'],
  retried_jobs: ['admin'],
  unsealed_audit: ['admin'],
}

/**
 * What waits for staff, with the oldest of each kind, as far as the actor's staff role may see it.
 * @see docs/rules/console.md#queue
 */
export async function getQueue(
  { clock, database: reader }: Pick<Deps, 'clock' | 'database'>,
  { id, staffRole }: Actor,
): Promise<Page<QueueItem>> {
  const now = clock.now()
  const results: QueueItem[] = []
  for (const [kind, read] of Object.entries(READS) as [QueueKind, (typeof READS)[QueueKind]][]) {
    if (!staffRole || !ROLES[kind].includes(staffRole)) continue
    const { count: waiting, oldestAt, dueAt } = await read(reader, now, id)
    if (waiting === 0 || !oldestAt) continue
    results.push({
      kind,
      count: waiting,
      oldest_at: oldestAt.toISOString(),
      ...(dueAt && { due_at: dueAt.toISOString() }),
    })
  }
  return toSinglePage(results)
}

const READS: Record<QueueKind, (reader: Reader, now: Date, viewerId: number) => Promise<WaitingItem>> = {
  safety_reports: readSafetyReports,
  verifications: (reader) => readVerifications(reader),
  changes: (reader) => readChanges(reader),
  renewals: (reader) => readRenewals(reader),
  documents: readExpiringDocuments,
  background_checks: readBackgroundChecks,
  reports: (reader) => countOpenReports(reader),
  family_patterns: readFamilyPatterns,
  ban_matches: readBanMatches,
  overdue_disputes: (reader, now) => countOpenDisputes(reader, new Date(now.getTime() - DISPUTE_OVERDUE_MS)),
  disputes: (reader) => countOpenDisputes(reader),
  two_step_recoveries: (reader, now) =>
    countWaiting(reader, twoStepRecoveries, twoStepRecoveries.requestedAt, isOpenRecovery(now)),
  staff_changes: (reader, now, viewerId) =>
    countWaiting(reader, staffChanges, staffChanges.requestedAt, isOpenStaffChange(now, viewerId)),
  waiting_refunds: (reader) => countWaitingRefunds(reader),
  stuck_payments: (reader, now) => countStuckPayments(reader, now),
  stuck_refunds: (reader, now) => countStuckRefunds(reader, now),
  stuck_payouts: (reader) => countStuckPayouts(reader),
  bank_reviews: (reader) =>
    countWaiting(reader, payoutAccounts, payoutAccounts.bankReviewAt, eq(payoutAccounts.bankReview, 'open')),
  chargebacks: (reader) => countOpenChargebacks(reader),
  open_differences: (reader) => countOpenDifferences(reader),
  failed_jobs: (reader) => countFailedJobs(reader),
  retried_jobs: (reader) => countRetriedJobs(reader),
  unsealed_audit: (reader, now) => countWaiting(reader, auditLog, auditLog.at, isLongUnsealed(now)),
}

/** Open safety reports, with the time until which the oldest wants an answer. */
async function readSafetyReports(reader: Reader): Promise<WaitingItem> {
  const { count: waiting, oldestAt } = await countUrgentReports(reader)
  return { count: waiting, oldestAt, dueAt: oldestAt && new Date(oldestAt.getTime() + SAFETY_DUE_MS) }
}

/** Families that several caregivers had problems with. */
async function readFamilyPatterns(reader: Reader, now: Date): Promise<Waiting> {
  const patterns = await listFamilyPatterns(reader, now)
  const [oldest] = patterns
  return { count: patterns.length, oldestAt: oldest ? new Date(oldest.since) : null }
}

/** People who share something with banned ones. */
async function readBanMatches(reader: Reader): Promise<Waiting> {
  const people = await listWaitingBanMatches(reader)
  const [oldest] = people
  return { count: people.length, oldestAt: oldest ? new Date(oldest.since) : null }
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

/** Background checks of active caregivers that need a decision. */
async function readBackgroundChecks(reader: Reader, now: Date): Promise<Waiting> {
  const [row] = await reader
    .select({ count: count(), oldestAt: min(backgroundChecks.completedAt) })
    .from(backgroundChecks)
    .innerJoin(users, eq(users.id, backgroundChecks.caregiverId))
    .where(and(isWaitingForStaff(now), users.isActive))
  return { count: row?.count ?? 0, oldestAt: row?.oldestAt ?? null }
}

/** New files of active caregivers' documents, and papers to check again, as the tab lists them. */
async function readRenewals(reader: Reader): Promise<Waiting> {
  const [row] = await reader
    .select({ count: count(), oldestAt: min(documentRenewals.submittedAt) })
    .from(documentRenewals)
    .innerJoin(users, eq(users.id, documentRenewals.caregiverId))
    .where(and(isNotNull(documentRenewals.fileId), users.isActive))
  const [again] = await reader
    .select({ count: count(), oldestAt: min(caregiverProfiles.identityChangedAt) })
    .from(documentChecks)
    .innerJoin(caregiverProfiles, eq(caregiverProfiles.userId, documentChecks.caregiverId))
    .innerJoin(users, eq(users.id, documentChecks.caregiverId))
    .where(and(hasToBeCheckedAgain(), users.isActive))
  const oldest = [row?.oldestAt, again?.oldestAt].filter((at) => at instanceof Date)
  return {
    count: (row?.count ?? 0) + (again?.count ?? 0),
    oldestAt: oldest.length === 0 ? null : new Date(Math.min(...oldest.map((at) => at.getTime()))),
  }
}

/**
 * Documents that have expired or expire soon, unless the caregiver was asked for a new copy or has uploaded
 * one. One waits since it first did, or since it was checked after that.
 */
async function readExpiringDocuments(reader: Reader, now: Date): Promise<Waiting> {
  const { expiresOn, checkedAt } = documentChecks
  const soon = sql`(${expiresOn} - ${DOCUMENT_EXPIRES_SOON_DAYS}::int)::timestamp AT TIME ZONE 'UTC'`
  const [row] = await reader
    .select({ count: count(), oldestAt: sql`min(greatest(${soon}, ${checkedAt}))`.mapWith(checkedAt) })
    .from(documentChecks)
    .innerJoin(caregiverProfiles, eq(caregiverProfiles.userId, documentChecks.caregiverId))
    .innerJoin(users, eq(users.id, documentChecks.caregiverId))
    .where(and(isExpiringDocument(now), users.isActive, sql`NOT ${isAskedAgain}`, sql`NOT ${isRenewed}`))
  return { count: row?.count ?? 0, oldestAt: (row?.oldestAt as Date | null | undefined) ?? null }
}
