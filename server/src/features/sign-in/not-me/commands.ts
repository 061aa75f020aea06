import type { NotMeResponse, RemovedFactor } from '@tendwell/contract/sign-in/not-me'
import { HOUR_MS } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import { type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { conflict, invalidRequest } from '../../../platform/errors.ts'
import { queueMail } from '../../notices/index.ts'
import {
  audit,
  createMailedToken,
  findInactiveError,
  findUserByEmail,
  listAuditEntries,
  lockUser,
  markMailedTokensUsed,
  setDisownedAt,
  setEmail,
  setPassword,
  type UserRow,
} from '../../people/index.ts'
import { endEmailChange } from '../email-change/store.ts'
import { removeIdentities } from '../google/removal.ts'
import { countMailedPasswordAttempt } from '../limits.ts'
import { findSession } from '../sessions/queries.ts'
import { type Device, endSessions } from '../sessions/session.ts'
import { disownDevice, forgetKnownDevices } from '../sessions/store.ts'
import { deleteRecoveryCodes } from '../two-step/factors/recovery-codes.ts'
import { endTicketsAndRememberedDevices } from '../two-step/tokens.ts'
import { isNotMeOpen, type MailedChange, readNotMeToken } from './link.ts'
import { disownedMail } from './notices.ts'
import { getNotMeStopEnd } from './stop.ts'
import { removeSuspectFactors } from './suspect-factors.ts'

const RESET_TTL_MS = HOUR_MS

/**
 * "This wasn't me", from a mail about a change: removes what was added, puts a changed email back, ends the
 * password, all sessions, tickets and remembered devices, and stops payouts and changes of email for 48
 * hours. The owner is mailed what was done. The next login on any device but the caller's is mailed, too.
 * @returns what was done, and a token that chooses a new password within the hour
 * @throws AppError 400 for a link that is not ours, older than 7 days or used; 403 for an account that is not
 *   active; 409 if the earlier address has another account by now; 429 after too many attempts
 * @see docs/rules/accounts.md#this-wasnt-me
 */
export async function disownChange(
  deps: Deps,
  token: string,
  { ipAddress, knownDevices }: Pick<Device, 'ipAddress' | 'knownDevices'>,
): Promise<NotMeResponse> {
  await countMailedPasswordAttempt(deps, ipAddress)
  const change = readNotMeToken(deps.secrets, token)
  if (!change) throw invalidRequest('This link is not valid')
  return withTransaction(deps.database, async (transaction) => {
    const user = await lockUser(transaction, change.userId)
    const inactivity = findInactiveError(user)
    if (inactivity) throw inactivity
    const now = deps.clock.now()
    if (!isNotMeOpen(change, now)) {
      throw invalidRequest(
        'This link has expired. Reset your password, and write to us if you still need help',
      )
    }
    if (await wasDisowned(transaction, change)) throw invalidRequest('This link was already used')
    const { removed, restoredEmail } = await undoChange(transaction, user, change, { now, ipAddress })
    await removeIdentities(transaction, deps, user.id, ipAddress)
    await endAccess(transaction, deps, user, change)
    await forgetKnownDevices(transaction, user.id, knownDevices.get(user.id)?.id)
    await audit(transaction, {
      at: now,
      actorId: user.id,
      action: 'account.change-disowned',
      subject: `user:${user.id}`,
      after: { kind: change.kind, changedAt: change.at, removed, ...(restoredEmail && { restoredEmail }) },
      address: ipAddress,
    })
    await deps.jobs.publish(transaction, 'account.change-disowned', { userId: user.id, kind: change.kind })
    const result = { kind: change.kind, removed, isEmailRestored: restoredEmail !== null }
    await queueMail(transaction, deps, disownedMail, { userId: user.id, ...result })
    const link = { userId: user.id, purpose: 'reset_password' as const, ttlMs: RESET_TTL_MS }
    return {
      kind: change.kind,
      removed,
      is_email_restored: result.isEmailRestored,
      stopped_until: (getNotMeStopEnd({ disownedAt: now }, now) ?? now).toISOString(),
      reset_token: await createMailedToken(transaction, deps, link),
    }
  })
}

/** Whether the audit log, which can't be rewritten, says that the link about a change was used before. */
async function wasDisowned(transaction: Transaction, { userId, kind, at }: MailedChange): Promise<boolean> {
  const subjects = [`user:${userId}`]
  const entries = await listAuditEntries(transaction, ['account.change-disowned'], { subjects })
  return entries
    .map(({ after }) => after as { kind?: string; changedAt?: string })
    .some((change) => change.kind === kind && change.changedAt === at)
}

/** Takes back a change, and removes the factors that the person who made it may have added. */
async function undoChange(
  transaction: Transaction,
  user: UserRow,
  change: MailedChange,
  { now, ipAddress }: { now: Date; ipAddress: string },
): Promise<{ removed: RemovedFactor[]; restoredEmail: string | null }> {
  const session = change.sessionId === null ? null : await findSession(transaction, change.sessionId)
  const disownedAddition = { at: new Date(change.at), deviceId: session?.deviceId ?? null }
  const removed = await removeSuspectFactors(transaction, user.id, {
    change: disownedAddition,
    now,
    ipAddress,
  })
  if (change.kind === 'recovery_codes') await deleteRecoveryCodes(transaction, user.id)
  if (!change.emails || user.email !== change.emails.after) return { removed, restoredEmail: null }
  const { before } = change.emails
  if (await findUserByEmail(transaction, before)) {
    throw conflict('Your earlier email has another account by now. Write to us right away')
  }
  await setEmail(transaction, user.id, before)
  return { removed, restoredEmail: before }
}

/** Ends every way in except the mailbox and the factors that are left. */
async function endAccess(
  transaction: Transaction,
  deps: Deps,
  { id: userId }: UserRow,
  { sessionId }: MailedChange,
): Promise<void> {
  const at = deps.clock.now()
  await setPassword(transaction, userId, { passwordHash: null, verifiedAt: at })
  await setDisownedAt(transaction, userId, at)
  await markMailedTokensUsed(transaction, { userId, at })
  await endEmailChange(transaction, userId, at)
  await endTicketsAndRememberedDevices(transaction, userId)
  const session = sessionId === null ? null : await findSession(transaction, sessionId)
  if (session) await disownDevice(transaction, session)
  await endSessions(transaction, deps, { userId })
}
