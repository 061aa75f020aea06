import type { Deps } from '../../../deps.ts'
import { type Transaction, withTransaction } from '../../../platform/database.ts'
import { forbidden, invalidRequest } from '../../../platform/errors.ts'
import { randomToken } from '../../../platform/secrets.ts'
import { orGiveBack } from '../../../platform/throttle.ts'
import { audit } from '../audit-store.ts'
import { insertMailedToken, spendAllMailedTokens } from '../mailed-token-store.ts'
import { findMailedToken, findUser, findUserByEmail } from '../queries.ts'
import { countEmailTo, countResetConfirm, forgetLogins } from '../rate-limits.ts'
import { endSessions } from '../sessions/commands.ts'
import { renderPasswordChangedEmail, renderResetEmail } from '../signup/emails.ts'
import { lockUser, setPassword } from '../store.ts'
import { hashToken } from '../tokens.ts'
import type { UserRow } from '../user.ts'
import { hashPassword, requireUncommon } from './hashing.ts'

const RESET_TTL_MS = 3_600 * 1_000

const MAIL_RESET = 'accounts.mail-reset'
const MAIL_PASSWORD_CHANGED = 'accounts.mail-password-changed'

type ResetMail = { email: string; address: string }

/**
 * Has a reset link mailed to an address, if it has an account. The steps are the same for any address, and the job
 * does the rest, so neither the answer nor its time tells which it was (decisions §2).
 * @throws AppError 429
 */
export async function askForReset(deps: Deps, email: string, address: string): Promise<void> {
  await countEmailTo(deps, 'reset', email, address)
  const mail: ResetMail = { email, address }
  await withTransaction(deps.database, (transaction) =>
    deps.jobs.add(transaction, MAIL_RESET, mail, { queue: 'mail' }),
  )
}

/**
 * Makes a link by which who reads an account's mail chooses its password, within one hour. The token exists in the
 * letter alone, here its hash.
 * @param address the network address of who asked for it; null where it is no longer known
 * @returns where the link leads
 */
export async function makeResetLink(deps: Deps, userId: number, address: string | null): Promise<string> {
  const token = randomToken()
  const at = deps.clock.now()
  await withTransaction(deps.database, async (transaction) => {
    await insertMailedToken(transaction, {
      tokenHash: hashToken(token),
      userId,
      purpose: 'reset_password',
      expiresAt: new Date(at.getTime() + RESET_TTL_MS),
      signup: null,
    })
    const subject = `user:${userId}`
    await audit(transaction, { at, actorId: null, action: 'password.reset-asked', subject, address })
  })
  return `${deps.publicUrl()}/reset-password?token=${token}`
}

/** The job behind it. */
async function sendReset(deps: Deps, { email, address }: ResetMail): Promise<void> {
  const user = await findUserByEmail(deps.database, email)
  if (!user?.isActive) return
  await deps.mailer.send(renderResetEmail(user.email, await makeResetLink(deps, user.id, address)))
}

/** @throws AppError 400 for a token that is used, expired, or none of ours */
async function requireResetToken(
  deps: Deps,
  transaction: Transaction | null,
  token: string,
): Promise<number> {
  const mailed = await findMailedToken(transaction ?? deps.database, hashToken(token), 'reset_password')
  if (!mailed) throw invalidRequest('This reset link is not valid')
  if (mailed.usedAt) throw invalidRequest('This reset link was already used')
  if (mailed.expiresAt <= deps.clock.now()) throw invalidRequest('This reset link has expired')
  return mailed.userId
}

/**
 * Sets a new password by a mailed link: the address counts as verified, all links are used up, and every session of
 * the person ends (decisions §2).
 * @throws AppError 400 for a link that is used, expired or none of ours, or a common password; 403 for a
 * deactivated account; 429
 */
export async function resetPassword(
  deps: Deps,
  { token, password }: { token: string; password: string },
  address: string,
): Promise<void> {
  const counted = await countResetConfirm(deps, address)
  // Asked before the hashing, so that guesses cost us nothing.
  const userId = await requireResetToken(deps, null, token)
  requireUncommon(password)
  const passwordHash = await orGiveBack(counted, hashPassword(password))

  const { email } = await withTransaction(deps.database, async (transaction) => {
    const user = await lockUser(transaction, userId)
    // Asked again under the lock: the same link may have been used twice at once.
    await requireResetToken(deps, transaction, token)
    if (!user.isActive) throw forbidden('This account has been deactivated')
    const at = deps.clock.now()
    await setPassword(transaction, userId, { passwordHash, verifiedAt: at })
    await closeOldWays(transaction, deps, user)
    await tellPasswordChanged(transaction, deps, userId)
    const subject = `user:${userId}`
    await audit(transaction, { at, actorId: userId, action: 'password.reset', subject, address })
    return user
  })
  await forgetLogins(deps, email)
}

/**
 * After an account got to its address's owner: every link and session that somebody may still hold ends, and the
 * subscribers hear that the address is verified now, if it was not.
 * @param user as the account was before
 */
export async function closeOldWays(transaction: Transaction, deps: Deps, user: UserRow): Promise<void> {
  await spendAllMailedTokens(transaction, user.id, deps.clock.now())
  await endSessions(transaction, deps, { userId: user.id })
  if (user.emailVerifiedAt) return
  await deps.jobs.publish(transaction, { type: 'email.verified', userId: user.id, role: user.role })
}

/** Has the account's owner told that the password was changed, in case it was somebody else who did. */
export function tellPasswordChanged(transaction: Transaction, deps: Deps, userId: number): Promise<void> {
  return deps.jobs.add(transaction, MAIL_PASSWORD_CHANGED, { userId }, { queue: 'mail' })
}

async function sendPasswordChanged(deps: Deps, { userId }: { userId: number }): Promise<void> {
  const user = await findUser(deps.database, userId)
  if (user) await deps.mailer.send(renderPasswordChangedEmail(user.email, deps.publicUrl()))
}

export function passwordJobs(deps: Deps): void {
  deps.jobs.handle<ResetMail>(MAIL_RESET, (mail) => sendReset(deps, mail))
  deps.jobs.handle<{ userId: number }>(MAIL_PASSWORD_CHANGED, (mail) => sendPasswordChanged(deps, mail))
}
