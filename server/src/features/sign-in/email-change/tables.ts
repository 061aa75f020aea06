import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../../platform/database/columns.ts'
import { users } from '../../people/tables.ts'

/**
 * Changes of address that wait for both links, one for each user.
 * @see docs/rules/accounts.md#change-of-email
 */
export const emailChanges = pgTable('email_changes', {
  userId: integer()
    .primaryKey()
    .references(() => users.id),
  /** Lower case. */
  newEmail: text().notNull(),
  /** The session that asked. It stays when the others end. */
  sessionId: uuid().notNull(),
  oldConfirmedAt: timestamptz(),
  newConfirmedAt: timestamptz(),
  expiresAt: timestamptz().notNull(),
})
