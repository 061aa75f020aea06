import type { Deps } from '../../../deps.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { conflict } from '../../../platform/errors.ts'
import { dropJob, retryFailedJobs, retryJob } from '../../../platform/jobs/list.ts'
import { audit } from '../../people/index.ts'

/** What staff can do with a job, what they read then, and the action in the audit log. */
const ACTIONS = {
  retry: { act: retryJob, message: 'Job started again', action: 'job.retried' },
  drop: { act: dropJob, message: 'Job dropped', action: 'job.dropped' },
} as const
type JobAction = keyof typeof ACTIONS

/** Who acts on a job, and their network address; both are null for a command on the server. */
type JobActor = { actorId: number | null; address: string | null }

/**
 * Runs a job again or deletes it, and writes an audit log entry in the same transaction.
 * @throws AppError 404 for an unknown job; 409 while the job runs, and if staff drop one that has not failed
 * @see docs/rules/console.md#jobs
 */
export async function actOnJob(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  actor: JobActor,
  { id, action }: { id: number; action: JobAction },
): Promise<{ message: string }> {
  const { act, message, action: auditAction } = ACTIONS[action]
  await withTransaction(database, async (transaction) => {
    const { name, attempts, last_error: lastError } = await act(transaction, clock, id)
    // Staff must not drop a job that is about to mail others what they have just done.
    if (action === 'drop' && actor.actorId !== null && lastError === null) {
      throw conflict('Only a job that has failed can be dropped')
    }
    await audit(transaction, {
      at: clock.now(),
      actorId: actor.actorId,
      action: auditAction,
      subject: `job:${id}`,
      before: { name, attempts, lastError },
      address: actor.address,
    })
  })
  return { message }
}

/** Runs all failed jobs again, with one audit log entry that counts them. */
export async function retryAllJobs(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  actor: JobActor,
): Promise<{ message: string }> {
  const count = await withTransaction(database, async (transaction) => {
    const retriedCount = await retryFailedJobs(transaction)
    const { action } = ACTIONS.retry
    const entry = {
      at: clock.now(),
      action,
      subject: 'jobs:failed',
      after: { count: retriedCount },
      ...actor,
    }
    if (retriedCount > 0) await audit(transaction, entry)
    return retriedCount
  })
  if (count === 0) return { message: 'There are no failed jobs' }
  return { message: count === 1 ? '1 job started again' : `${count} jobs started again` }
}
