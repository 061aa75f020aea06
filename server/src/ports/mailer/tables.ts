import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Mail kept to be read at `/dev/mailbox`, where no SMTP server is set. */
export const mailbox = pgTable('mailbox', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  recipient: text().notNull(),
  subject: text().notNull(),
  text: text().notNull(),
  html: text().notNull(),
  replyTo: text(),
  sentAt: timestamp({ withTimezone: true }).notNull(),
})
