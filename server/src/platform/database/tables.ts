import { bigint, index, integer, jsonb, pgTable, primaryKey, text, varchar } from 'drizzle-orm/pg-core'
import { timestamptz } from './columns.ts'

/** Single values of this installation, such as the offset of its clock. */
export const platformState = pgTable('platform_state', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
})

/** The first answer to each Idempotency-Key, which repeated calls get too. */
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

/**
 * The counters of attempt limits. The columns are those of the library rate-limiter-flexible. `key` is the
 * action with a keyed hash of the caller, and `expire` is in milliseconds since 1970.
 */
export const attempts = pgTable(
  'attempts',
  {
    key: varchar({ length: 255 }).primaryKey(),
    points: integer().notNull().default(0),
    expire: bigint({ mode: 'number' }),
  },
  (table) => [index('attempts_expire').on(table.expire)],
)
