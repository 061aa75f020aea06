/** Counts of caregivers' profiles and papers that wait for staff. @see docs/rules/console.md#queue */
import { DOCUMENT_EXPIRES_SOON_DAYS } from '@tendwell/contract/console/documents'
import { and, count, eq, isNotNull, min, sql } from 'drizzle-orm'
import type { Reader } from '../../../platform/database/database.ts'
import type { Waiting } from '../../../platform/database/waiting.ts'
import { users } from '../../people/index.ts'
import { isExpiringDocument } from '../documents/expiry-conditions.ts'
import { hasToBeCheckedAgain } from '../documents/outdated.ts'
import { documentChecks, documentRenewals } from '../documents/tables.ts'
import { caregiverProfiles, pendingChanges } from '../tables.ts'

/** SQL: staff asked for a new copy of the file after the check that gave the file its expiry. */
const isAskedAgain = sql`EXISTS (
  SELECT FROM ${documentChecks} later
  WHERE later.file_id = ${documentChecks.fileId} AND later.id > ${documentChecks.id}
)`
/** SQL: a new file of the check's document waits for a decision. */
const isRenewed = sql`EXISTS (
  SELECT FROM ${documentRenewals}
  WHERE ${documentRenewals.caregiverId} = ${documentChecks.caregiverId}
    AND ${documentRenewals.document} = ${documentChecks.document} AND ${documentRenewals.fileId} IS NOT NULL
)`

/** How many active caregivers wait to be verified, and since when the first of them. */
export async function countPendingVerifications(reader: Reader): Promise<Waiting> {
  const [row] = await reader
    .select({ count: count(), oldestAt: min(users.createdAt) })
    .from(caregiverProfiles)
    .innerJoin(users, eq(users.id, caregiverProfiles.userId))
    .where(and(eq(caregiverProfiles.verificationStatus, 'pending'), users.isActive))
  return { count: row?.count ?? 0, oldestAt: row?.oldestAt ?? null }
}

/** How many changes of active caregivers' profiles wait, and since when. */
export async function countPendingChanges(reader: Reader): Promise<Waiting> {
  const [row] = await reader
    .select({ count: count(), oldestAt: min(pendingChanges.submittedAt) })
    .from(pendingChanges)
    .innerJoin(users, eq(users.id, pendingChanges.caregiverId))
    .where(eq(users.isActive, true))
  return { count: row?.count ?? 0, oldestAt: row?.oldestAt ?? null }
}

/**
 * How many documents of active caregivers wait for staff, as renewals or to be checked again, and since when.
 */
export async function countRenewals(reader: Reader): Promise<Waiting> {
  // A renewal without a file was declined, so it doesn't wait.
  const [renewals] = await reader
    .select({ count: count(), oldestAt: min(documentRenewals.submittedAt) })
    .from(documentRenewals)
    .innerJoin(users, eq(users.id, documentRenewals.caregiverId))
    .where(and(isNotNull(documentRenewals.fileId), users.isActive))
  const [rechecks] = await reader
    .select({ count: count(), oldestAt: min(caregiverProfiles.identityChangedAt) })
    .from(documentChecks)
    .innerJoin(caregiverProfiles, eq(caregiverProfiles.userId, documentChecks.caregiverId))
    .innerJoin(users, eq(users.id, documentChecks.caregiverId))
    .where(and(hasToBeCheckedAgain(), users.isActive))
  const oldest = [renewals?.oldestAt, rechecks?.oldestAt].filter((at) => at instanceof Date)
  return {
    count: (renewals?.count ?? 0) + (rechecks?.count ?? 0),
    oldestAt: oldest.length === 0 ? null : new Date(Math.min(...oldest.map((at) => at.getTime()))),
  }
}

/**
 * How many documents have expired or expire soon, without those of which the caregiver was asked for a new
 * copy or has uploaded one. A document waits since it began to expire soon, or since its check if that was
 * later.
 */
export async function countExpiringDocuments(reader: Reader, now: Date): Promise<Waiting> {
  const { expiresOn, checkedAt } = documentChecks
  const soonFrom = sql`(${expiresOn} - ${DOCUMENT_EXPIRES_SOON_DAYS}::int)::timestamp AT TIME ZONE 'UTC'`
  const [row] = await reader
    .select({ count: count(), oldestAt: sql`min(greatest(${soonFrom}, ${checkedAt}))`.mapWith(checkedAt) })
    .from(documentChecks)
    .innerJoin(caregiverProfiles, eq(caregiverProfiles.userId, documentChecks.caregiverId))
    .innerJoin(users, eq(users.id, documentChecks.caregiverId))
    .where(and(isExpiringDocument(now), users.isActive, sql`NOT ${isAskedAgain}`, sql`NOT ${isRenewed}`))
  return { count: row?.count ?? 0, oldestAt: (row?.oldestAt as Date | null | undefined) ?? null }
}

/** Whether staff have to decide on a caregiver's verification, change of profile, renewals or papers. */
export async function isProfileWaiting(reader: Reader, caregiverId: number): Promise<boolean> {
  const isOfCaregiver = eq(caregiverProfiles.userId, caregiverId)
  const papersToRecheck = await reader
    .select({ id: documentChecks.id })
    .from(documentChecks)
    .innerJoin(caregiverProfiles, eq(caregiverProfiles.userId, documentChecks.caregiverId))
    .where(and(isOfCaregiver, hasToBeCheckedAgain()))
    .limit(1)
  const isWaitingRenewal = and(
    eq(documentRenewals.caregiverId, caregiverId),
    isNotNull(documentRenewals.fileId),
  )
  const counts = [
    papersToRecheck.length,
    await reader.$count(
      caregiverProfiles,
      and(isOfCaregiver, eq(caregiverProfiles.verificationStatus, 'pending')),
    ),
    await reader.$count(pendingChanges, eq(pendingChanges.caregiverId, caregiverId)),
    await reader.$count(documentRenewals, isWaitingRenewal),
  ]
  return counts.some((waitingCount) => waitingCount > 0)
}
