/** What of caregivers' profiles waits for staff. @see docs/rules/console.md#queue */
import { DOCUMENT_EXPIRES_SOON_DAYS } from '@tendwell/contract/console/documents'
import { and, count, eq, isNotNull, min, sql } from 'drizzle-orm'
import type { Reader } from '../../../platform/database/database.ts'
import type { Waiting } from '../../../platform/database/waiting.ts'
import { users } from '../../people/index.ts'
import { isExpiringDocument } from '../documents/expiry-conditions.ts'
import { hasToBeCheckedAgain } from '../documents/outdated.ts'
import { documentChecks, documentRenewals } from '../documents/tables.ts'
import { caregiverProfiles, pendingChanges } from '../tables.ts'

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

/** Active caregivers whose documents nobody has decided on. */
export async function countPendingVerifications(reader: Reader): Promise<Waiting> {
  const [row] = await reader
    .select({ count: count(), oldestAt: min(users.createdAt) })
    .from(caregiverProfiles)
    .innerJoin(users, eq(users.id, caregiverProfiles.userId))
    .where(and(eq(caregiverProfiles.verificationStatus, 'pending'), users.isActive))
  return { count: row?.count ?? 0, oldestAt: row?.oldestAt ?? null }
}

/** Changes of active caregivers' names and photos. */
export async function countPendingChanges(reader: Reader): Promise<Waiting> {
  const [row] = await reader
    .select({ count: count(), oldestAt: min(pendingChanges.submittedAt) })
    .from(pendingChanges)
    .innerJoin(users, eq(users.id, pendingChanges.caregiverId))
    .where(eq(users.isActive, true))
  return { count: row?.count ?? 0, oldestAt: row?.oldestAt ?? null }
}

/** New files of active caregivers' documents, and papers to check again, as the tab lists them. */
export async function countRenewals(reader: Reader): Promise<Waiting> {
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
export async function countExpiringDocuments(reader: Reader, now: Date): Promise<Waiting> {
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

/** Whether a caregiver's verification, change or papers wait for staff to decide. */
export async function isProfileWaiting(reader: Reader, caregiverId: number): Promise<boolean> {
  const isTheirs = eq(caregiverProfiles.userId, caregiverId)
  const outdated = await reader
    .select({ id: documentChecks.id })
    .from(documentChecks)
    .innerJoin(caregiverProfiles, eq(caregiverProfiles.userId, documentChecks.caregiverId))
    .where(and(isTheirs, hasToBeCheckedAgain()))
    .limit(1)
  const renewal = and(eq(documentRenewals.caregiverId, caregiverId), isNotNull(documentRenewals.fileId))
  const counts = [
    outdated.length,
    await reader.$count(
      caregiverProfiles,
      and(isTheirs, eq(caregiverProfiles.verificationStatus, 'pending')),
    ),
    await reader.$count(pendingChanges, eq(pendingChanges.caregiverId, caregiverId)),
    await reader.$count(documentRenewals, renewal),
  ]
  return counts.some((waiting) => waiting > 0)
}
