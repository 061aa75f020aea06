import type { QueueItem, QueueKind } from '@tendwell/contract/console/queue'
import type { StaffRole } from '@tendwell/contract/sign-in/accounts'
import { DAY_MS, HOUR_MS } from '@tendwell/contract/time'
import type { Page } from '@tendwell/contract/wire'
import type { Deps } from '../../../deps.ts'
import type { Reader } from '../../../platform/database/database.ts'
import { toSinglePage } from '../../../platform/database/paging.ts'
import type { Waiting } from '../../../platform/database/waiting.ts'
import type { Actor } from '../../../platform/http/access.ts'
import { countFailedJobs, countRetriedJobs } from '../../../platform/jobs/list.ts'
import { countWaitingChecks } from '../../background-checks/index.ts'
import { countWaitingRefunds } from '../../bookings/index.ts'
import { countOpenDisputes } from '../../disputes/index.ts'
import { countOpenReports, countUrgentReports, listWaitingBanMatches } from '../../moderation/index.ts'
import { countOpenChargebacks, countStuckPayments, countStuckRefunds } from '../../payments/index.ts'
import { countOpenBankReviews, countStuckPayouts } from '../../payouts/index.ts'
import { countLongUnsealed } from '../../people/index.ts'
import {
  countExpiringDocuments,
  countPendingChanges,
  countPendingVerifications,
  countRenewals,
} from '../../profiles/index.ts'
import { countOpenDifferences } from '../../reconciliation/index.ts'
import { listFamilyPatterns } from '../../reviews/index.ts'
import { countOpenRecoveries } from '../../sign-in/index.ts'
import { countOpenStaffChanges } from '../../staff/index.ts'

/** An open dispute is overdue after this time. */
const DISPUTE_OVERDUE_MS = 3 * DAY_MS
/** A safety report is due after this time. */
const SAFETY_DUE_MS = HOUR_MS

/** How many of a kind wait, and since when; `dueAt`: the first deadline, for kinds that have one. */
type WaitingItem = Waiting & { dueAt?: Date | null }

/** The staff roles that see each kind. */
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
 * What waits for staff: for each kind that the actor's staff role may see, how many wait and since when.
 * @see docs/rules/console.md#queue
 */
export async function getQueue(
  { clock, database: reader }: Pick<Deps, 'clock' | 'database'>,
  { id, staffRole }: Actor,
): Promise<Page<QueueItem>> {
  const now = clock.now()
  const results: QueueItem[] = []
  for (const [kind, countKind] of Object.entries(COUNTERS) as [QueueKind, (typeof COUNTERS)[QueueKind]][]) {
    if (!staffRole || !ROLES[kind].includes(staffRole)) continue
    const { count: waitingCount, oldestAt, dueAt } = await countKind(reader, now, id)
    if (waitingCount === 0 || !oldestAt) continue
    results.push({
      kind,
      count: waitingCount,
      oldest_at: oldestAt.toISOString(),
      ...(dueAt && { due_at: dueAt.toISOString() }),
    })
  }
  return toSinglePage(results)
}

/** Counts what waits of each kind. */
const COUNTERS: Record<QueueKind, (reader: Reader, now: Date, viewerId: number) => Promise<WaitingItem>> = {
  safety_reports: countSafetyReports,
  verifications: (reader) => countPendingVerifications(reader),
  changes: (reader) => countPendingChanges(reader),
  renewals: (reader) => countRenewals(reader),
  documents: (reader, now) => countExpiringDocuments(reader, now),
  background_checks: (reader, now) => countWaitingChecks(reader, now),
  reports: (reader) => countOpenReports(reader),
  family_patterns: countFamilyPatterns,
  ban_matches: countBanMatches,
  overdue_disputes: (reader, now) => countOpenDisputes(reader, new Date(now.getTime() - DISPUTE_OVERDUE_MS)),
  disputes: (reader) => countOpenDisputes(reader),
  two_step_recoveries: (reader, now) => countOpenRecoveries(reader, now),
  staff_changes: (reader, now, viewerId) => countOpenStaffChanges(reader, now, viewerId),
  waiting_refunds: (reader) => countWaitingRefunds(reader),
  stuck_payments: (reader, now) => countStuckPayments(reader, now),
  stuck_refunds: (reader, now) => countStuckRefunds(reader, now),
  stuck_payouts: (reader) => countStuckPayouts(reader),
  bank_reviews: (reader) => countOpenBankReviews(reader),
  chargebacks: (reader) => countOpenChargebacks(reader),
  open_differences: (reader) => countOpenDifferences(reader),
  failed_jobs: (reader) => countFailedJobs(reader),
  retried_jobs: (reader) => countRetriedJobs(reader),
  unsealed_audit: (reader, now) => countLongUnsealed(reader, now),
}

/** Counts open safety reports, with the time by which staff must look at the oldest one. */
async function countSafetyReports(reader: Reader): Promise<WaitingItem> {
  const { count: waitingCount, oldestAt } = await countUrgentReports(reader)
  return { count: waitingCount, oldestAt, dueAt: oldestAt && new Date(oldestAt.getTime() + SAFETY_DUE_MS) }
}

/** Counts families with whom several caregivers had problems. */
async function countFamilyPatterns(reader: Reader, now: Date): Promise<Waiting> {
  const patterns = await listFamilyPatterns(reader, now)
  const [oldest] = patterns
  return { count: patterns.length, oldestAt: oldest ? new Date(oldest.since) : null }
}

/** Counts people who share a trait with a banned person. */
async function countBanMatches(reader: Reader): Promise<Waiting> {
  const people = await listWaitingBanMatches(reader)
  const [oldest] = people
  return { count: people.length, oldestAt: oldest ? new Date(oldest.since) : null }
}
