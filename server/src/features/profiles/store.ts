import { and, eq, ne } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { hidesSurnames } from './names/public-names.ts'
import { caregiverProfiles, familyProfiles } from './tables.ts'

type Account = { id: number; role: string; fullName: string; createdAt: Date }

/**
 * Creates the profile of an account's role if there is none; admins have none.
 * @param timezone IANA; it replaces a caregiver's zone while that is still the default
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
 * Deletes the profile of another role, which a sign-up leaves when it is repeated before its email is
 * verified.
 */
export async function deleteOtherProfile(transaction: Transaction, { id, role }: Account): Promise<void> {
  const other = role === 'caregiver' ? familyProfiles : caregiverProfiles
  await transaction.delete(other).where(eq(other.userId, id))
}
