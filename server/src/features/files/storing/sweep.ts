import { DAY_MS, HOUR_MS } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { StoredFile } from '../../../ports/storage/port.ts'
import { listStorageKeysInUse } from '../queries.ts'
import { requireOwnStorage } from './installation.ts'
import { isExportKey } from './storage-key.ts'

/** Longer than any upload takes between storing its bytes and inserting its row. */
const ORPHAN_AGE_MS = HOUR_MS
const TRASH_AGE_MS = 30 * DAY_MS
/**
 * Crashes leave few files without a row. If there are more than 20 and more than this share of all files,
 * something else is wrong.
 */
const ORPHANS_MAXIMUM_SHARE = 0.05
const ORPHANS_FEW = 20
const BATCH_SIZE = 500

/** Thrown if so many files have no row that a mistake is more likely than crashes. */
export class TooManyOrphansError extends Error {}

export type SweepResult = { discarded: number; restored: number; erased: number }

/**
 * Moves stored files without a row to the trash, brings files in the trash that have a row back, and erases
 * files that have been in the trash for 30 days. Exports without a row are erased at once.
 * @param options.isConfirmed removes any number of files, without TooManyOrphansError
 * @throws WrongStorageError, TooManyOrphansError before any file is removed
 * @see docs/operations.md#files
 */
export async function sweepStorage(
  { database, storage }: Pick<Deps, 'database' | 'storage'>,
  { isConfirmed = false } = {},
): Promise<SweepResult> {
  await requireOwnStorage(database, storage)
  const trash = await sortByUse(database, storage.listTrash(), (key) =>
    isExportKey(key) ? ORPHAN_AGE_MS : TRASH_AGE_MS,
  )
  for (const key of trash.used) await storage.restore(key)
  const storedFiles = await sortByUse(database, storage.list(), () => ORPHAN_AGE_MS)
  const [orphanCount, fileCount] = [storedFiles.unused.length, storedFiles.count]
  if (!isConfirmed && orphanCount > Math.max(ORPHANS_FEW, fileCount * ORPHANS_MAXIMUM_SHARE)) {
    throw new TooManyOrphansError(
      `${orphanCount} of ${fileCount} stored files belong to nothing in the database.`,
    )
  }
  const discarded = storedFiles.unused.filter((key) => !isExportKey(key))
  const erased = [...storedFiles.unused.filter(isExportKey), ...trash.unused]
  for (const key of discarded) await storage.discard(key)
  for (const key of erased) await storage.erase(key)
  return { discarded: discarded.length, restored: trash.used.length, erased: erased.length }
}

/**
 * Sorts stored files by whether they have a row.
 * @param getMinimumAgeMs how old a file must be to count as unused; younger ones may still get a row
 * @returns how many files there are, the keys that have a row, and the keys of old files that have none
 */
async function sortByUse(
  database: Database,
  files: AsyncIterable<StoredFile>,
  getMinimumAgeMs: (key: string) => number,
): Promise<{ count: number; used: string[]; unused: string[] }> {
  const sorted = { count: 0, used: [] as string[], unused: [] as string[] }
  const sortBatch = async (batch: StoredFile[]) => {
    const inUse = await listStorageKeysInUse(
      database,
      batch.map(({ key }) => key),
    )
    sorted.count += batch.length
    for (const { key, ageMs } of batch) {
      if (inUse.has(key)) sorted.used.push(key)
      else if (ageMs > getMinimumAgeMs(key)) sorted.unused.push(key)
    }
  }
  let batch: StoredFile[] = []
  for await (const file of files) {
    batch.push(file)
    if (batch.length < BATCH_SIZE) continue
    await sortBatch(batch)
    batch = []
  }
  if (batch.length > 0) await sortBatch(batch)
  return sorted
}
