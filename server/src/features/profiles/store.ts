import { and, eq, ne } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { hidesSurnames } from './names/public-names.ts'
import { caregiverProfiles, familyProfiles } from './tables.ts'

type Account = { id: number; role: string; fullName: string; createdAt: Date }

/**
 * Creates the profile of an account's role if there is none. Admins have no profile.
 * @param timezone an IANA zone or null. It replaces the zone of a caregiver who still has the default, UTC
 */
export async function ensureProfile(
  transaction: Transaction,
  { config }: Pick<Deps, 'config'>,
  { id: userId, role, fullName, createdAt }: Account,
  timezone: string | null = null,
): Promise<void> {
  if (role === 'caretaker') {
    await transaction.insert(familyProfiles).values({ userId, createdAt }).onConflictDoNothing()
  }
  if (role !== 'caregiver') return
  await transaction
    .insert(caregiverProfiles)
    .values({
      userId,
      fullName,
      hidesSurname: hidesSurnames(config),
      createdAt,
      timezone: timezone ?? undefined,
    })
    // Another sign-up may have replaced the name of the unverified account.
    .onConflictDoUpdate({
      target: caregiverProfiles.userId,
      set: { fullName },
      setWhere: ne(caregiverProfiles.fullName, fullName),
    })
  if (timezone === null) return
  await transaction
    .update(caregiverProfiles)
    .set({ timezone })
    .where(and(eq(caregiverProfiles.userId, userId), eq(caregiverProfiles.timezone, 'UTC')))
}

/**
 * Deletes the profile of the role that an account had before: someone may sign up again with another role
 * while the email is not verified.
 */
export async function deleteProfileOfOtherRole(
  transaction: Transaction,
  { id, role }: Account,
): Promise<void> {
  const otherProfiles = role === 'caregiver' ? familyProfiles : caregiverProfiles
  await transaction.delete(otherProfiles).where(eq(otherProfiles.userId, id))
}
