/** Mails to the owner of an account, and to all admins. */
import type { Deps } from '../../deps.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { EmailContent } from '../../ports/mailer/port.ts'
import { defineMail, type Mail, queueMail } from '../notices/index.ts'
import { findUser, listActiveStaff } from './queries.ts'
import type { UserRow } from './user.ts'

/** What an account's owner reads; it goes to the address that they have when it is sent. */
export type AccountMail = Omit<EmailContent, 'to'>

type Compose<Job> = (deps: Deps, to: UserRow, job: Job) => AccountMail | null | Promise<AccountMail | null>

/** Defines a mail to an account's owner. It isn't sent if the account is gone. */
export function defineAccountMail<Job extends { userId: number }>(
  name: string,
  compose: Compose<Job>,
): Mail<Job> {
  return defineMail<Job>(name, {
    recipientOf: ({ userId }) => userId,
    compose: (deps, job) => composeTo(deps, job.userId, job, compose),
  })
}

/** Defines a mail that each admin gets. */
export function defineAdminMail<Job extends object>(
  name: string,
  compose: Compose<Job>,
): Mail<Job & { adminId: number }> {
  return defineMail<Job & { adminId: number }>(name, {
    recipientOf: ({ adminId }) => adminId,
    compose: (deps, job) => composeTo(deps, job.adminId, job, compose),
  })
}

async function composeTo<Job>(
  deps: Deps,
  userId: number,
  job: Job,
  compose: Compose<Job>,
): Promise<EmailContent | null> {
  const user = await findUser(deps.database, userId)
  const content = user && (await compose(deps, user, job))
  return content && { ...content, to: user.email }
}

/**
 * Queues a mail to all active admins, also to the one who caused it.
 * @param options.except who doesn't get it
 * @param options.keyOf replaces one to the same admin that has not been sent yet
 */
export async function queueAdminMails<Job extends object>(
  transaction: Transaction,
  deps: Pick<Deps, 'jobs'>,
  mail: Mail<Job & { adminId: number }>,
  job: Job,
  { except = null, keyOf }: { except?: number | null; keyOf?: (adminId: number) => string } = {},
): Promise<void> {
  for (const { id: adminId } of await listActiveStaff(transaction, ['admin'])) {
    if (adminId !== except) await queueMail(transaction, deps, mail, { ...job, adminId }, keyOf?.(adminId))
  }
}
