import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database.ts'
import { dropJob, retryJob } from '../../platform/job-list.ts'
import { audit } from '../accounts/index.ts'

const ACTIONS = {
  retry: { act: retryJob, message: 'Job started again', action: 'job.retried' },
  drop: { act: dropJob, message: 'Job dropped', action: 'job.dropped' },
} as const
type JobAction = keyof typeof ACTIONS

/**
 * Runs a job again or deletes it, and writes an audit log entry in the same transaction.
 * @param by `actorId` is null for a command
 * @throws AppError 404, or 409 while the job runs
 * @see docs/rules/console.md#jobs
 */
export async function actOnJob(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  by: { actorId: number | null; address: string | null },
  { id, action }: { id: number; action: JobAction },
): Promise<{ message: string }> {
  const { act, message, action: audited } = ACTIONS[action]
  await withTransaction(database, async (transaction) => {
    const { name, attempts, last_error: lastError } = await act(transaction, clock, id)
    await audit(transaction, {
      at: clock.now(),
      actorId: by.actorId,
      action: audited,
      subject: `job:${id}`,
      before: { name, attempts, lastError },
      address: by.address,
    })
  })
  return { message }
}
