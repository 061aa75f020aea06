import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { timestamptz } from './columns.ts'

/** Single facts about this installation, such as how far its clock was moved. */
export const platformState = pgTable('platform_state', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
})

/** The first answer to each key, so that a repeat gets it again (decisions §1). */
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

/** How often something was tried in a span of time, by a key that names what and who, sealed. */
export const attempts = pgTable(
  'attempts',
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    endsAt: timestamptz().notNull(),
  },
  (table) => [index('attempts_ends').on(table.endsAt)],
)
