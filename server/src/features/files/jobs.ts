import type { Deps } from '../../deps.ts'
import { storageKeysInUse } from './queries.ts'
import { removeAbandonedUploads } from './uploads.ts'

const SWEEP_MINUTES = 30
/** No upload is on its way from its bytes to its row for this long: every call and statement ends sooner. */
const ORPHAN_AGE_MS = 60 * 60 * 1_000
const BATCH = 500

/** Removes files without a row, older than an hour: what refused, broken and replaced uploads leave behind. */
export function sweepJobs(deps: Deps): void {
  deps.jobs.every(SWEEP_MINUTES, 'files.sweep', async () => {
    let batch: string[] = []
    for await (const { key, ageMs } of deps.storage.list()) {
      if (ageMs > ORPHAN_AGE_MS) batch.push(key)
      if (batch.length < BATCH) continue
      await removeOrphans(deps, batch)
      batch = []
    }
    if (batch.length > 0) await removeOrphans(deps, batch)
    await removeAbandonedUploads(ORPHAN_AGE_MS)
  })
}

async function removeOrphans({ database, storage, log }: Deps, keys: string[]): Promise<void> {
  const inUse = await storageKeysInUse(database, keys)
  const orphans = keys.filter((key) => !inUse.has(key))
  for (const key of orphans) await storage.remove(key)
  if (orphans.length > 0) log.info({ count: orphans.length }, 'removed stored files that nothing points to')
}
