/** Emails that are sent after a transaction commits. @see docs/rules/chat-and-notifications.md#emails */
import type { Deps } from '../../deps.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { renderEmail } from '../../ports/mailer/email.ts'
import { type EmailContent, mailQueue } from '../../ports/mailer/port.ts'

/**
 * A kind of email. The transaction that causes an email adds a job; the text is composed when the job runs.
 * @template Job the job's payload, such as `{ userId: 7 }`
 */
export type Mail<Job extends object = never> = {
  /** The job's name. It never changes, because jobs of the previous version may still be queued. */
  name: string
  /** A user id or an email address. All mails to one recipient are sent in order, through one queue. */
  recipientOf(job: Job): number | string
  /** Writes the email; null if there is nothing to send anymore. */
  compose(deps: Deps, job: Job): EmailContent | null | Promise<EmailContent | null>
}

/** Defines a kind of email. `queueMail` queues one, and `handleMails` registers the job that sends it. */
export function defineMail<Job extends object>(
  name: string,
  { recipientOf, compose }: Omit<Mail<Job>, 'name'>,
): Mail<Job> {
  return { name, recipientOf, compose }
}

/**
 * Queues an email in the transaction of its cause.
 * @param job what `mail.compose` gets when the email is sent
 * @param key if given, replaces a queued email with the same key that has not been sent yet
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

/** Registers the jobs that compose and send a slice's mails. */
export function handleMails(deps: Deps, mails: readonly Mail[]): void {
  for (const mail of mails) {
    deps.jobs.handle<never>(mail.name, async (job) => {
      const content = await mail.compose(deps, job)
      if (content) await deps.mailer.send(renderEmail(content))
    })
  }
}
