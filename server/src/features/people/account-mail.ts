/** Mails to the owner of an account, and to all admins. */
import type { Deps } from '../../deps.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { EmailContent } from '../../ports/mailer/port.ts'
import { defineMail, type Mail, queueMail } from '../notices/index.ts'
import { findUser, listActiveStaff } from './queries.ts'
import type { UserRow } from './user.ts'

/** A mail without its recipient: it goes to the address that the account has when it is sent. */
export type AccountMail = Omit<EmailContent, 'to'>

type AccountMailComposer<Job> = (
  deps: Deps,
  to: UserRow,
  job: Job,
) => AccountMail | null | Promise<AccountMail | null>

/** Defines a mail to an account's owner. It isn't sent if the account no longer exists. */
export function defineAccountMail<Job extends { userId: number }>(
  name: string,
  compose: AccountMailComposer<Job>,
): Mail<Job> {
  return defineMail<Job>(name, {
    recipientOf: ({ userId }) => userId,
    compose: (deps, job) => composeAccountMail(deps, job.userId, job, compose),
  })
}

/** Defines a mail to one admin. `queueAdminMails` queues one for each of them. */
export function defineAdminMail<Job extends object>(
  name: string,
  compose: AccountMailComposer<Job>,
): Mail<Job & { adminId: number }> {
  return defineMail<Job & { adminId: number }>(name, {
    recipientOf: ({ adminId }) => adminId,
    compose: (deps, job) => composeAccountMail(deps, job.adminId, job, compose),
  })
}

/** Composes a mail to a user's address; null if the account is gone or `compose` has nothing to send. */
async function composeAccountMail<Job>(
  deps: Deps,
  userId: number,
  job: Job,
  compose: AccountMailComposer<Job>,
): Promise<EmailContent | null> {
  const user = await findUser(deps.database, userId)
  const content = user && (await compose(deps, user, job))
  return content && { ...content, to: user.email }
}

/**
 * Queues a mail to each active admin, also to the admin who caused it.
 * @param options.except the id of an admin who doesn't get the mail
 * @param options.keyOf gives a key for each admin; a queued mail with the same key that has not been sent yet
 *   is replaced
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
