import type { RemovedFactor } from '@tendwell/contract/sign-in/not-me'
import { HOUR_MS } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import { type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { mailQueue } from '../../../ports/mailer/port.ts'
import { audit, createMailedToken, findUser, findUserByEmail, lockUser } from '../../people/index.ts'
import { toNotMeUrl } from '../not-me/link.ts'
import { renderChooseEmail, renderPasswordChangedEmail, renderResetEmail } from './notices.ts'

export const SEND_RESET_EMAIL = 'accounts.send-reset-email'
export const SEND_PASSWORD_CHANGED_EMAIL = 'accounts.send-password-changed-email'

const RESET_TTL_MS = HOUR_MS

export type ResetEmailJob = { email: string; ipAddress: string }
export type PasswordChangedEmailJob = {
  userId: number
  at: string
  /** The session that changed it; null for a reset. */
  sessionId: string | null
  /** The factors that a reset removed. */
  removed: RemovedFactor[]
}

export function queueResetEmail(transaction: Transaction, deps: Deps, job: ResetEmailJob): Promise<void> {
  return deps.jobs.add(transaction, SEND_RESET_EMAIL, job, { queue: mailQueue(job.email) })
}

/** Sends a reset link, valid for one hour, unless the address is unknown or its account deactivated. */
export async function sendResetEmail(deps: Deps, { email, ipAddress }: ResetEmailJob): Promise<void> {
  const user = await findUserByEmail(deps.database, email)
  if (!user?.isActive) return
  const link = { userId: user.id, purpose: 'reset_password' as const, ttlMs: RESET_TTL_MS }
  const token = await withTransaction(deps.database, async (transaction) => {
    await lockUser(transaction, user.id)
    await audit(transaction, {
      at: deps.clock.now(),
      actorId: null,
      action: 'password.reset-requested',
      subject: `user:${user.id}`,
      address: ipAddress,
    })
    return createMailedToken(transaction, deps, link)
  })
  const url = `${deps.publicUrl()}/reset-password?token=${token}`
  await deps.mailer.send(
    user.passwordHash ? renderResetEmail(user.email, url) : renderChooseEmail(user.email, url),
  )
}

/** Informs the account's owner, in case someone else changed the password. */
export function queuePasswordChangedEmail(
  transaction: Transaction,
  deps: Deps,
  job: PasswordChangedEmailJob,
): Promise<void> {
  return deps.jobs.add(transaction, SEND_PASSWORD_CHANGED_EMAIL, job, { queue: mailQueue(job.userId) })
}

export async function sendPasswordChangedEmail(
  deps: Deps,
  { userId, at, sessionId, removed }: PasswordChangedEmailJob,
): Promise<void> {
  const user = await findUser(deps.database, userId)
  if (!user) return
  const notMeUrl = toNotMeUrl(deps, { userId, kind: 'password', at, sessionId })
  await deps.mailer.send(renderPasswordChangedEmail(user.email, { notMeUrl, removed }))
}
