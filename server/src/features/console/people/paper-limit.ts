/**
 * Opening a caregiver's identity papers counts against the limit of people a day, unless staff have something
 * to decide on about the caregiver.
 * @see docs/rules/console.md#what-is-read-is-recorded
 */
import type { Deps } from '../../../deps.ts'
import type { Reader, Transaction } from '../../../platform/database/database.ts'
import { hasWaitingCheck } from '../../background-checks/index.ts'
import { hasOpenReport } from '../../moderation/index.ts'
import { isProfileWaiting } from '../../profiles/index.ts'
import { countOpenedPerson } from './show-limit.ts'

/**
 * Counts that a member of staff opens a paper of a caregiver.
 * @returns whether the opening counts against the limit; false while a decision on the caregiver is due
 * @throws AppError 429 if they have opened the details of 60 other people today
 */
export async function countOpenedPaper(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  { actorId, personId }: { actorId: number; personId: number },
): Promise<boolean> {
  if (await isDecisionDue(transaction, personId, deps.clock.now())) return false
  await countOpenedPerson(transaction, deps, { actorId, personId })
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
