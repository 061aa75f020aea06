import { BAN_TRAITS } from '@tendwell/contract/console/people'
import { index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../../platform/database/columns.ts'
import { users } from '../tables.ts'

/**
 * The ban list: traits of banned people, as keyed hashes only. An erasure keeps them.
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
 * The phone numbers that people saved in their profile, as keyed hashes only. With them a ban also covers a
 * number that was removed from the profile before.
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
    /** When the number was removed or replaced; null while the profile has it. */
    replacedAt: timestamptz(),
  },
  (table) => [
    unique('saved_phones_once').on(table.userId, table.hash),
    index('saved_phones_hash').on(table.hash),
    index('saved_phones_replaced').on(table.replacedAt),
  ],
)
