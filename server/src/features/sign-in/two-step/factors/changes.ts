/**
 * What goes before and after each change of a person's factors: proof and lock, then mails, audit entries,
 * ended sessions and recovery codes.
 * @see docs/rules/two-step.md#factors
 */
import type { AuditAction } from '@tendwell/contract/console/audit'
import type { Deps } from '../../../../deps.ts'
import { type Transaction, withTransaction } from '../../../../platform/database/database.ts'
import { conflict, unauthorized } from '../../../../platform/errors.ts'
import type { Actor } from '../../../../platform/http/access.ts'
import { queueMail } from '../../../notices/index.ts'
import { audit, lockUser, setTwoStepAt, type UserRow } from '../../../people/index.ts'
import { findSession } from '../../sessions/queries.ts'
import { requireRecentProof } from '../../sessions/reauthentication.ts'
import { endSessions } from '../../sessions/session.ts'
import { markSessionProven } from '../../sessions/store.ts'
import { type TwoStepChange, toChange, twoStepMail } from '../notices.ts'
import { stopOpenRecovery } from '../recovery/store.ts'
import { endTicketsAndRememberedDevices } from '../tokens.ts'
import { deleteRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts'
import { deleteFactors, listFactors, type NamedFactor } from './store.ts'

/** Who changes their own factors, and from where. */
export type FactorActor = { actor: Actor; ipAddress: string }

/** A change of someone's own factors, under their lock. */
export type FactorChange = {
  transaction: Transaction
  deps: Deps
  user: UserRow
  by: FactorActor
  at: Date
  /** The device of the caller's session. */
  deviceId: string
}

/**
 * Runs a change of the caller's factors under their lock.
 * @throws AppError 403 without a recent proof; 401 if the session has ended
 */
export function changeFactors<Result>(
  deps: Deps,
  by: FactorActor,
  work: (change: FactorChange) => Promise<Result>,
): Promise<Result> {
  return withTransaction(deps.database, async (transaction) => {
    await requireRecentProof(transaction, deps, by.actor)
    const user = await lockUser(transaction, by.actor.id)
    // Another session may have turned two-step sign-in on and ended this one meanwhile.
    const session = await findSession(transaction, by.actor.sessionId)
    if (!session || session.endedAt) throw unauthorized()
    return work({ transaction, deps, user, by, at: deps.clock.now(), deviceId: session.deviceId })
  })
}

/** Writes an entry about the caller's own factors to the audit log. */
export function auditFactors(
  { transaction, user, by, at }: Pick<FactorChange, 'transaction' | 'user' | 'by' | 'at'>,
  action: AuditAction,
  after?: object,
): Promise<void> {
  const subject = `user:${user.id}`
  return audit(transaction, { at, actorId: user.id, action, subject, after, address: by.ipAddress })
}

/** Tells the owner what changed, with the link "This wasn't me". */
export function mailChange(
  { transaction, deps, user, by, at }: FactorChange,
  change: TwoStepChange,
): Promise<void> {
  const { sessionId } = by.actor
  const job = { userId: user.id, change, at: at.toISOString(), sessionId }
  return queueMail(transaction, deps, twoStepMail, job)
}

/**
 * What follows a new factor: ends tickets and remembered devices and mails the owner. The first factor turns
 * two-step sign-in on and ends all sessions but the caller's, in which it counts as the second step.
 * @returns the recovery codes that come with the first factor; null for further ones
 */
export async function afterFactorAdded(change: FactorChange, factor: NamedFactor): Promise<string[] | null> {
  const { transaction, deps, user, by, at } = change
  const { sessionId } = by.actor
  await endTicketsAndRememberedDevices(transaction, user.id)
  await auditFactors(change, 'two-step.factor-added', factor)
  const isFirst = user.twoStepAt === null
  await mailChange(change, isFirst ? { kind: 'turned-on' } : toChange(factor, 'added'))
  if (!isFirst) return null
  await setTwoStepAt(transaction, user.id, at)
  await endSessions(transaction, deps, { userId: user.id, exceptSessionId: sessionId })
  await markSessionProven(transaction, sessionId, { at, bySecondStep: true })
  await auditFactors(change, 'two-step.turned-on')
  return replaceRecoveryCodes(transaction, user.id)
}

/**
 * What follows a removed factor: ends tickets and remembered devices and mails the owner. If it was the last
 * factor, two-step sign-in is turned off.
 * @throws AppError 409 for the last factor of staff who must have two-step sign-in
 */
export async function afterFactorRemoved(change: FactorChange, factor: NamedFactor): Promise<void> {
  const { transaction, deps, user, at } = change
  await endTicketsAndRememberedDevices(transaction, user.id)
  await auditFactors(change, 'two-step.factor-removed', factor)
  const isLast = (await listFactors(transaction, user.id)).all.length === 0
  await mailChange(change, isLast ? { kind: 'turned-off' } : toChange(factor, 'removed'))
  if (!isLast) return
  if (user.role === 'admin' && deps.config.adminTwoStepRequired) {
    throw conflict('Your account needs two-step sign-in. Add another way before you remove this one')
  }
  await endTwoStep(transaction, user.id, at)
  await auditFactors(change, 'two-step.turned-off')
}

/**
 * Turns two-step sign-in off, and ends all that belongs to it.
 * @param userId the user's row is locked
 */
export async function endTwoStep(transaction: Transaction, userId: number, at: Date): Promise<void> {
  await deleteFactors(transaction, userId)
  await deleteRecoveryCodes(transaction, userId)
  await endTicketsAndRememberedDevices(transaction, userId)
  await setTwoStepAt(transaction, userId, null)
  await stopOpenRecovery(transaction, userId, at)
}
