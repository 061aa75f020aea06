/** Looks for new matches of saved searches. @see docs/rules/profiles-and-files.md#saved-searches */
import { DAY_MS } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { lockUser } from '../../people/index.ts'
import { listMatchIds } from '../queries.ts'
import { listNewMatches, toSearch } from './search.ts'
import {
  deleteEndedBefore,
  listFamiliesToLookFor,
  listRows,
  type SavedSearchRow,
  setKnownIds,
  setLookedAt,
} from './store.ts'

type LookDeps = Pick<Deps, 'clock' | 'database' | 'jobs' | 'log' | 'replica'>

/** A family's searches are run once within this time, all of them together. */
const LOOK_EVERY_MS = DAY_MS
/** How many families one run takes at most. With a run every 10 minutes these are 7,200 a day. */
const FAMILIES_A_RUN = 50
/** How long a search stays on the list after its day. */
const KEPT_AFTER_END_MS = 30 * DAY_MS

/** Runs the searches of the families who have waited longest, and announces who is new. */
export async function lookForMatches(deps: LookDeps): Promise<void> {
  const now = deps.clock.now()
  await deleteEndedBefore(deps.database, new Date(now.getTime() - KEPT_AFTER_END_MS))
  const lookedBefore = new Date(now.getTime() - LOOK_EVERY_MS)
  const families = await listFamiliesToLookFor(deps.database, { now, lookedBefore, limit: FAMILIES_A_RUN })
  for (const familyId of families) {
    // One family's searches must not keep the others waiting.
    await lookForFamily(deps, familyId, { now, lookedBefore }).catch((error: unknown) =>
      deps.log.error({ err: error, familyId }, 'could not look for matches of saved searches'),
    )
  }
}

/** Runs a family's searches. What they find is announced once, also if two nodes run them at the same time. */
async function lookForFamily(
  deps: LookDeps,
  familyId: number,
  { now, lookedBefore }: { now: Date; lookedBefore: Date },
): Promise<void> {
  const rows = await listRows(deps.database, familyId)
  const ahead = rows.filter(({ endsAt }) => endsAt === null || endsAt > now)
  const found: { row: SavedSearchRow; ids: number[]; count: number }[] = []
  for (const row of ahead) {
    const ids = await listMatches(deps, row)
    const { length: count } = listNewMatches(row.knownIds, ids)
    if (count > 0) found.push({ row, ids, count })
  }
  await withTransaction(deps.database, async (transaction) => {
    await lockUser(transaction, familyId)
    const isStillDue = (await listRows(transaction, familyId)).some(
      ({ lookedAt }) => lookedAt <= lookedBefore,
    )
    if (!isStillDue) return
    await setLookedAt(transaction, familyId, now)
    if (found.length === 0) return
    for (const { row, ids } of found) await setKnownIds(transaction, row.id, ids)
    await deps.jobs.publish(transaction, 'saved-searches.matched', {
      familyId,
      at: now.toISOString(),
      found: found.map(({ row, count }) => ({ searchId: row.id, count })),
    })
  })
}

/** The matches that a search has now, as its page finds them. */
function listMatches({ clock, replica }: LookDeps, { familyId, search }: SavedSearchRow): Promise<number[]> {
  return replica.read((database) => listMatchIds({ clock, database }, toSearch(search), familyId))
}
