/**
 * Adds and removes a person's factors (passkeys, an authenticator app), with what follows: mails, audit
 * entries, ended sessions, recovery codes.
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
import { endShortcuts } from '../login/tickets.ts'
import { type TwoStepChange, twoStepMail } from '../notices.ts'
import { countFactors } from '../queries.ts'
import { stopOpenRecovery } from '../recovery/store.ts'
import { deleteRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts'

/** Who changes their own factors, and from where. */
export type FactorActor = { actor: Actor; ipAddress: string }

/** A change of someone's own factors, under their lock. */
export type FactorChange = {
  transaction: Transaction
  deps: Deps
  user: UserRow
  by: FactorActor
  at: Date
  /** Of the caller's session. */
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

/** Tells the owner what changed, with a link for someone who didn't do it. */
export function mailChange(
  { transaction, deps, user, by, at }: FactorChange,
  email: TwoStepChange,
): Promise<void> {
  const { sessionId } = by.actor
  const job = { userId: user.id, change: email, at: at.toISOString(), sessionId }
  return queueMail(transaction, deps, twoStepMail, job)
}

/**
 * Follows a new factor: ends tickets and remembered devices and mails the owner. The first one turns two-step
 * sign-in on and ends all other sessions; this one has just given its second step.
 * @returns the recovery codes that come with the first factor; null for further ones
 */
export async function afterFactorAdded(
  change: FactorChange,
  added: { factor: object; email: TwoStepChange },
): Promise<string[] | null> {
  const { transaction, deps, user, by, at } = change
  const { sessionId } = by.actor
  await endShortcuts(transaction, user.id)
  await auditFactors(change, 'two-step.factor-added', added.factor)
  const isFirst = user.twoStepAt === null
  const email: TwoStepChange = isFirst ? { kind: 'turned-on' } : added.email
  await mailChange(change, email)
  if (!isFirst) return null
  await setTwoStepAt(transaction, user.id, at)
  await endSessions(transaction, deps, { userId: user.id, except: sessionId })
  await markSessionProven(transaction, sessionId, { at, bySecondStep: true })
  await auditFactors(change, 'two-step.turned-on')
  return replaceRecoveryCodes(transaction, user.id)
}

/**
 * Follows a removed factor: ends tickets and remembered devices and mails the owner. Without the last one
 * two-step sign-in is off.
 * @throws AppError 409 for staff who must have it
 */
export async function afterFactorRemoved(
  change: FactorChange,
  removed: { factor: object; email: TwoStepChange },
): Promise<void> {
  const { transaction, deps, user, at } = change
  await endShortcuts(transaction, user.id)
  await auditFactors(change, 'two-step.factor-removed', removed.factor)
  const isLast = (await countFactors(transaction, user.id)) === 0
  const email: TwoStepChange = isLast ? { kind: 'turned-off' } : removed.email
  await mailChange(change, email)
  if (!isLast) return
  if (user.role === 'admin' && deps.config.adminTwoStepRequired) {
    throw conflict('Your account needs two-step sign-in. Add another way before you remove this one')
  }
  await setTwoStepAt(transaction, user.id, null)
  await deleteRecoveryCodes(transaction, user.id)
  await stopOpenRecovery(transaction, user.id, at)
  await auditFactors(change, 'two-step.turned-off')
}
