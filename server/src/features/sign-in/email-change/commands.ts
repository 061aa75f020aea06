import type { AuditAction } from '@tendwell/contract/console/audit'
import type { EmailChange, EmailChangeSide } from '@tendwell/contract/sign-in/accounts'
import { DAY_MS } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import { type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { conflict, invalid, invalidRequest, notFound, unauthorized } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/access.ts'
import { formatUtc } from '../../../platform/utc-text.ts'
import {
  audit,
  findInactiveError,
  findUser,
  findUserByEmail,
  lockUser,
  markMailedTokensUsed,
  requireMailedToken,
  setEmail,
  type UserRow,
} from '../../people/index.ts'
import { countEmailChangeAttempt } from '../limits.ts'
import { getNotMeStopEnd } from '../not-me/stop.ts'
import { removeSuspectAccess } from '../not-me/suspect-factors.ts'
import { findSession, isSessionOpen } from '../sessions/queries.ts'
import { requireRecentProof } from '../sessions/reauthentication.ts'
import { type Device, endSessions } from '../sessions/session.ts'
import { disownDevice, forgetKnownDevices } from '../sessions/store.ts'
import { endTicketsAndRememberedDevices } from '../two-step/tokens.ts'
import { queueChangedMails, queueLinkMails } from './notices.ts'
import {
  type EmailChangeRow,
  endEmailChange,
  findEmailChange,
  insertEmailChange,
  markSideConfirmed,
} from './store.ts'

const EMAIL_CHANGE_TTL_MS = DAY_MS

/** The user's email and the change of it that waits for confirmation, if any. @throws AppError 404 */
export async function getEmailChange(deps: Deps, userId: number): Promise<EmailChange> {
  const user = await findUser(deps.database, userId)
  if (!user) throw notFound()
  const change = await findEmailChange(deps.database, userId, deps.clock.now())
  if (!change) return { email: user.email, pending: null }
  const confirmed: EmailChangeSide[] = []
  if (change.oldConfirmedAt) confirmed.push('old')
  if (change.newConfirmedAt) confirmed.push('new')
  const { newEmail, expiresAt } = change
  return {
    email: user.email,
    pending: { new_email: newEmail, expires_at: expiresAt.toISOString(), confirmed },
  }
}

/**
 * Asks both addresses to confirm a change. A taken address gets the same answer by the same steps; only its
 * mail differs.
 * @throws AppError 400 for the address in use; 403 without a recent proof; 409 within 48 hours of "This
 *   wasn't me"; 429 after too many attempts
 * @see docs/rules/accounts.md#change-of-email
 */
export async function requestEmailChange(
  deps: Deps,
  actor: Actor,
  newEmail: string,
  ipAddress: string,
): Promise<void> {
  await requireRecentProof(deps.database, deps, actor)
  const userBefore = await findUser(deps.database, actor.id)
  if (userBefore?.email === newEmail) throw invalid({ email: ['This is already your email'] })
  await countEmailChangeAttempt(deps, { userId: actor.id, newEmail, ipAddress })
  await withTransaction(deps.database, async (transaction) => {
    const { id: userId, disownedAt } = await lockUser(transaction, actor.id)
    if (!(await isSessionOpen(transaction, actor.sessionId))) throw unauthorized()
    const at = deps.clock.now()
    const stopEnd = getNotMeStopEnd({ disownedAt }, at)
    if (stopEnd) {
      throw conflict(
        `You told us that a change wasn’t you. You can change your email from ${formatUtc(stopEnd)}`,
      )
    }
    await endEmailChange(transaction, userId, at)
    const expiresAt = new Date(at.getTime() + EMAIL_CHANGE_TTL_MS)
    await insertEmailChange(transaction, { userId, newEmail, sessionId: actor.sessionId, expiresAt })
    await queueLinkMails(transaction, deps, { userId, newEmail })
    await auditChange(transaction, { userId, action: 'email-change.requested', at, ipAddress })
  })
}

/** Ends the caller's own pending change. @throws AppError 404 without one */
export async function cancelEmailChange(deps: Deps, userId: number, ipAddress: string): Promise<void> {
  await withTransaction(deps.database, async (transaction) => {
    await lockUser(transaction, userId)
    const at = deps.clock.now()
    if (!(await findEmailChange(transaction, userId, at))) throw notFound()
    await endEmailChange(transaction, userId, at)
    await auditChange(transaction, { userId, action: 'email-change.canceled', at, ipAddress })
  })
}

/**
 * Confirms a change of email at one of the two addresses. The second confirmation changes the email and ends
 * all sessions but the one that asked for it.
 * @returns whether the address has changed
 * @throws AppError 400 for a link that is unknown, used or expired; 403 for a deactivated account; 409 if the
 *   address was taken in the meantime
 */
export async function confirmEmailChange(
  deps: Deps,
  { token, side }: { token: string; side: EmailChangeSide },
  ipAddress: string,
): Promise<boolean> {
  return withTransaction(deps.database, async (transaction) => {
    const { user, change, at } = await spendLink(transaction, deps, token, side)
    await markSideConfirmed(transaction, user.id, side, at)
    const isOtherConfirmed = side === 'old' ? change.newConfirmedAt : change.oldConfirmedAt
    const entry = { userId: user.id, at, ipAddress }
    if (!isOtherConfirmed) {
      await auditChange(transaction, { ...entry, action: `email-change.confirmed-${side}` })
      return false
    }
    await applyChange(transaction, deps, user, change)
    const emails = { before: { email: user.email }, after: { email: change.newEmail } }
    await auditChange(transaction, { ...entry, ...emails, action: 'email.changed' })
    return true
  })
}

/**
 * "This wasn't me", from the old address: ends the change, all sessions, tickets and remembered devices. The
 * device that asked for the change becomes new to the account, and what somebody else may have added is
 * removed. The next login on any device but the caller's is mailed.
 * @throws AppError 400 for a link that is unknown, used or expired
 */
export async function stopEmailChange(
  deps: Deps,
  token: string,
  { ipAddress, knownDevices }: Pick<Device, 'ipAddress' | 'knownDevices'>,
): Promise<void> {
  await withTransaction(deps.database, async (transaction) => {
    const { user, change, at } = await spendLink(transaction, deps, token, 'old')
    await endEmailChange(transaction, user.id, at)
    await endTicketsAndRememberedDevices(transaction, user.id)
    const session = await findSession(transaction, change.sessionId)
    if (session) {
      await disownDevice(transaction, session)
      const device = { userId: user.id, sessionId: session.id, ipAddress }
      await removeSuspectAccess(transaction, deps, device)
    }
    await endSessions(transaction, deps, { userId: user.id })
    await forgetKnownDevices(transaction, user.id, knownDevices.get(user.id)?.id)
    await auditChange(transaction, { userId: user.id, action: 'email-change.stopped', at, ipAddress })
  })
}

/**
 * Uses up a mailed link, and locks its user.
 * @throws AppError 400 for a link that is unknown, used or expired; 403 for an account that is not active
 */
async function spendLink(
  transaction: Transaction,
  deps: Deps,
  token: string,
  side: EmailChangeSide,
): Promise<{ user: UserRow; change: EmailChangeRow; at: Date }> {
  const at = deps.clock.now()
  const link = { purpose: `change_email_${side}` as const, token, now: at }
  const user = await lockUser(transaction, await requireMailedToken(transaction, link))
  // Checked again under the lock: the link may have been opened twice at the same time.
  await requireMailedToken(transaction, link)
  const inactivity = findInactiveError(user)
  if (inactivity) throw inactivity
  const change = await findEmailChange(transaction, user.id, at)
  if (!change) throw invalidRequest('This email change link has expired')
  await markMailedTokensUsed(transaction, { userId: user.id, purpose: link.purpose, at })
  return { user, change, at }
}

/**
 * Sets the confirmed email, and ends the user's links, tickets, remembered devices, and all sessions but the
 * one that asked for the change.
 * @throws AppError 409 if the address has an account by now
 */
async function applyChange(
  transaction: Transaction,
  deps: Deps,
  user: UserRow,
  { newEmail, sessionId }: EmailChangeRow,
): Promise<void> {
  if (await findUserByEmail(transaction, newEmail)) throw conflict('This address has an account by now')
  const at = deps.clock.now()
  await setEmail(transaction, user.id, newEmail)
  // Links that went to the old address, such as one to reset the password, must not outlive it.
  await markMailedTokensUsed(transaction, { userId: user.id, at })
  await endEmailChange(transaction, user.id, at)
  await endTicketsAndRememberedDevices(transaction, user.id)
  await endSessions(transaction, deps, { userId: user.id, exceptSessionId: sessionId })
  const askingSession = await findSession(transaction, sessionId)
  await forgetKnownDevices(transaction, user.id, askingSession?.deviceId)
  await queueChangedMails(transaction, deps, {
    userId: user.id,
    kind: 'email',
    at: at.toISOString(),
    sessionId,
    emails: { before: user.email, after: newEmail },
  })
}

type ChangeEntry = {
  userId: number
  action: AuditAction
  at: Date
  ipAddress: string
  before?: object
  after?: object
}

function auditChange(transaction: Transaction, { userId, ipAddress, ...entry }: ChangeEntry): Promise<void> {
  return audit(transaction, { ...entry, actorId: userId, subject: `user:${userId}`, address: ipAddress })
}
