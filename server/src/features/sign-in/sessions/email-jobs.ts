import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { mailQueue } from '../../../ports/mailer/port.ts'
import { findUser } from '../../people/index.ts'
import { renderSignInEmail } from './notices.ts'
import { signEndLink } from './end-link.ts'
import { findSession } from './queries.ts'

export const SEND_SIGN_IN_EMAIL = 'accounts.send-sign-in-email'

/** `isNewDevice` is false if only the country is new. */
export type SignInEmailJob = { userId: number; sessionId: string; isNewDevice: boolean }

/** Mails the owner of an account about a login from a new device or country. */
export function queueSignInEmail(transaction: Transaction, deps: Deps, job: SignInEmailJob): Promise<void> {
  return deps.jobs.add(transaction, SEND_SIGN_IN_EMAIL, job, { queue: mailQueue(job.userId) })
}

export async function sendSignInEmail(
  deps: Deps,
  { userId, sessionId, isNewDevice }: SignInEmailJob,
): Promise<void> {
  const user = await findUser(deps.database, userId)
  const session = await findSession(deps.database, sessionId)
  if (!user || !session) return
  const token = encodeURIComponent(signEndLink(deps.secrets, sessionId))
  const links = {
    end: `${deps.publicUrl()}/end-session?token=${token}`,
    account: `${deps.publicUrl()}/account`,
  }
  await deps.mailer.send(renderSignInEmail(user, { ...session, isNewDevice }, links))
}
