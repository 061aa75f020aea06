import { index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../../platform/database/columns.ts'
import { users } from '../../people/tables.ts'

/**
 * Linked identities. They are known by the provider's id of the user, because an email address may pass to
 * someone else.
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
