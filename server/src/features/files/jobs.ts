import { HOUR_MS } from '@tendwell/contract/time'
import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database/database.ts'
import { WrongStorageError } from './storing/installation.ts'
import { sweepStorage, TooManyOrphansError } from './storing/sweep.ts'
import { removeAbandonedUploads } from './uploading/uploads.ts'

const SWEEP_MINUTES = 30
/** Longer than any upload takes. */
const ABANDONED_AGE_MS = HOUR_MS

/** @see docs/rules/profiles-and-files.md#stored-files */
export function filesJobs(deps: Deps): void {
  deps.jobs.everyMinutes(SWEEP_MINUTES, 'files.sweep', async () => {
    await sweepOrReport(deps)
    await removeAbandonedUploads(ABANDONED_AGE_MS)
  })
}

/** Sweeps the stored files. If the sweep stops because something is wrong, the admins are notified. */
async function sweepOrReport(deps: Deps): Promise<void> {
  const { clock, database, jobs, log } = deps
  try {
    const counts = await sweepStorage(deps)
    if (Object.values(counts).some((count) => count > 0)) log.info(counts, 'swept stored files')
  } catch (error) {
    if (!(error instanceof WrongStorageError || error instanceof TooManyOrphansError)) throw error
    const problem = error.message
    log.error({ problem }, 'the sweep of stored files stopped')
    const day = clock.now().toISOString().slice(0, 10)
    await withTransaction(database, (transaction) =>
      jobs.publish(transaction, 'files.sweep-stopped', { day, problem }),
    )
  }
}
