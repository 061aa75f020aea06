import { BLOCK_REASON_VALUES, type BlockReason } from '@tendwell/contract/safety/blocks'
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { isOneOf } from '../../platform/database/checks.ts'
import { timestamptz } from '../../platform/database/columns.ts'
import { users } from '../people/tables.ts'

/** Blocks between two people. Either may have blocked the other. @see docs/rules/safety.md#blocks */
export const blocks = pgTable(
  'blocks',
  {
    blockerId: integer()
      .notNull()
      .references(() => users.id),
    blockedId: integer()
      .notNull()
      .references(() => users.id),
    /** Shown to staff only, as is `text`. */
    reason: text({ enum: BLOCK_REASON_VALUES as [BlockReason, ...BlockReason[]] }).notNull(),
    text: text().notNull().default(''),
    createdAt: timestamptz().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.blockerId, table.blockedId] }),
    index('blocks_blocked').on(table.blockedId),
    check('blocks_two', sql`${table.blockerId} <> ${table.blockedId}`),
    check('blocks_reason', isOneOf(table.reason, BLOCK_REASON_VALUES)),
    check('blocks_text', sql`length(${table.text}) <= 1000`),
  ],
)
