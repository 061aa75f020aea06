import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { mailQueue } from '../../../ports/mailer/port.ts'
import { findUser } from '../../people/index.ts'
import { renderLinkAddedEmail, renderLinkRemovedEmail } from './notices.ts'

export const SEND_LINK_EMAIL = 'accounts.send-google-link-email'

export type LinkEmailJob = { userId: number } & (
  | { change: 'added'; endsPassword: boolean }
  | { change: 'removed' }
)

/** Informs the account's owner that a way to log in was added or removed. */
export function queueLinkEmail(
  transaction: Transaction,
  deps: Pick<Deps, 'jobs'>,
  job: LinkEmailJob,
): Promise<void> {
  return deps.jobs.add(transaction, SEND_LINK_EMAIL, job, { queue: mailQueue(job.userId) })
}

export async function sendLinkEmail(deps: Deps, job: LinkEmailJob): Promise<void> {
  const user = await findUser(deps.database, job.userId)
  if (!user) return
  const email =
    job.change === 'added'
      ? renderLinkAddedEmail(user.email, deps.publicUrl(), job)
      : renderLinkRemovedEmail(user.email, deps.publicUrl())
  await deps.mailer.send(email)
}
