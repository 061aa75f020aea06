import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../platform/database/columns.ts'
import { bookings } from '../bookings/tables.ts'
import { users } from '../people/tables.ts'

export const reviews = pgTable(
  'reviews',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    bookingId: integer()
      .notNull()
      .unique()
      .references(() => bookings.id),
    caregiverId: integer()
      .notNull()
      .references(() => users.id),
    familyId: integer()
      .notNull()
      .references(() => users.id),
    rating: integer().notNull(),
    comment: text().notNull(),
    /** What the caregiver answered, which everyone reads below the review; null until then. */
    reply: text(),
    repliedAt: timestamptz(),
    createdAt: timestamptz().notNull(),
    /** When staff hid the review. A hidden review is neither shown nor counted. */
    hiddenAt: timestamptz(),
  },
  (table) => [
    check('reviews_rating', sql`${table.rating} BETWEEN 1 AND 5`),
    check('reviews_reply', sql`(${table.reply} IS NULL) = (${table.repliedAt} IS NULL)`),
    index('reviews_caregiver').on(table.caregiverId, table.createdAt.desc().nullsFirst()),
  ],
)

/**
 * What a caregiver told staff about the family of a visit.
 * @see docs/rules/safety.md#what-caregivers-say-of-families
 */
export const familyRatings = pgTable(
  'family_ratings',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    bookingId: integer()
      .notNull()
      .unique()
      .references(() => bookings.id),
    caregiverId: integer()
      .notNull()
      .references(() => users.id),
    familyId: integer()
      .notNull()
      .references(() => users.id),
    isAsDescribed: boolean().notNull(),
    isSafe: boolean().notNull(),
    isKind: boolean().notNull(),
    note: text().notNull(),
    createdAt: timestamptz().notNull(),
    /** When staff looked at the answers; null while the answers are new to them. */
    lookedAt: timestamptz(),
  },
  (table) => [
    index('family_ratings_family').on(table.familyId),
    index('family_ratings_no')
      .on(table.createdAt)
      .where(sql`NOT (${table.isAsDescribed} AND ${table.isSafe} AND ${table.isKind})`),
  ],
)
