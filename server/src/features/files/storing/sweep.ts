import { DAY_MS, HOUR_MS } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { StoredFile } from '../../../ports/storage/port.ts'
import { findStorageKeysInUse } from '../queries.ts'
import { requireOwnStorage } from './installation.ts'
import { isExportKey } from './storage-key.ts'

/** Longer than any upload takes between storing its bytes and inserting its row. */
const ORPHAN_AGE_MS = HOUR_MS
const TRASH_AGE_MS = 30 * DAY_MS
/**
 * Crashes leave few files behind: more than this share of all files, and more than a few, is another mistake.
 */
const ORPHANS_MAXIMUM_SHARE = 0.05
const ORPHANS_FEW = 20
const BATCH_SIZE = 500

/** Too many files have no row: a mistake is more likely than that many crashes. */
export class TooManyOrphansError extends Error {}

export type Swept = { discarded: number; restored: number; erased: number }

/**
 * Moves stored files without a row to the trash, brings back those in the trash that have one, and erases
 * what has been in the trash for 30 days. Exports without a row are erased at once.
 * @param options.isConfirmed takes any number of files
 * @throws WrongStorageError, TooManyOrphansError before it takes any
 * @see docs/operations.md#files
 */
export async function sweepStorage(
  { database, storage }: Pick<Deps, 'database' | 'storage'>,
  { isConfirmed = false } = {},
): Promise<Swept> {
  await requireOwnStorage(database, storage)
  const trash = await findUnused(database, storage.listTrash(), (key) =>
    isExportKey(key) ? ORPHAN_AGE_MS : TRASH_AGE_MS,
  )
  for (const key of trash.used) await storage.restore(key)
  const stored = await findUnused(database, storage.list(), () => ORPHAN_AGE_MS)
  const [orphans, all] = [stored.unused.length, stored.count]
  if (!isConfirmed && orphans > Math.max(ORPHANS_FEW, all * ORPHANS_MAXIMUM_SHARE)) {
    throw new TooManyOrphansError(`${orphans} of ${all} stored files belong to nothing in the database.`)
  }
  const discarded = stored.unused.filter((key) => !isExportKey(key))
  const erased = [...stored.unused.filter(isExportKey), ...trash.unused]
  for (const key of discarded) await storage.discard(key)
  for (const key of erased) await storage.erase(key)
  return { discarded: discarded.length, restored: trash.used.length, erased: erased.length }
}

/** @returns the keys that have a row, and the older ones that have none */
async function findUnused(
  database: Database,
  files: AsyncIterable<StoredFile>,
  getMinimumAgeMs: (key: string) => number,
): Promise<{ count: number; used: string[]; unused: string[] }> {
  const found = { count: 0, used: [] as string[], unused: [] as string[] }
  const sort = async (batch: StoredFile[]) => {
    const inUse = await findStorageKeysInUse(
      database,
      batch.map(({ key }) => key),
    )
    found.count += batch.length
    for (const { key, ageMs } of batch) {
      if (inUse.has(key)) found.used.push(key)
      else if (ageMs > getMinimumAgeMs(key)) found.unused.push(key)
    }
  }
  let batch: StoredFile[] = []
  for await (const file of files) {
    batch.push(file)
    if (batch.length < BATCH_SIZE) continue
    await sort(batch)
    batch = []
  }
  if (batch.length > 0) await sort(batch)
  return found
}
