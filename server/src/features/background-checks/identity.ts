/** Compares whom a provider checked with the person on the ID. @see docs/rules/background-checks.md#the-same-person */
import { eq, type SQL, sql } from 'drizzle-orm'
import type { Reader, Transaction } from '../../platform/database.ts'
import { caregiverProfiles } from '../profiles/index.ts'
import { type BackgroundCheck, backgroundChecks } from './tables.ts'

/** Whether staff compared a check with the ID, the name and the photo that its caregiver has now. */
export const IS_COMPARED: SQL<boolean> = sql<boolean>`EXISTS (
  SELECT FROM ${caregiverProfiles} AS person
  WHERE person.user_id = ${backgroundChecks.caregiverId}
    AND ${backgroundChecks.matchedAt} >= coalesce(person.identity_changed_at, '-infinity')
    AND ${backgroundChecks.matchedFiles} = ARRAY[person.gov_id_front_file_id, person.gov_id_back_file_id])`

export async function isCompared(reader: Reader, checkId: number): Promise<boolean> {
  const [row] = await reader
    .select({ is: IS_COMPARED })
    .from(backgroundChecks)
    .where(eq(backgroundChecks.id, checkId))
  return row?.is === true
}

/** The two sides of a caregiver's ID; null unless both are there. The profile is locked. */
export async function findIdFiles(transaction: Transaction, caregiverId: number): Promise<string[] | null> {
  const [row] = await transaction
    .select({ front: caregiverProfiles.govIdFrontFileId, back: caregiverProfiles.govIdBackFileId })
    .from(caregiverProfiles)
    .where(eq(caregiverProfiles.userId, caregiverId))
  return row?.front && row.back ? [row.front, row.back] : null
}

/** Records what staff found when they compared a check with an ID. */
export async function setMatch(
  transaction: Transaction,
  checkId: number,
  match: Required<Pick<BackgroundCheck, 'match' | 'matchedAt' | 'matchedFiles'>>,
): Promise<void> {
  await transaction.update(backgroundChecks).set(match).where(eq(backgroundChecks.id, checkId))
}
