import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { mailQueue } from '../../../ports/mailer/port.ts'
import { findUser } from '../../people/index.ts'
import { type Disowned, renderDisownedEmail } from './notices.ts'

const SEND_DISOWNED_EMAIL = 'accounts.send-disowned-email'

type DisownedJob = { userId: number } & Disowned

export function notMeEmailJobs(deps: Deps): void {
  deps.jobs.handle<DisownedJob>(SEND_DISOWNED_EMAIL, async ({ userId, ...disowned }) => {
    const user = await findUser(deps.database, userId)
    if (user) await deps.mailer.send(renderDisownedEmail(user.email, deps.publicUrl(), disowned))
  })
}

/** Tells the owner what "This wasn't me" did, also in case somebody else in their mailbox pressed it. */
export function queueDisownedEmail(
  transaction: Transaction,
  { jobs }: Pick<Deps, 'jobs'>,
  job: DisownedJob,
): Promise<void> {
  return jobs.add(transaction, SEND_DISOWNED_EMAIL, job, { queue: mailQueue(job.userId) })
}
