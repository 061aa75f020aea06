import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../platform/database/columns.ts'
import type { Attachment } from './port.ts'

/** Emails to read at `/dev/mailbox`, stored when no SMTP server is configured. */
export const mailbox = pgTable('mailbox', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  recipient: text().notNull(),
  subject: text().notNull(),
  text: text().notNull(),
  html: text().notNull(),
  replyTo: text(),
  unsubscribeUrl: text(),
  attachments: jsonb().$type<readonly Attachment[]>().notNull().default([]),
  sentAt: timestamptz().notNull(),
})
