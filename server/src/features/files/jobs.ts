import { HOUR_MS } from '@tendwell/contract/time'
import type { Deps } from '../../deps.ts'
import { sweepStorage } from './sweep.ts'
import { removeAbandonedUploads } from './uploads.ts'

const SWEEP_MINUTES = 30
/** Longer than any upload takes. */
const ABANDONED_AGE_MS = HOUR_MS

/** @see docs/rules/profiles-and-files.md#uploads */
export function filesJobs(deps: Deps): void {
  deps.jobs.every(SWEEP_MINUTES, 'files.sweep', async () => {
    await sweepStorage(deps)
    await removeAbandonedUploads(ABANDONED_AGE_MS)
  })
}
