import type { SavedSearch } from '@tendwell/contract/search/saved-searches'
import type { Deps } from '../../../deps.ts'
import { findPlace } from '../../places/index.ts'
import { toPath } from './search.ts'
import { listRows, type SavedSearchRow } from './store.ts'
import { describeSearch } from './words.ts'

type ReadDeps = Pick<Deps, 'clock' | 'database'>

/** A family's saved searches, the newest first. @see docs/rules/profiles-and-files.md#saved-searches */
export async function listSavedSearches(deps: ReadDeps, familyId: number): Promise<SavedSearch[]> {
  const rows = await listRows(deps.database, familyId)
  return Promise.all(rows.map((row) => toResponse(deps, row)))
}

/** A saved search in the form that the browser gets. */
export async function toResponse(
  { clock, database }: ReadDeps,
  { id, search, endsAt, createdAt }: SavedSearchRow,
): Promise<SavedSearch> {
  const place = search.near === undefined ? undefined : await findPlace(database, search.near)
  return {
    id,
    words: describeSearch(search, place ?? null),
    path: toPath(search),
    is_over: endsAt !== null && endsAt <= clock.now(),
    created_at: createdAt.toISOString(),
  }
}
