import type { AvailabilitySettings } from '@tendwell/contract/availability/settings'
import type { CancellationPolicy } from '@tendwell/contract/cancellation/policies'
import type { CareAge } from '@tendwell/contract/profiles/caregiver-about'
import type { DocumentField, VerificationStatus } from '@tendwell/contract/profiles/profiles'
import { type Column, eq, sql } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { users } from '../../people/index.ts'
import { caregiverProfiles } from '../tables.ts'
import { type CaregiverDetails, toKey } from './caregiver.ts'

/** The columns of `caregiver_profiles` that hold the file ids of the documents. */
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
    experienceYears: number | null
    careAges: CareAge[]
    videoUrl: string
    travelKm: number | null
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
      experienceYears: details.experienceYears,
      careAges: details.careAges,
      videoUrl: details.videoUrl,
      travelKm: details.travelKm,
      languages: details.languages,
      languageKeys: details.languages.map(toKey),
      skills: details.skills,
      skillKeys: details.skills.map(toKey),
    })
    .where(eq(caregiverProfiles.userId, userId))
}

/** Sets what a caregiver asks of all requests. @see docs/rules/availability.md#minimum-notice */
export async function setAvailabilitySettings(
  transaction: Transaction,
  userId: number,
  settings: AvailabilitySettings,
): Promise<void> {
  await transaction
    .update(caregiverProfiles)
    .set({
      noticeHours: settings.notice_hours,
      minimumVisitMinutes: settings.minimum_visit_minutes,
      meetingHours: settings.meeting_hours,
    })
    .where(eq(caregiverProfiles.userId, userId))
}

/** Sets the profile's copy of the user's name, which the search reads. */
export async function setFullName(transaction: Transaction, userId: number, fullName: string): Promise<void> {
  await transaction.update(caregiverProfiles).set({ fullName }).where(eq(caregiverProfiles.userId, userId))
}

/**
 * Records that a caregiver's name or photo changed now: earlier checks of their papers are no longer shown to
 * families.
 * @see docs/rules/profiles-and-files.md#what-the-badge-says
 */
export async function recordIdentityChange(
  transaction: Transaction,
  { clock }: Pick<Deps, 'clock'>,
  userId: number,
): Promise<void> {
  await transaction
    .update(caregiverProfiles)
    .set({ identityChangedAt: clock.now() })
    .where(eq(caregiverProfiles.userId, userId))
}

/** Sets the file ids of documents. @param fileIds by column; the columns that it lacks stay unchanged */
export async function setDocuments(
  transaction: Transaction,
  userId: number,
  fileIds: Partial<Record<DocumentColumn, string>>,
): Promise<void> {
  await transaction.update(caregiverProfiles).set(fileIds).where(eq(caregiverProfiles.userId, userId))
}

/**
 * An SQL expression: whether a caregiver may be listed, that is, is verified, has no expired document, is
 * active and has a complete profile. It reads the user in the statement that updates the profile. So it sees
 * a deactivation, which writes the user first and then waits for the profile's lock.
 * @param changes the new status or expiry, which the same statement writes
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
 * @param change.override why an admin verified them although papers or details were missing; null otherwise
 * @see docs/rules/profiles-and-files.md#verification
 */
export async function setVerificationStatus(
  transaction: Transaction,
  userId: number,
  change: { status: VerificationStatus; rejectionReason: string | null; override?: string | null },
): Promise<void> {
  // This doesn't use `transition`, which checks the old status: staff may decide whatever the status is,
  // and an upload has read the status under the profile's lock.
  await transaction
    .update(caregiverProfiles)
    .set({
      verificationStatus: change.status,
      rejectionReason: change.rejectionReason,
      verificationOverride: change.override ?? null,
      isListed: mayBeListed(userId, { status: change.status }),
      // An upload makes a caregiver pending, and leaves a restriction as it is.
      ...(change.status !== 'pending' && { isRestricted: change.status !== 'verified' }),
    })
    .where(eq(caregiverProfiles.userId, userId))
}

/**
 * Lists or unlists a caregiver whose account was activated or deactivated, or whose profile became complete
 * or incomplete. Call this in the transaction of that change, after the user's row is written. Does nothing
 * for people who aren't caregivers.
 * @see docs/rules/profiles-and-files.md#verification
 */
export async function refreshListing(transaction: Transaction, userId: number): Promise<void> {
  // Updates in any case, so that a concurrent decision on the caregiver waits for this transaction.
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
 * @param rating.ratingSum the stars of all counted reviews together
 * @param rating.ratingCount how many reviews count
 */
export async function setRating(
  transaction: Transaction,
  caregiverId: number,
  rating: { ratingSum: number; ratingCount: number },
): Promise<void> {
  await transaction.update(caregiverProfiles).set(rating).where(eq(caregiverProfiles.userId, caregiverId))
}
