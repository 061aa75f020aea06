import { HOUR_MS } from '@tendwell/contract/time'
import type { Deps } from '../../deps.ts'
import { findStorageKeysInUse } from './queries.ts'
import { removeAbandonedUploads } from './uploads.ts'

const SWEEP_MINUTES = 30
/** Longer than any upload takes between storing its bytes and inserting its row. */
const ORPHAN_AGE_MS = HOUR_MS
const BATCH_SIZE = 500

/** Removes stored files older than an hour that have no row. @see docs/rules/profiles-and-files.md#uploads */
export function filesJobs(deps: Deps): void {
  deps.jobs.every(SWEEP_MINUTES, 'files.sweep', async () => {
    let batch: string[] = []
    for await (const { key, ageMs } of deps.storage.list()) {
      if (ageMs > ORPHAN_AGE_MS) batch.push(key)
      if (batch.length < BATCH_SIZE) continue
      await removeOrphans(deps, batch)
      batch = []
    }
    if (batch.length > 0) await removeOrphans(deps, batch)
    await removeAbandonedUploads(ORPHAN_AGE_MS)
  })
}

async function removeOrphans({ database, storage, log }: Deps, keys: string[]): Promise<void> {
  const inUse = await findStorageKeysInUse(database, keys)
  const orphans = keys.filter((key) => !inUse.has(key))
  for (const key of orphans) await storage.remove(key)
  if (orphans.length > 0) log.info({ count: orphans.length }, 'removed orphaned files')
}
