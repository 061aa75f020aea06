/** Making or ending an admin takes the decision of two admins. @see docs/rules/console.md#two-admins */
import type { StaffChange } from '@tendwell/contract/staff/staff'
import type { Deps } from '../../../deps.ts'
import { type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { conflict, forbidden, notFound } from '../../../platform/errors.ts'
import type { Actor, StaffActor } from '../../../platform/http/access.ts'
import { audit, lockActiveAdmins, queueAdminMails } from '../../people/index.ts'
import { findLastingObstacle, OBSTACLE_TEXTS, readStaff, requireRecentProof } from '../../sign-in/index.ts'
import { sendInvitation } from '../invitations/invitations.ts'
import { applyRole, applyStatus } from './applying.ts'
import { toAuditDetails } from './asking.ts'
import { staffChangeMail } from './notices.ts'
import { findStaffChange, readStaffChangeResponse } from './queries.ts'
import { endStaffChange, expireStaffChanges, type StaffChangeRow, toSubject } from './store.ts'

/**
 * Approves or declines a change of the staff. Only an admin who neither asked for it nor is the person
 * concerned may decide. Approving makes the change; all admins get an email.
 * @throws AppError 403 without a recent proof, or for someone who isn't an active admin; 404 for an unknown
 *   change and for the person concerned; 409 for the admin who asked, for a change that has ended, and for an
 *   approval that this admin can't give (`findLastingObstacle`) or that can't be carried out any more
 */
export async function decideStaffChange(
  deps: Deps,
  { actor, address }: StaffActor,
  { id, decision }: { id: number; decision: 'approve' | 'decline' },
): Promise<StaffChange> {
  return withTransaction(deps.database, async (transaction) => {
    await requireRecentProof(transaction, deps, actor)
    if (!(await lockActiveAdmins(transaction)).includes(actor.id)) throw forbidden()
    const change = await findStaffChange(transaction, id)
    // The person concerned doesn't learn of a change before it is decided.
    if (!change || change.userId === actor.id) throw notFound()
    if (change.requestedBy === actor.id) throw conflict('Another admin has to decide on this')
    const at = deps.clock.now()
    await expireStaffChanges(transaction, at)
    const state = decision === 'approve' ? 'approved' : 'declined'
    if (!(await endStaffChange(transaction, id, { state, decidedBy: actor.id, endedAt: at }))) {
      throw conflict('This request has already ended')
    }
    if (state === 'approved') {
      await requireApprover(transaction, actor, change, at)
      await makeChange(transaction, deps, change, actor.id)
    }
    await queueAdminMails(transaction, deps, staffChangeMail, { changeId: id, step: state })
    await audit(transaction, {
      at,
      actorId: actor.id,
      action: `staff.change-${state}`,
      subject: toSubject(change),
      after: { ...toAuditDetails(change), requestedBy: change.requestedBy },
      address,
    })
    const row = { ...change, state, decidedBy: actor.id, endedAt: at } as const
    return readStaffChangeResponse({ clock: deps.clock, database: transaction }, actor, row)
  })
}

/**
 * @throws AppError 409 if this admin can't approve what the asker wants, such as when one invited the other
 */
async function requireApprover(
  transaction: Transaction,
  actor: Actor,
  { requestedBy }: StaffChangeRow,
  now: Date,
): Promise<void> {
  const { admissions } = await readStaff(transaction)
  const obstacle = findLastingObstacle(requestedBy, actor.id, admissions, now)
  if (obstacle) throw conflict(OBSTACLE_TEXTS[obstacle])
}

/**
 * Makes an approved change in the name of the admin who asked for it. An invitation has an email and a role,
 * a change of role a user and a role, and an activation or deactivation a user only.
 */
async function makeChange(
  transaction: Transaction,
  deps: Deps,
  { kind, userId, email, staffRole, requestedBy }: StaffChangeRow,
  approvedBy: number,
): Promise<void> {
  const origin = { askerId: requestedBy, address: null }
  if (email !== null && staffRole !== null) {
    await sendInvitation(transaction, deps, { ...origin, approvedBy, email, staffRole })
  } else if (userId !== null && staffRole !== null) {
    await applyRole(transaction, deps, { ...origin, userId, staffRole })
  } else if (userId !== null) {
    await applyStatus(transaction, deps, { ...origin, userId, isActive: kind === 'activate' })
  }
}
