import { index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../../platform/database/columns.ts'
import { users } from '../../people/tables.ts'

/**
 * Accounts of other providers that log a user in. They are recognized by the provider's id of its user,
 * because an email address may pass to someone else.
 */
export const identities = pgTable(
  'identities',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    issuer: text().notNull(),
    subject: text().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    linkedAt: timestamptz().notNull(),
  },
  (table) => [
    unique('identities_issuer_subject').on(table.issuer, table.subject),
    index('identities_user').on(table.userId),
  ],
)

/** ID tokens that were used, kept until they expire. */
export const usedCredentials = pgTable(
  'used_credentials',
  {
    tokenId: text().primaryKey(),
    expiresAt: timestamptz().notNull(),
  },
  (table) => [index('used_credentials_expires').on(table.expiresAt)],
)
