/**
 * What the setting PUBLIC_NAMES does to caregivers' names.
 * @see docs/rules/profiles-and-files.md#names-in-public
 */
import { and, inArray, ne } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import { FORMER_MEMBER } from '../../../personal-data/classification.ts'
import type { Config } from '../../../platform/config/config.ts'
import type { Database } from '../../../platform/database/database.ts'
import { caregiverProfiles } from '../tables.ts'

const BATCH_SIZE = 1_000

/** Whether strangers see an initial instead of a caregiver's surname. */
export function hidesSurnames({ publicNames }: Pick<Config, 'publicNames'>): boolean {
  return publicNames === 'initial'
}

/**
 * Writes the setting into all profiles that have the other value, 1,000 at a time, because PostgreSQL makes
 * the search text of each changed profile again.
 */
export async function applyPublicNames(database: Database, config: Deps['config']): Promise<void> {
  const hidesSurname = hidesSurnames(config)
  const outdatedProfileIds = database
    .select({ id: caregiverProfiles.id })
    .from(caregiverProfiles)
    .where(
      and(
        ne(caregiverProfiles.hidesSurname, hidesSurname),
        // Profiles of erased accounts have no surname to hide.
        ne(caregiverProfiles.fullName, FORMER_MEMBER),
      ),
    )
    .limit(BATCH_SIZE)
  for (let changedCount = BATCH_SIZE; changedCount === BATCH_SIZE; ) {
    const { rowCount } = await database
      .update(caregiverProfiles)
      .set({ hidesSurname })
      .where(inArray(caregiverProfiles.id, outdatedProfileIds))
    changedCount = rowCount ?? 0
  }
}
