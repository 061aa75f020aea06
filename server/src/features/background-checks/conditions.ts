/**
 * Compares whom a provider checked with the person on the ID.
 * @see docs/rules/background-checks.md#the-same-person
 */
import { eq, type SQL, sql } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import type { Reader, Transaction } from '../../platform/database/database.ts'
import { hmacSign } from '../../platform/secrets.ts'
import { users } from '../people/index.ts'
import { caregiverProfiles } from '../profiles/index.ts'
import { describeCompared } from './check.ts'
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

/**
 * What staff compare a check with, and a keyed fingerprint of both sides of that comparison, which a decision
 * sends back. It is keyed because a date of birth could be guessed from it otherwise.
 * @returns `idFiles` null unless both sides of the ID are there
 */
export async function readCompared(
  reader: Reader,
  { secrets }: Pick<Deps, 'secrets'>,
  { caregiverId, status, checkedName, checkedBirthDate }: BackgroundCheck,
): Promise<{ seen: string; idFiles: string[] | null }> {
  const [row] = await reader
    .select({
      front: caregiverProfiles.govIdFrontFileId,
      back: caregiverProfiles.govIdBackFileId,
      name: users.fullName,
      photo: users.avatarFileId,
    })
    .from(caregiverProfiles)
    .innerJoin(users, eq(users.id, caregiverProfiles.userId))
    .where(eq(caregiverProfiles.userId, caregiverId))
  const { front = null, back = null, name = '', photo = null } = row ?? {}
  const person = { name: checkedName, birthDate: checkedBirthDate }
  const compared = describeCompared({ status, idFiles: [front, back], name, photo, person })
  return {
    seen: hmacSign(secrets.key('background-check-seen'), compared),
    idFiles: front && back ? [front, back] : null,
  }
}

/** Records what staff found when they compared a check with an ID. */
export async function setMatch(
  transaction: Transaction,
  checkId: number,
  match: Required<Pick<BackgroundCheck, 'match' | 'matchedAt' | 'matchedFiles'>>,
): Promise<void> {
  await transaction.update(backgroundChecks).set(match).where(eq(backgroundChecks.id, checkId))
}
