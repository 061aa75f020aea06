import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../platform/columns.ts'
import { users } from '../accounts/tables.ts'
import { bookings } from '../bookings/tables.ts'

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
    caretakerId: integer()
      .notNull()
      .references(() => users.id),
    rating: integer().notNull(),
    comment: text().notNull(),
    createdAt: timestamptz().notNull(),
    /** When staff hid it: it is neither shown nor counted. */
    hiddenAt: timestamptz(),
  },
  (table) => [
    check('reviews_rating', sql`${table.rating} BETWEEN 1 AND 5`),
    index('reviews_caregiver').on(table.caregiverId, table.createdAt.desc().nullsFirst()),
  ],
)
