import { REOPEN_DAYS } from '@tendwell/contract/people/own-data'
import { DAY_MS } from '@tendwell/contract/time'
import type { Deps } from '../../deps.ts'
import { hasEvidence, type PersonalData } from '../../personal-data/classification.ts'
import { withTransaction } from '../../platform/database/database.ts'
import { handleMails } from '../notices/index.ts'
import { ERASE, type EraseJob, eraseAccount } from './erasure/erasure.ts'
import { listAccountsToErase } from './erasure/erasure-queries.ts'
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
const OBSTACLES_WAIT_DAYS = 28
/** Erasures run one after another. */
const ERASURE_QUEUE = 'erasures'

/** @param personalData what all slices say about their personal data */
export function ownDataJobs(deps: Deps, personalData: readonly PersonalData[]): void {
  const { jobs } = deps
  handleMails(deps, [ownDataMail])
  jobs.handle<ExportJob>(PREPARE_EXPORT, (job) => prepareExport(deps, personalData, job))
  jobs.handle<ExpireJob>(EXPIRE_EXPORT, (job) => expireExport(deps, job))
  jobs.handle<EraseJob>(ERASE, (job) => eraseAccount(deps, personalData, job))
  jobs.everyMinutes(SWEEP_MINUTES, 'own-data.sweep', async () => {
    await sweepExports(deps)
    await queueErasures(deps)
  })
}

/**
 * Queues the erasure of everyone whose 14 days are over. It waits for obstacles that came up since they
 * closed the account, but not beyond 28 days; an erasure that left only evidence waits until none has to be
 * kept.
 */
async function queueErasures(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  const closedAccounts = await listAccountsToErase(
    deps.database,
    new Date(now.getTime() - REOPEN_DAYS * DAY_MS),
  )
  const waitsIfClosedAfterMs = now.getTime() - OBSTACLES_WAIT_DAYS * DAY_MS
  for (const { closedAt, heldAt, ...person } of closedAccounts) {
    // Only evidence was left, and some still has to be kept.
    if (heldAt && hasEvidence(await findEvidence(deps.database, person.id, now))) continue
    const isWaiting = closedAt !== null && closedAt.getTime() > waitsIfClosedAfterMs
    if (isWaiting && (await listObstacles(deps.database, person, now)).length > 0) continue
    const job: EraseJob = { userId: person.id }
    await withTransaction(deps.database, (transaction) =>
      deps.jobs.add(transaction, ERASE, job, {
        key: `${ERASE}:${person.id}`,
        keepsTime: true,
        queue: ERASURE_QUEUE,
      }),
    )
  }
}
