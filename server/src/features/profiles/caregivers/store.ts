import type { CancellationPolicy } from '@tendwell/contract/cancellation/policies'
import type { DocumentField, VerificationStatus } from '@tendwell/contract/profiles/profiles'
import { type Column, eq, sql } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { users } from '../../people/index.ts'
import { caregiverProfiles } from '../tables.ts'
import { type CaregiverDetails, toKey } from './caregiver.ts'

/** The column with the file id of each document. */
export const DOCUMENT_COLUMNS = {
  gov_id_front: 'govIdFrontFileId',
  gov_id_back: 'govIdBackFileId',
  certificate: 'certificateFileId',
} as const satisfies Record<DocumentField, string>

type Location = { id: number; latitude: number; longitude: number }

type DocumentColumn = (typeof DOCUMENT_COLUMNS)[DocumentField]

/** Locks a caregiver's profile until the transaction ends. @returns the whole row @throws AppError 404 */
export async function lockCaregiverProfile(transaction: Transaction, userId: number) {
  const [row] = await transaction
    .select()
    .from(caregiverProfiles)
    .where(eq(caregiverProfiles.userId, userId))
    .for('no key update')
  if (!row) throw notFound()
  return row
}

/** Updates a caregiver's details and the keys that the search compares by. */
export async function updateCaregiverDetails(
  transaction: Transaction,
  userId: number,
  details: CaregiverDetails & {
    timezone: string
    place: Location | null
    cancellationPolicy: CancellationPolicy
  },
): Promise<void> {
  await transaction
    .update(caregiverProfiles)
    .set({
      fullName: details.fullName,
      city: details.city,
      country: details.country,
      placeId: details.place?.id ?? null,
      latitude: details.place?.latitude ?? null,
      longitude: details.place?.longitude ?? null,
      rateCents: details.rateCents,
      description: details.description,
      timezone: details.timezone,
      cancellationPolicy: details.cancellationPolicy,
      languages: details.languages,
      languageKeys: details.languages.map(toKey),
      skills: details.skills,
      skillKeys: details.skills.map(toKey),
    })
    .where(eq(caregiverProfiles.userId, userId))
}

/** Sets the copy of the user's name that the search reads. */
export async function setFullName(transaction: Transaction, userId: number, fullName: string): Promise<void> {
  await transaction.update(caregiverProfiles).set({ fullName }).where(eq(caregiverProfiles.userId, userId))
}

/**
 * Notes that a caregiver's name or photo changed: the checks of their papers up to now no longer count for
 * families.
 * @see docs/rules/profiles-and-files.md#what-the-badge-says
 */
export async function noteNewIdentity(
  transaction: Transaction,
  { clock }: Pick<Deps, 'clock'>,
  userId: number,
): Promise<void> {
  await transaction
    .update(caregiverProfiles)
    .set({ identityChangedAt: clock.now() })
    .where(eq(caregiverProfiles.userId, userId))
}

/** Sets the file ids of documents. @param fileIds by column; columns without one keep theirs */
export async function setDocuments(
  transaction: Transaction,
  userId: number,
  fileIds: Partial<Record<DocumentColumn, string>>,
): Promise<void> {
  await transaction.update(caregiverProfiles).set(fileIds).where(eq(caregiverProfiles.userId, userId))
}

/**
 * Whether a caregiver is listed: verified, without an expired document, active and with a complete profile.
 * The account is read when the row is written, under its lock, because a deactivation writes the user first
 * and then waits for the lock.
 * @see docs/rules/profiles-and-files.md#verification
 */
const mayBeListed = (
  userId: number,
  {
    status = caregiverProfiles.verificationStatus,
    hasExpiredDocument = caregiverProfiles.hasExpiredDocument,
  }: { status?: VerificationStatus | Column; hasExpiredDocument?: boolean | Column } = {},
) =>
  sql<boolean>`(${status} = 'verified' AND NOT ${hasExpiredDocument} AND (
    SELECT ${users.isActive} AND ${users.profileComplete} FROM ${users} WHERE ${users.id} = ${userId}))`

/**
 * Sets the verification status of a locked profile, and whether the caregiver is listed and restricted.
 * @param change.override why an admin verified them without papers; null otherwise
 * @see docs/rules/profiles-and-files.md#verification
 */
export async function setStatus(
  transaction: Transaction,
  userId: number,
  change: { status: VerificationStatus; rejectionReason: string | null; override?: string | null },
): Promise<void> {
  // No `transition`, which checks the old status: an admin may decide from any, and an upload has read it
  // under the lock.
  await transaction
    .update(caregiverProfiles)
    .set({
      verificationStatus: change.status,
      rejectionReason: change.rejectionReason,
      verificationOverride: change.override ?? null,
      isListed: mayBeListed(userId, { status: change.status }),
      // New documents make a caregiver pending, which lifts no restriction.
      ...(change.status !== 'pending' && { isRestricted: change.status !== 'verified' }),
    })
    .where(eq(caregiverProfiles.userId, userId))
}

/**
 * Lists or unlists a caregiver whose account was activated or deactivated, or whose profile became complete
 * or is no longer so. Call it in the same transaction, after the user's row is written. Does nothing for
 * other roles.
 * @see docs/rules/profiles-and-files.md#verification
 */
export async function refreshListing(transaction: Transaction, userId: number): Promise<void> {
  // Written even if nothing seems to change: a concurrent decision may be about to list the caregiver.
  await transaction
    .update(caregiverProfiles)
    .set({ isListed: mayBeListed(userId) })
    .where(eq(caregiverProfiles.userId, userId))
}

/**
 * Records whether one of a caregiver's documents has expired, and lists or unlists them. The caller holds the
 * profile's lock.
 * @see docs/rules/profiles-and-files.md#expiry
 */
export async function setHasExpiredDocument(
  transaction: Transaction,
  userId: number,
  hasExpiredDocument: boolean,
): Promise<void> {
  await transaction
    .update(caregiverProfiles)
    .set({
      hasExpiredDocument,
      isListed: mayBeListed(userId, { hasExpiredDocument }),
    })
    .where(eq(caregiverProfiles.userId, userId))
}

/**
 * Sets a caregiver's rating. The caller holds the profile's lock.
 * @param rating the sum of the counted stars
 */
export async function setRating(
  transaction: Transaction,
  caregiverId: number,
  rating: { ratingSum: number; ratingCount: number },
): Promise<void> {
  await transaction.update(caregiverProfiles).set(rating).where(eq(caregiverProfiles.userId, caregiverId))
}
