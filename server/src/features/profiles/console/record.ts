/** What a person's record shows of their profile. @see docs/rules/console.md#records */
import type { VerificationStatus } from '@tendwell/contract/profiles/profiles'
import { eq, inArray } from 'drizzle-orm'
import type { Reader } from '../../../platform/database/database.ts'
import { caregiverProfiles, familyProfiles, pendingChanges } from '../tables.ts'

/** A caregiver's profile, and whether a change of it waits; null for people who aren't caregivers. */
export async function findCaregiverRecord(reader: Reader, userId: number) {
  const [row] = await reader
    .select({ profile: caregiverProfiles, changeId: pendingChanges.changeId })
    .from(caregiverProfiles)
    .leftJoin(pendingChanges, eq(pendingChanges.caregiverId, caregiverProfiles.userId))
    .where(eq(caregiverProfiles.userId, userId))
  return row ? { profile: row.profile, hasPendingChange: row.changeId !== null } : null
}

/** A family's address; null for people who aren't a family. */
export async function findFamilyContact(reader: Reader, userId: number) {
  const [row] = await reader.select().from(familyProfiles).where(eq(familyProfiles.userId, userId))
  if (!row) return null
  return {
    street: row.street,
    apartment: row.apartment,
    postal_code: row.postalCode,
    city: row.city,
    country: row.country,
  }
}

/** Finds verification statuses. @returns by user id; ids of people who aren't caregivers are missing */
export async function findVerificationStatuses(
  reader: Reader,
  ids: readonly number[],
): Promise<Map<number, VerificationStatus>> {
  const rows = await reader
    .select({ id: caregiverProfiles.userId, status: caregiverProfiles.verificationStatus })
    .from(caregiverProfiles)
    .where(inArray(caregiverProfiles.userId, [...ids]))
  return new Map(rows.map(({ id, status }) => [id, status]))
}
