import { index, integer, jsonb, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../platform/columns.ts'
import { sandbox } from '../payments/tables.ts'

/** The sandbox's checks. It keeps no data of the person, because its page asks for none. */
export const sandboxChecks = sandbox.table('background_checks', {
  id: text().primaryKey(),
  idempotencyKey: text().notNull().unique(),
  checkId: integer().notNull(),
  returnUrl: text().notNull(),
  result: text({ enum: ['waiting', 'processing', 'clear', 'needs_review', 'canceled', 'expired'] })
    .notNull()
    .default('waiting'),
  completedAt: timestamptz(),
  /** When the page stops waiting. */
  expiresAt: timestamptz().notNull(),
  createdAt: timestamptz().notNull(),
})

export const sandboxCheckEvents = sandbox.table(
  'background_check_events',
  {
    id: text().primaryKey(),
    checkId: text().notNull(),
    payload: jsonb().notNull(),
    createdAt: timestamptz().notNull(),
    deliveredAt: timestamptz(),
  },
  (table) => [index('sandbox_check_events_check').on(table.checkId)],
)
