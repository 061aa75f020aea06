import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Emails to read at `/dev/mailbox`, stored when no SMTP server is configured. */
export const mailbox = pgTable('mailbox', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  recipient: text().notNull(),
  subject: text().notNull(),
  text: text().notNull(),
  html: text().notNull(),
  replyTo: text(),
  sentAt: timestamp({ withTimezone: true }).notNull(),
})
