import type { PublicCaregiver } from '@tendwell/contract/profiles/profiles'
import { and, count, desc, eq, not } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database/database.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { isBlockedBetween } from '../blocks/index.ts'
import { lockUser } from '../people/index.ts'
import { caregiverProfiles } from '../profiles/index.ts'
import { listListedCaregivers } from './queries.ts'
import { favorites } from './tables.ts'

const FAVORITES_MAXIMUM = 200

/** The SQL condition that a caregiver is listed and no block separates them from the family. */
const isShownTo = (familyId: number) =>
  and(caregiverProfiles.isListed, not(isBlockedBetween(caregiverProfiles.userId, familyId)))

/** The SQL condition for a family's favorites whom it can see. */
const isVisibleFavorite = (familyId: number) => and(eq(favorites.familyId, familyId), isShownTo(familyId))

/** The ids of a family's favorites, the newest first. */
export async function listFavoriteIds(
  { database }: Pick<Deps, 'database'>,
  familyId: number,
): Promise<number[]> {
  const rows = await database
    .select({ id: favorites.caregiverId })
    .from(favorites)
    .innerJoin(caregiverProfiles, eq(caregiverProfiles.userId, favorites.caregiverId))
    .where(isVisibleFavorite(familyId))
    .orderBy(desc(favorites.createdAt), desc(favorites.caregiverId))
  return rows.map(({ id }) => id)
}

/** A page of a family's favorites, the newest first. @see docs/rules/profiles-and-files.md#favorites */
export async function listFavorites(
  deps: Pick<Deps, 'backgroundChecks' | 'clock' | 'database'>,
  familyId: number,
  { page, page_size: pageSize }: { page: number; page_size: number },
): Promise<{ count: number; results: PublicCaregiver[] }> {
  const ids = await listFavoriteIds(deps, familyId)
  const pageIds = ids.slice((page - 1) * pageSize, page * pageSize)
  return { count: ids.length, results: await listListedCaregivers(deps, familyId, pageIds) }
}

/**
 * Saves a caregiver for a family; nothing changes if they are saved already.
 * @throws AppError 404 unless the caregiver is listed and no block separates the two, 409 if the family has
 *   too many favorites
 */
export async function addFavorite(deps: Deps, familyId: number, caregiverId: number): Promise<void> {
  await withTransaction(deps.database, async (transaction) => {
    // Locks the family, so that its parallel calls are counted one after another.
    await lockUser(transaction, familyId)
    const [caregiver] = await transaction
      .select({ id: caregiverProfiles.userId })
      .from(caregiverProfiles)
      .where(and(eq(caregiverProfiles.userId, caregiverId), isShownTo(familyId)))
    if (!caregiver) throw notFound()
    const [total] = await transaction
      .select({ count: count() })
      .from(favorites)
      .where(eq(favorites.familyId, familyId))
    if ((total?.count ?? 0) >= FAVORITES_MAXIMUM) {
      throw conflict(`You can keep ${FAVORITES_MAXIMUM} favorites. Remove one to add another`)
    }
    await transaction
      .insert(favorites)
      .values({ familyId, caregiverId, createdAt: deps.clock.now() })
      .onConflictDoNothing()
  })
}

/** Removes a family's favorite. Does nothing if there is none. */
export async function removeFavorite(
  { database }: Pick<Deps, 'database'>,
  familyId: number,
  caregiverId: number,
): Promise<void> {
  await database
    .delete(favorites)
    .where(and(eq(favorites.familyId, familyId), eq(favorites.caregiverId, caregiverId)))
}
