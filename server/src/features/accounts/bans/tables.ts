import { BAN_TRAITS } from '@tendwell/contract/admin-people'
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../../platform/columns.ts'
import { users } from '../tables.ts'

/** What deactivated people had, as keyed hashes only. They outlive an erasure. @see docs/rules/safety.md#ban-list */
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
