/** How an email follows a commit. @see docs/rules/chat-and-notifications.md#emails */
import type { Deps } from '../../deps.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { renderEmail } from '../../ports/mailer/email.ts'
import { type EmailContent, mailQueue } from '../../ports/mailer/port.ts'

/**
 * An email that is a job of the transaction that caused it, and is written only when it is sent.
 * @template Job what the job carries
 */
export type Mail<Job extends object = never> = {
  /** Of its job. It never changes, because a queue may hold some while the next version starts. */
  name: string
  /** Chooses its queue: an id or an address. */
  recipientOf(job: Job): number | string
  /** Null if there is nothing to send anymore. */
  compose(deps: Deps, job: Job): EmailContent | null | Promise<EmailContent | null>
}

export function defineMail<Job extends object>(
  name: string,
  { recipientOf, compose }: Omit<Mail<Job>, 'name'>,
): Mail<Job> {
  return { name, recipientOf, compose }
}

/**
 * Queues an email in the transaction of its cause.
 * @param key replaces one that has not been sent yet
 */
export function queueMail<Job extends object>(
  transaction: Transaction,
  { jobs }: Pick<Deps, 'jobs'>,
  mail: Mail<Job>,
  job: Job,
  key?: string,
): Promise<void> {
  const queue = mailQueue(mail.recipientOf(job))
  return jobs.add(transaction, mail.name, job, { queue, ...(key !== undefined && { key }) })
}

/** Registers a slice's mails. */
export function handleMails(deps: Deps, mails: readonly Mail[]): void {
  for (const mail of mails) {
    deps.jobs.handle<never>(mail.name, async (job) => {
      const content = await mail.compose(deps, job)
      if (content) await deps.mailer.send(renderEmail(content))
    })
  }
}
