import { HOUR_MS } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import { type Transaction, withTransaction } from '../../../platform/database.ts'
import { randomToken } from '../../../platform/secrets.ts'
import { audit } from '../audit-store.ts'
import { insertMailedToken } from '../mailed-token-store.ts'
import { findUser, findUserByEmail } from '../queries.ts'
import { hashToken } from '../token-hash.ts'
import { renderPasswordChangedEmail, renderResetEmail } from './emails.ts'

export const SEND_RESET_EMAIL = 'accounts.send-reset-email'
export const SEND_PASSWORD_CHANGED_EMAIL = 'accounts.send-password-changed-email'

const RESET_TTL_MS = HOUR_MS

export type ResetEmailJob = { email: string; ipAddress: string }
export type PasswordChangedEmailJob = { userId: number }

export function queueResetEmail(transaction: Transaction, deps: Deps, job: ResetEmailJob): Promise<void> {
  return deps.jobs.add(transaction, SEND_RESET_EMAIL, job, { queue: 'mail' })
}

/** Sends a reset link, unless the address is unknown or its account deactivated. */
export async function sendResetEmail(deps: Deps, { email, ipAddress }: ResetEmailJob): Promise<void> {
  const user = await findUserByEmail(deps.database, email)
  if (!user?.isActive) return
  await deps.mailer.send(renderResetEmail(user.email, await createResetLink(deps, user.id, ipAddress)))
}

/**
 * Creates a link to choose a new password, valid for one hour. The token itself is only in the link; we store its hash.
 * @param ipAddress the network address of the caller who requested it
 * @returns the link's URL
 */
export async function createResetLink(deps: Deps, userId: number, ipAddress: string): Promise<string> {
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
    await audit(transaction, {
      at,
      actorId: null,
      action: 'password.reset-requested',
      subject: `user:${userId}`,
      address: ipAddress,
    })
  })
  return `${deps.publicUrl()}/reset-password?token=${token}`
}

/** Informs the account's owner, in case someone else changed the password. */
export function queuePasswordChangedEmail(
  transaction: Transaction,
  deps: Deps,
  job: PasswordChangedEmailJob,
): Promise<void> {
  return deps.jobs.add(transaction, SEND_PASSWORD_CHANGED_EMAIL, job, { queue: 'mail' })
}

export async function sendPasswordChangedEmail(
  deps: Deps,
  { userId }: PasswordChangedEmailJob,
): Promise<void> {
  const user = await findUser(deps.database, userId)
  if (user) await deps.mailer.send(renderPasswordChangedEmail(user.email, deps.publicUrl()))
}
