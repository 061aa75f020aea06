import { date, integer, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../platform/database/columns.ts'
import { sandbox } from '../sandbox/tables.ts'

/** The sandbox's checks, with the name and the date of birth that its page asks for. */
export const sandboxChecks = sandbox.table('background_checks', {
  id: text().primaryKey(),
  idempotencyKey: text().notNull().unique(),
  checkId: integer().notNull(),
  returnUrl: text().notNull(),
  result: text({ enum: ['waiting', 'processing', 'clear', 'needs_review', 'canceled', 'expired'] })
    .notNull()
    .default('waiting'),
  name: text(),
  birthDate: date({ mode: 'string' }),
  completedAt: timestamptz(),
  /** When the page stops waiting. */
  expiresAt: timestamptz().notNull(),
  createdAt: timestamptz().notNull(),
})
