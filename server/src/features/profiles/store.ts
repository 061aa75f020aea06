import type { DocumentField, VerificationStatus } from '@tendwell/contract/profiles'
import { and, eq, sql } from 'drizzle-orm'
import type { Transaction } from '../../platform/database.ts'
import { notFound } from '../../platform/errors.ts'
import { users } from '../accounts/index.ts'
import { type CaregiverDetails, keyOf } from './profile.ts'
import { caregiverProfiles, caretakerProfiles } from './tables.ts'

export const DOCUMENT_COLUMNS = {
  gov_id_front: 'govIdFrontFileId',
  gov_id_back: 'govIdBackFileId',
  certificate: 'certificateFileId',
} as const satisfies Record<DocumentField, string>

type DocumentColumn = (typeof DOCUMENT_COLUMNS)[DocumentField]

type Person = { id: number; role: string; fullName: string; createdAt: Date }

/**
 * Makes the profile that the person's role asks for, unless it is there; an admin has none.
 * @param timezone IANA; taken over as long as the caregiver's own is still the default
 */
export async function ensureProfile(
  transaction: Transaction,
  { id: userId, role, fullName, createdAt }: Person,
  timezone: string | null = null,
): Promise<void> {
  if (role === 'caretaker') {
    await transaction.insert(caretakerProfiles).values({ userId, createdAt }).onConflictDoNothing()
  }
  if (role !== 'caregiver') return
  await transaction
    .insert(caregiverProfiles)
    .values({ userId, fullName, createdAt, timezone: timezone ?? undefined })
    .onConflictDoNothing()
  if (timezone === null) return
  await transaction
    .update(caregiverProfiles)
    .set({ timezone })
    .where(and(eq(caregiverProfiles.userId, userId), eq(caregiverProfiles.timezone, 'UTC')))
}

/** Removes the profile of another role, left from a sign-up that was repeated before its address was verified. */
export async function deleteOtherProfile(transaction: Transaction, { id, role }: Person): Promise<void> {
  const other = role === 'caregiver' ? caretakerProfiles : caregiverProfiles
  await transaction.delete(other).where(eq(other.userId, id))
}

/** The whole row, locked until the transaction ends. @throws AppError 404 */
export async function lockProfile(transaction: Transaction, userId: number) {
  const [row] = await transaction
    .select()
    .from(caregiverProfiles)
    .where(eq(caregiverProfiles.userId, userId))
    .for('no key update')
  if (!row) throw notFound()
  return row
}

/** Writes a caregiver's details, with the keys that the search compares by. */
export async function updateDetails(
  transaction: Transaction,
  userId: number,
  details: CaregiverDetails & { timezone: string },
): Promise<void> {
  await transaction
    .update(caregiverProfiles)
    .set({
      fullName: details.fullName,
      city: details.city,
      country: details.country,
      rateCents: details.rateCents,
      description: details.description,
      timezone: details.timezone,
      languages: details.languages,
      languageKeys: details.languages.map(keyOf),
      skills: details.skills,
      skillKeys: details.skills.map(keyOf),
    })
    .where(eq(caregiverProfiles.userId, userId))
}

/** Points the profile to new documents. @param fileIds by column; columns that are not there stay */
export async function setDocuments(
  transaction: Transaction,
  userId: number,
  fileIds: Partial<Record<DocumentColumn, string>>,
): Promise<void> {
  await transaction.update(caregiverProfiles).set(fileIds).where(eq(caregiverProfiles.userId, userId))
}

/**
 * Writes a status on a profile that is locked. She is listed when verified and active; read here, after the lock,
 * because a deactivation writes the user first and then waits for that lock.
 */
export async function writeStatus(
  transaction: Transaction,
  userId: number,
  change: { status: VerificationStatus; rejectionReason: string | null; adminNotes?: string },
): Promise<void> {
  const isActive = sql`(SELECT ${users.isActive} FROM ${users} WHERE ${users.id} = ${userId})`
  await transaction
    .update(caregiverProfiles)
    .set({
      verificationStatus: change.status,
      rejectionReason: change.rejectionReason,
      adminNotes: change.adminNotes,
      isListed: change.status === 'verified' ? isActive : false,
    })
    .where(eq(caregiverProfiles.userId, userId))
}

/**
 * To be called in the transaction that activates or deactivates a person, after the user's row was written: whom
 * the public sees follows. Nothing happens for who is no caregiver.
 */
export async function setListed(
  transaction: Transaction,
  { userId, isActive }: { userId: number; isActive: boolean },
): Promise<void> {
  const isListed = isActive
    ? sql<boolean>`(${caregiverProfiles.verificationStatus} = 'verified')`
    : sql<boolean>`false`
  // Even where nothing seems to change: a decision that holds the row's lock may be about to list her.
  await transaction.update(caregiverProfiles).set({ isListed }).where(eq(caregiverProfiles.userId, userId))
}

/** Adds one review's stars, 1 to 5, to a caregiver's average. @throws AppError 404 when the id is no caregiver's */
export async function addRating(
  transaction: Transaction,
  caregiverId: number,
  rating: number,
): Promise<void> {
  const changed = await transaction
    .update(caregiverProfiles)
    .set({
      ratingSum: sql`${caregiverProfiles.ratingSum} + ${rating}`,
      ratingCount: sql`${caregiverProfiles.ratingCount} + 1`,
    })
    .where(eq(caregiverProfiles.userId, caregiverId))
    .returning({ userId: caregiverProfiles.userId })
  if (changed.length === 0) throw notFound()
}
