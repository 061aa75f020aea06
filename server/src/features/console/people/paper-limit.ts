/**
 * Which identity papers count in the limit of people a day.
 * @see docs/rules/console.md#what-is-read-is-recorded
 */
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import type { Reader, Transaction } from '../../../platform/database/database.ts'
import { backgroundChecks, isWaitingForStaff } from '../../background-checks/index.ts'
import { reports } from '../../moderation/index.ts'
import {
  caregiverProfiles,
  documentChecks,
  documentRenewals,
  hasToBeCheckedAgain,
  pendingChanges,
} from '../../profiles/index.ts'
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
  if (await isWaited(transaction, personId, deps.clock.now())) return false
  await countShowing(transaction, deps, { actorId, personId })
  return true
}

/**
 * Whether staff have a verification, change, renewal, background check or report of a caregiver to decide on.
 */
async function isWaited(reader: Reader, caregiverId: number, now: Date): Promise<boolean> {
  const isTheirs = eq(caregiverProfiles.userId, caregiverId)
  const outdated = await reader
    .select({ id: documentChecks.id })
    .from(documentChecks)
    .innerJoin(caregiverProfiles, eq(caregiverProfiles.userId, documentChecks.caregiverId))
    .where(and(isTheirs, hasToBeCheckedAgain()))
    .limit(1)
  const renewal = and(eq(documentRenewals.caregiverId, caregiverId), isNotNull(documentRenewals.fileId))
  const check = and(eq(backgroundChecks.caregiverId, caregiverId), isWaitingForStaff(now))
  const counts = [
    outdated.length,
    await reader.$count(
      caregiverProfiles,
      and(isTheirs, eq(caregiverProfiles.verificationStatus, 'pending')),
    ),
    await reader.$count(pendingChanges, eq(pendingChanges.caregiverId, caregiverId)),
    await reader.$count(documentRenewals, renewal),
    await reader.$count(backgroundChecks, check),
    await reader.$count(reports, and(eq(reports.reportedId, caregiverId), isNull(reports.decisionId))),
  ]
  return counts.some((waiting) => waiting > 0)
}
