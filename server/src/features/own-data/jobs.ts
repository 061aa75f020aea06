import { REOPEN_DAYS } from '@tendwell/contract/people/own-data'
import { DAY_MS } from '@tendwell/contract/time'
import type { Deps } from '../../deps.ts'
import { hasEvidence, type PersonalData } from '../../personal-data/classification.ts'
import { withTransaction } from '../../platform/database/database.ts'
import { handleMails } from '../notices/index.ts'
import { ERASE, type EraseJob, erase } from './erasure/erasure.ts'
import { listToErase } from './erasure/erasure-queries.ts'
import { findEvidence } from './erasure/evidence.ts'
import { listObstacles } from './erasure/obstacles.ts'
import {
  EXPIRE_EXPORT,
  type ExpireJob,
  type ExportJob,
  expireExport,
  PREPARE_EXPORT,
  prepareExport,
  sweepExports,
} from './export/export.ts'
import { ownDataMail } from './notices.ts'

const SWEEP_MINUTES = 10
/** Everything is gone within 30 days of closing, so an erasure waits no longer than this for a dispute. */
const WAIT_DAYS = 28
/** Erasures run one after another. */
const QUEUE = 'erasures'

/** @param data what all slices say about their personal data */
export function ownDataJobs(deps: Deps, data: readonly PersonalData[]): void {
  const { jobs } = deps
  handleMails(deps, [ownDataMail])
  jobs.handle<ExportJob>(PREPARE_EXPORT, (job) => prepareExport(deps, data, job))
  jobs.handle<ExpireJob>(EXPIRE_EXPORT, (job) => expireExport(deps, job))
  jobs.handle<EraseJob>(ERASE, (job) => erase(deps, data, job))
  jobs.everyMinutes(SWEEP_MINUTES, 'own-data.sweep', async () => {
    await sweepExports(deps)
    await queueErasures(deps)
  })
}

/**
 * Queues the erasure of everyone whose 14 days are over. What came up since they closed is settled first, if
 * it can.
 */
async function queueErasures(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  const due = await listToErase(deps.database, new Date(now.getTime() - REOPEN_DAYS * DAY_MS))
  const latest = now.getTime() - WAIT_DAYS * DAY_MS
  for (const { closedAt, heldAt, ...person } of due) {
    if (heldAt && hasEvidence(await findEvidence(deps.database, person.id, now))) continue
    const isWaiting = closedAt !== null && closedAt.getTime() > latest
    if (isWaiting && (await listObstacles(deps.database, person, now)).length > 0) continue
    const job: EraseJob = { userId: person.id }
    await withTransaction(deps.database, (transaction) =>
      deps.jobs.add(transaction, ERASE, job, { key: `${ERASE}:${person.id}`, keepsTime: true, queue: QUEUE }),
    )
  }
}
