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

const BATCH = 1_000

/** Whether strangers see an initial instead of a caregiver's surname. */
export function hidesSurnames({ publicNames }: Pick<Config, 'publicNames'>): boolean {
  return publicNames === 'initial'
}

/** Brings the profiles to the setting, some at a time: each one's search text is written again. */
export async function applyPublicNames(database: Database, config: Deps['config']): Promise<void> {
  const hidesSurname = hidesSurnames(config)
  const others = database
    .select({ id: caregiverProfiles.id })
    .from(caregiverProfiles)
    .where(
      and(
        ne(caregiverProfiles.hidesSurname, hidesSurname),
        // An erased one has no surname.
        ne(caregiverProfiles.fullName, FORMER_MEMBER),
      ),
    )
    .limit(BATCH)
  for (let changed = BATCH; changed === BATCH; ) {
    const { rowCount } = await database
      .update(caregiverProfiles)
      .set({ hidesSurname })
      .where(inArray(caregiverProfiles.id, others))
    changed = rowCount ?? 0
  }
}
