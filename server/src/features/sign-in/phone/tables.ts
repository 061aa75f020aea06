import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../../platform/database/columns.ts'
import { users } from '../../people/tables.ts'

/** The newest code that was sent to each person's phone. @see docs/rules/accounts.md#phone-numbers */
export const phoneCodes = pgTable('phone_codes', {
  userId: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** A keyed hash of the number and the code, so that the code is of no use for another number. */
  codeHash: text().notNull(),
  expiresAt: timestamptz().notNull(),
})
