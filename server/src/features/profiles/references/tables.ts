import { REFERENCE_RELATIONS } from '@tendwell/contract/profiles/references'
import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { isOneOf } from '../../../platform/database/checks.ts'
import { timestamptz } from '../../../platform/database/columns.ts'
import { caregiverProfiles } from '../tables.ts'

/** `stopped`: the referee deleted their data, and gets no further mail about this caregiver. */
const REFEREE_ANSWERS = ['confirmed', 'declined', 'stopped'] as const

/**
 * Whom a caregiver named as a reference. When a reference ends, nothing of the referee stays but a keyed hash of
 * the address, so that it isn't mailed again too soon or against the referee's wish.
 * @see docs/rules/profiles-and-files.md#references
 */
export const caregiverReferences = pgTable(
  'caregiver_references',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    caregiverId: integer()
      .notNull()
      .references(() => caregiverProfiles.userId, { onDelete: 'cascade' }),
    addressHash: text().notNull(),
    /** These four are null once the reference has ended. */
    name: text(),
    email: text(),
    relation: text({ enum: REFERENCE_RELATIONS }),
    years: integer(),
    /** Null until the mail is sent. */
    tokenHash: text().unique(),
    /** When the caregiver asked most recently. The referee can answer for 30 days from then. */
    askedAt: timestamptz().notNull(),
    answer: text({ enum: REFEREE_ANSWERS }),
  },
  (table) => [
    unique('caregiver_references_address').on(table.caregiverId, table.addressHash),
    check('caregiver_references_relation', isOneOf(table.relation, REFERENCE_RELATIONS)),
    check('caregiver_references_answer', isOneOf(table.answer, REFEREE_ANSWERS)),
    check(
      'caregiver_references_ended',
      sql`CASE WHEN ${table.email} IS NULL
        THEN num_nonnulls(${table.name}, ${table.relation}, ${table.years}, ${table.tokenHash}) = 0
          AND ${table.answer} IS DISTINCT FROM 'confirmed'
        ELSE num_nulls(${table.name}, ${table.relation}, ${table.years}) = 0
          AND ${table.answer} IS DISTINCT FROM 'stopped' END`,
    ),
  ],
)
