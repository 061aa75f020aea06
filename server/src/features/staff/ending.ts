import type { Deps } from '../../deps.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { audit } from '../people/index.ts'
import { endRecoveriesAskedBy } from '../sign-in/index.ts'
import { endStaffChangesAskedBy, toSubject } from './changes/store.ts'
import { endInvitationsOf } from './store.ts'

/**
 * Ends what a member of staff began and others have not decided on yet: invitations they sent, and changes of
 * the staff and recoveries they asked for. These stay ended if the person becomes an active admin again. For
 * families and caregivers there is nothing to end.
 * @param userId someone who is deactivated, closed their account, or isn't an admin any more; their row is
 *   locked
 * @see docs/rules/console.md#staff
 */
export async function endStaffMatters(
  transaction: Transaction,
  { clock }: Pick<Deps, 'clock'>,
  userId: number,
): Promise<void> {
  const at = clock.now()
  for (const { id, email, staffRole } of await endInvitationsOf(transaction, userId, at)) {
    const after = { email, staffRole, invitedBy: userId }
    const subject = `invitation:${id}`
    await audit(transaction, { at, actorId: null, action: 'staff.invitation-ended', subject, after })
  }
  for (const change of await endStaffChangesAskedBy(transaction, userId, at)) {
    const after = { kind: change.kind, requestedBy: userId }
    const subject = toSubject(change)
    await audit(transaction, { at, actorId: null, action: 'staff.change-ended', subject, after })
  }
  for (const personId of await endRecoveriesAskedBy(transaction, userId, at)) {
    const after = { requestedBy: userId }
    const subject = `user:${personId}`
    await audit(transaction, { at, actorId: null, action: 'two-step.recovery-ended', subject, after })
  }
}
