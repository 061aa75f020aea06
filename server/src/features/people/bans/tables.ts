import { BAN_TRAITS } from '@tendwell/contract/console/people'
import { index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../../platform/database/columns.ts'
import { users } from '../tables.ts'

/**
 * What deactivated people had, as keyed hashes only. They outlive an erasure.
 * @see docs/rules/safety.md#ban-list
 */
export const bans = pgTable(
  'bans',
  {
    userId: integer()
      .notNull()
      .references(() => users.id),
    trait: text({ enum: BAN_TRAITS }).notNull(),
    hash: text().notNull(),
    bannedAt: timestamptz().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.trait, table.hash] }),
    index('bans_hash').on(table.hash),
  ],
)

/**
 * The phone numbers that people saved in their profile, as keyed hashes only, so that emptying one before a
 * ban doesn't help.
 * @see docs/rules/safety.md#ban-list
 */
export const savedPhones = pgTable(
  'saved_phones',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    hash: text().notNull(),
    /** When it was emptied or replaced; null while it is the profile's. */
    replacedAt: timestamptz(),
  },
  (table) => [
    unique('saved_phones_once').on(table.userId, table.hash),
    index('saved_phones_hash').on(table.hash),
    index('saved_phones_replaced').on(table.replacedAt),
  ],
)
