import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { timestamptz } from './columns.ts'

/** Single values of this installation, such as the offset of its clock. */
export const platformState = pgTable('platform_state', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
})

/** The first answer for each Idempotency-Key, returned to repeats. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: integer().notNull(),
    key: text().notNull(),
    fingerprint: text().notNull(),
    response: jsonb(),
    createdAt: timestamptz().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.key] })],
)

/** Counts attempts until `endsAt`. The key is the action with a keyed hash of the caller. */
export const attempts = pgTable(
  'attempts',
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    endsAt: timestamptz().notNull(),
  },
  (table) => [index('attempts_ends').on(table.endsAt)],
)
