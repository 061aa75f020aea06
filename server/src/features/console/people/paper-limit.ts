/**
 * Which identity papers count in the limit of people a day.
 * @see docs/rules/console.md#what-is-read-is-recorded
 */
import type { Deps } from '../../../deps.ts'
import type { Reader, Transaction } from '../../../platform/database/database.ts'
import { hasWaitingCheck } from '../../background-checks/index.ts'
import { hasOpenReport } from '../../moderation/index.ts'
import { isProfileWaiting } from '../../profiles/index.ts'
import { countShowing } from './show-limit.ts'

/**
 * Counts that staff open a paper of a caregiver for whom nothing waits.
 * @returns whether it counts
 * @throws AppError 429 as `countShowing`
 */
export async function countPaper(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  { actorId, personId }: { actorId: number; personId: number },
): Promise<boolean> {
  if (await isDecisionDue(transaction, personId, deps.clock.now())) return false
  await countShowing(transaction, deps, { actorId, personId })
  return true
}

/**
 * Whether staff have a verification, change, renewal, background check or report of a caregiver to decide on.
 */
async function isDecisionDue(reader: Reader, caregiverId: number, now: Date): Promise<boolean> {
  return (
    (await isProfileWaiting(reader, caregiverId)) ||
    (await hasWaitingCheck(reader, caregiverId, now)) ||
    (await hasOpenReport(reader, caregiverId))
  )
}
