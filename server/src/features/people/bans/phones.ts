/** The phone numbers that people have or had, as keyed hashes. @see docs/rules/safety.md#ban-list */
import { DAY_MS } from '@tendwell/contract/time'
import { eq, inArray, lt } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import type { Reader, Transaction } from '../../../platform/database/database.ts'
import { deleteBatch } from '../delete-batch.ts'
import { users } from '../tables.ts'
import type { UserRow } from '../user.ts'
import { toHashedTrait } from './bans.ts'
import { savedPhones } from './tables.ts'

const KEPT_MS = 180 * DAY_MS

/**
 * Changes a person's phone number, which isn't verified then, keeps its hash for the ban list, and looks for banned people who had it. Does
 * nothing if it stays the same. The caller has locked the user.
 * @param phone as it was written; empty removes it
 */
export async function changePhone(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'jobs' | 'secrets'>,
  { id: userId, phoneNumber: before }: Pick<UserRow, 'id' | 'phoneNumber'>,
  phone: string,
): Promise<void> {
  if (phone === before) return
  await transaction
    .update(users)
    .set({ phoneNumber: phone, phoneVerifiedAt: null })
    .where(eq(users.id, userId))
  await recordPhones(transaction, deps, userId, { before, after: phone })
  if (phone) await deps.jobs.publish(transaction, 'person.trait-added', { userId })
}

/**
 * Stores the hashes of a person's old and new phone number when they change it. Either may be empty.
 * @param phones.before the number that was in the profile, as it was written
 * @param phones.after the number that is in the profile now
 */
async function recordPhones(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'secrets'>,
  userId: number,
  { before, after }: { before: string; after: string },
): Promise<void> {
  for (const [value, replacedAt] of [
    [before, deps.clock.now()],
    [after, null],
  ] as const) {
    const hashedPhone = toHashedTrait(deps, { trait: 'phone', value })
    if (!hashedPhone) continue
    await transaction
      .insert(savedPhones)
      .values({ userId, hash: hashedPhone.hash, replacedAt })
      .onConflictDoUpdate({ target: [savedPhones.userId, savedPhones.hash], set: { replacedAt } })
  }
}

/** The hashes of the numbers that a person has, or had less than 180 days ago. */
export async function listPhoneHashes(reader: Reader, userId: number): Promise<string[]> {
  const rows = await reader
    .select({ hash: savedPhones.hash })
    .from(savedPhones)
    .where(eq(savedPhones.userId, userId))
    .orderBy(savedPhones.hash)
  return rows.map(({ hash }) => hash)
}

/** The ids of the users who saved a number with one of these hashes. */
export async function listUsersOfPhoneHashes(reader: Reader, hashes: readonly string[]): Promise<number[]> {
  const rows = await reader
    .selectDistinct({ id: savedPhones.userId })
    .from(savedPhones)
    .where(inArray(savedPhones.hash, [...hashes]))
  return rows.map(({ id }) => id)
}

/** Deletes a batch of the hashes of numbers that were replaced 180 days ago. */
export async function deleteOldPhones(transaction: Transaction, now: Date): Promise<void> {
  await deleteBatch(transaction, savedPhones, savedPhones.id, [
    lt(savedPhones.replacedAt, new Date(now.getTime() - KEPT_MS)),
  ])
}
