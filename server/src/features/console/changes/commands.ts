import type { ChangeDecision } from '@tendwell/contract/console/users'
import type { Deps } from '../../../deps.ts'
import type { Actor } from '../../../platform/http/access.ts'
import { releaseFiles } from '../../files/index.ts'
import { audit } from '../../people/index.ts'
import { decidePendingChange } from '../../profiles/index.ts'

/** What staff read after each decision, and the action in the audit log. */
const OUTCOMES = {
  approve: { message: 'Change approved successfully', action: 'caregiver.change-approved' },
  decline: { message: 'Change declined successfully', action: 'caregiver.change-declined' },
} as const

/**
 * Decides on a caregiver's waiting change of name, photo or description, with an audit log entry in the same
 * transaction.
 * @param address the network address of the staff member, for the audit log
 * @param changeDecision.changeId the change that the staff member saw
 * @param changeDecision.reason shown to the caregiver; required for `decline`, otherwise ignored
 * @throws AppError 404 if the id is not a caregiver's; 409 if that change no longer waits
 * @see docs/rules/console.md#changes-of-name-and-photo
 */
export async function decideChange(
  deps: Deps,
  actor: Actor,
  address: string,
  changeDecision: { caregiverId: number; changeId: string; decision: ChangeDecision; reason: string },
): Promise<{ message: string; decision: ChangeDecision }> {
  const { caregiverId, decision } = changeDecision
  const { message, action } = OUTCOMES[decision]
  const reason = decision === 'decline' ? { reason: changeDecision.reason } : {}
  await releaseFiles(deps, async (transaction) => {
    const { before, after, unusedFileIds } = await decidePendingChange(transaction, deps, changeDecision)
    await audit(transaction, {
      at: deps.clock.now(),
      actorId: actor.id,
      action,
      subject: `user:${caregiverId}`,
      before,
      after: { ...after, ...reason },
      address,
    })
    return unusedFileIds
  })
  return { message, decision }
}
