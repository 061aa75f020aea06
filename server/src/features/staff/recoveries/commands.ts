/**
 * Recovery: staff end the two-step sign-in of someone who lost their factors. One of the staff asks, and a
 * second person, an admin, approves.
 * @see docs/rules/two-step.md#recovery-by-two-people
 */

import {
  RECOVERY_WAIT_HOURS,
  type RecoveryObstacle,
  type TwoStepRecovery,
} from '@tendwell/contract/sign-in/two-step'
import { DAY_MS } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import { type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { conflict, forbidden, invalidRequest, notFound } from '../../../platform/errors.ts'
import type { Actor, StaffActor } from '../../../platform/http/access.ts'
import { queueMail } from '../../notices/index.ts'
import {
  audit,
  findUser,
  lockActiveAdmins,
  lockUser,
  queueAdminMails,
  type UserRow,
} from '../../people/index.ts'
import {
  endRecovery,
  endSessions,
  endTwoStep,
  expireRecoveries,
  findApprovalObstacle,
  findRecovery,
  findRecoveryByToken,
  forgetKnownDevices,
  insertRecovery,
  OBSTACLE_TEXTS,
  type RecoveryRow,
  readRecoveryResponse,
  readStaff,
  recoveryAdminMail,
  recoveryEndedMail,
  recoveryRequestedMail,
  requireRecentProof,
} from '../../sign-in/index.ts'

/** How long a request waits for a decision. */
const RECOVERY_MS = 7 * DAY_MS

/**
 * Asks to end someone's two-step sign-in, mails that person a link that stops the request, and mails all
 * admins.
 * @param request.reason how the asker confirmed who the person is
 * @throws AppError 403 without a recent proof, or for a colleague's account unless the asker is an admin; 404
 *   for an unknown person; 409 for one's own account, for a person whose two-step sign-in is off, and while a
 *   request for this person is open
 */
export async function requestRecovery(
  deps: Deps,
  { actor, address }: StaffActor,
  { userId, reason }: { userId: number; reason: string },
): Promise<TwoStepRecovery> {
  return withTransaction(deps.database, async (transaction) => {
    await requireRecentProof(transaction, deps, actor)
    const user = await lockUser(transaction, userId)
    if (userId === actor.id) throw conflict('A colleague has to ask this for your own account')
    if (!mayAsk(user, actor)) throw forbidden('Only an admin can ask this for a colleague’s account')
    if (!user.twoStepAt) throw conflict('Two-step sign-in is off for this person')
    const at = deps.clock.now()
    await expireRecoveries(transaction, at, userId)
    const expiresAt = new Date(at.getTime() + RECOVERY_MS)
    const request = { userId, reason, requestedBy: actor.id, requestedAt: at, expiresAt }
    const row = await insertRecovery(transaction, request)
    if (!row) throw conflict('A request for this person is already open')
    await queueMail(transaction, deps, recoveryRequestedMail, { userId, recoveryId: row.id })
    await queueAdminMails(transaction, deps, recoveryAdminMail, { recoveryId: row.id, step: 'asked' })
    await audit(transaction, {
      at,
      actorId: actor.id,
      action: 'two-step.recovery-requested',
      subject: `user:${userId}`,
      after: { reason },
      address,
    })
    return readRecoveryResponse({ clock: deps.clock, database: transaction }, actor, row)
  })
}

/** Whether someone may ask for this person: admins for everyone, support for families and caregivers only. */
function mayAsk(user: Pick<UserRow, 'role'>, { staffRole }: Pick<UserRow, 'staffRole'>): boolean {
  return staffRole === 'admin' || (staffRole === 'support' && user.role !== 'admin')
}

/**
 * Approves or declines a request. Only an admin who neither asked nor is the person concerned may decide.
 * Approving ends the person's factors, remembered devices and sessions, forgets their known devices, and
 * mails all admins. The person gets a mail in both cases.
 * @throws AppError 403 without a recent proof, or for someone who isn't an active admin; 404 for an unknown
 *   request; 409 for the one who asked and the person concerned, for a request that has ended or whose asker
 *   may no longer ask, and for an approval that is too early or that this admin can't give (`findApprovalObstacle`)
 */
export async function decideRecovery(
  deps: Deps,
  { actor, address }: StaffActor,
  { id, decision }: { id: number; decision: 'approve' | 'decline' },
): Promise<TwoStepRecovery> {
  return withTransaction(deps.database, async (transaction) => {
    await requireRecentProof(transaction, deps, actor)
    const request = await findRecovery(transaction, id)
    if (!request) throw notFound()
    const user = await lockForDecision(transaction, actor, request)
    const at = deps.clock.now()
    await expireRecoveries(transaction, at, user.id)
    const state = decision === 'approve' ? 'approved' : 'declined'
    if (!(await endRecovery(transaction, id, { state, decidedBy: actor.id, endedAt: at }))) {
      throw conflict('This request has already ended')
    }
    if (state === 'approved') {
      // An error from these two undoes the ending above.
      await requireAsker(transaction, user, request)
      await requireApprover(transaction, actor, request, at)
      await endTwoStep(transaction, user.id, at)
      await endSessions(transaction, deps, { userId: user.id })
      // `undefined`: no device stays known, as the call comes from an admin's device and not the person's.
      await forgetKnownDevices(transaction, user.id, undefined)
      await queueAdminMails(transaction, deps, recoveryAdminMail, { recoveryId: id, step: 'approved' })
    }
    await queueMail(transaction, deps, recoveryEndedMail, { userId: user.id, outcome: state })
    const action = `two-step.recovery-${state}` as const
    const after = { requestedBy: request.requestedBy }
    const subject = `user:${user.id}`
    await audit(transaction, { at, actorId: actor.id, action, subject, after, address })
    const row = { ...request, state, decidedBy: actor.id, endedAt: at } as const
    return readRecoveryResponse({ clock: deps.clock, database: transaction }, actor, row)
  })
}

/**
 * Locks the admins, so that the actor can't lose that role meanwhile, then the person concerned.
 * @returns the person concerned
 * @throws AppError 403 if the actor isn't an active admin; 409 if they asked or are the person concerned
 */
async function lockForDecision(
  transaction: Transaction,
  actor: Actor,
  { userId, requestedBy }: RecoveryRow,
): Promise<UserRow> {
  if (!(await lockActiveAdmins(transaction)).includes(actor.id)) throw forbidden()
  if ([userId, requestedBy].includes(actor.id)) throw conflict('Another admin has to decide on this')
  return lockUser(transaction, userId)
}

/** @throws AppError 409 if the asker is no longer active, or may no longer ask for this person */
async function requireAsker(
  transaction: Transaction,
  user: UserRow,
  { requestedBy }: RecoveryRow,
): Promise<void> {
  const asker = await findUser(transaction, requestedBy)
  if (asker?.isActive && mayAsk(user, asker)) return
  throw conflict('The colleague who asked can no longer do so. Decline this and ask again')
}

const REFUSALS: Readonly<Record<RecoveryObstacle, string>> = {
  wait: `This can be approved ${RECOVERY_WAIT_HOURS} hours after it was asked for`,
  ...OBSTACLE_TEXTS,
}

/** @throws AppError 409 if this admin can't approve the request now */
async function requireApprover(
  transaction: Transaction,
  actor: Actor,
  request: RecoveryRow,
  now: Date,
): Promise<void> {
  const obstacle = findApprovalObstacle(request, actor.id, await readStaff(transaction), now)
  if (obstacle) throw conflict(REFUSALS[obstacle])
}

/**
 * Stops a request by the link "This wasn't me" in the mail to the person concerned.
 * @throws AppError 400 for a link that is unknown, or of a request that has ended
 */
export async function stopRecovery(deps: Deps, token: string, ipAddress: string): Promise<void> {
  await withTransaction(deps.database, async (transaction) => {
    const request = await findRecoveryByToken(transaction, token)
    if (!request) throw invalidRequest('This link is not valid')
    const { userId, id } = request
    await lockUser(transaction, userId)
    const at = deps.clock.now()
    await expireRecoveries(transaction, at, userId)
    if (!(await endRecovery(transaction, id, { state: 'stopped', decidedBy: null, endedAt: at }))) {
      throw invalidRequest('This request has already ended')
    }
    const subject = `user:${userId}`
    const action = 'two-step.recovery-stopped'
    await audit(transaction, { at, actorId: userId, action, subject, address: ipAddress })
  })
}
