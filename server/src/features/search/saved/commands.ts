/** @see docs/rules/profiles-and-files.md#saved-searches */
import { isDeepStrictEqual } from 'node:util'
import type { CaregiverSearch } from '@tendwell/contract/profiles/profiles'
import { NEAR_HOME } from '@tendwell/contract/reference'
import { SAVED_SEARCHES_MAXIMUM, type SavedSearch } from '@tendwell/contract/search/saved-searches'
import type { Deps } from '../../../deps.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { conflict, invalid, notFound } from '../../../platform/errors.ts'
import { lockUser } from '../../people/index.ts'
import { readTextParts } from '../free-text.ts'
import { findNearPlace } from '../near.ts'
import { findCities, listMatchIds } from '../queries.ts'
import { toResponse } from './queries.ts'
import { findEnd, toKeptSearch, toSearch } from './search.ts'
import { deleteRow, insertRow, listRows } from './store.ts'

type SearchDeps = Pick<Deps, 'clock' | 'database'>

/**
 * Saves a search for a family. Who matches it now counts as known. A search that is saved already is the answer.
 * @throws AppError 400 if the search asks for nothing, its day is over or its place unknown, 409 if the family
 *   has too many
 */
export async function saveSearch(
  deps: SearchDeps,
  familyId: number,
  search: CaregiverSearch,
): Promise<SavedSearch> {
  const { database, clock } = deps
  const kept = toKeptSearch(search, await findPlaceId(deps, familyId, search))
  if (!kept) throw invalid({ q: ['Choose what to search for'] })
  const endsAt = findEnd(kept)
  const now = clock.now()
  if (endsAt && endsAt <= now) throw invalid({ available_on: ['Choose a day that is not over'] })
  const knownIds = await listMatchIds(deps, toSearch(kept), familyId)
  const row = await withTransaction(database, async (transaction) => {
    // Locks the family, so that its parallel calls are counted one after another.
    await lockUser(transaction, familyId)
    const rows = await listRows(transaction, familyId)
    const same = rows.find((stored) => isDeepStrictEqual(stored.search, kept))
    if (same) return same
    if (rows.length >= SAVED_SEARCHES_MAXIMUM) {
      throw conflict(`You can keep ${SAVED_SEARCHES_MAXIMUM} saved searches. Delete one to save another`)
    }
    return insertRow(transaction, {
      ...{ familyId, search: kept, endsAt, knownIds, lookedAt: now, createdAt: now },
    })
  })
  return toResponse(deps, row)
}

/** The place near which a search looks. The family's home counts only if the text names no other place. */
async function findPlaceId(
  { database }: SearchDeps,
  familyId: number,
  { near, q }: CaregiverSearch,
): Promise<number | null> {
  if (near === NEAR_HOME) {
    const parts = readTextParts(q ?? '', await findCities(database, { q }))
    if (parts.some(({ kind }) => kind === 'city' || kind === 'country')) return null
  }
  return (await findNearPlace(database, near, familyId))?.id ?? null
}

/** Deletes a family's saved search. @throws AppError 404 if it has none with this id */
export async function deleteSavedSearch(
  { database }: Pick<Deps, 'database'>,
  familyId: number,
  id: number,
): Promise<void> {
  if (!(await deleteRow(database, { familyId, id }))) throw notFound()
}
