import { CONSENT_DOCUMENTS } from '@tendwell/contract/people/own-data'
import { check, date, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { isOneOf } from '../../../platform/database/checks.ts'
import { timestamptz } from '../../../platform/database/columns.ts'
import { users } from '../tables.ts'

/** What people agreed to, each version once. Append-only. @see docs/rules/own-data.md#consent */
export const consents = pgTable(
  'consents',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    document: text({ enum: CONSENT_DOCUMENTS }).notNull(),
    /** The day on which this version was written. */
    version: date({ mode: 'string' }).notNull(),
    at: timestamptz().notNull(),
  },
  (table) => [
    unique('consents_once').on(table.userId, table.document, table.version),
    check('consents_document', isOneOf(table.document, CONSENT_DOCUMENTS)),
  ],
)
