import { or, sql } from 'drizzle-orm'
import { countChanged, describeTable, type PersonalData } from '../../personal-data/classification.ts'
import { mailbox } from './tables.ts'

const TEXTS = [
  mailbox.recipient,
  mailbox.subject,
  mailbox.text,
  mailbox.html,
  mailbox.replyTo,
  mailbox.attachments,
]

/** The mailbox replaces everyone's inbox while no mail server is configured. */
export const mailerData: PersonalData = {
  tables: [
    describeTable(mailbox, {
      withheld: [
        'id',
        'recipient',
        'subject',
        'text',
        'html',
        'replyTo',
        'unsubscribeUrl',
        'attachments',
        'sentAt',
      ],
      why: 'Only without a mail server. Emails to the person and those with their address are deleted',
      scrub: (transaction, { everywherePattern: pattern }) =>
        countChanged(
          transaction
            .delete(mailbox)
            .where(
              sql`${pattern} <> '' AND (${or(...TEXTS.map((column) => sql`${column}::text ~* ${pattern}`))})`,
            ),
        ),
    }),
  ],
}
