import type { BackgroundCheckDecision } from '@tendwell/contract/background-checks'
import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database.ts'
import { audit } from '../../accounts/index.ts'
import { decideCheck } from '../../background-checks/index.ts'

const MESSAGES: Record<BackgroundCheckDecision, string> = {
  accepted: 'Background check accepted',
  declined: 'Background check declined',
}

/**
 * Records a decision on a check that needs a review, with an audit log entry in the same transaction.
 * @throws AppError 404 for an unknown check, 409 unless it waits for a decision
 * @see docs/rules/background-checks.md#decisions-of-staff
 */
export async function decideBackgroundCheck(
  transaction: Transaction,
  deps: Pick<Deps, 'backgroundChecks' | 'clock' | 'jobs'>,
  by: { actorId: number; address: string },
  { checkId, decision, reason }: { checkId: number; decision: BackgroundCheckDecision; reason: string },
): Promise<{ message: string; decision: BackgroundCheckDecision }> {
  const { actorId, address } = by
  const { caregiverId } = await decideCheck(transaction, deps, checkId, { decision, reason, actorId })
  await audit(transaction, {
    at: deps.clock.now(),
    actorId,
    action: `background-check.${decision}`,
    subject: `user:${caregiverId}`,
    after: { check: checkId, reason },
    address,
  })
  return { message: MESSAGES[decision], decision }
}
