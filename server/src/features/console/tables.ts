import { VIEW_SCREENS } from '@tendwell/contract/console/views'
import { bigint, date, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../platform/database/columns.ts'
import { users } from '../people/tables.ts'

/**
 * Revenue (paid minus refunded) and our fees of each past UTC day, so that calls don't have to sum a whole
 * year.
 */
export const analyticsDays = pgTable('analytics_days', {
  day: date({ mode: 'string' }).primaryKey(),
  revenueCents: bigint({ mode: 'number' }).notNull(),
  feeCents: bigint({ mode: 'number' }).notNull(),
})

/**
 * How many people were active on a past UTC day, by the day on which they had been active before. In a period,
 * each person has one day that follows none in it, so the sum of these days counts everyone once.
 */
export const analyticsReturns = pgTable(
  'analytics_returns',
  {
    day: date({ mode: 'string' }).notNull(),
    /** `-infinity` for those who had never been active. */
    previousDay: date({ mode: 'string' }).notNull(),
    people: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.previousDay] })],
)

/** How many distinct people had a request or wrote a message in each past UTC month. */
export const analyticsMonths = pgTable('analytics_months', {
  /** The month's first day. */
  month: date({ mode: 'string' }).primaryKey(),
  caretakers: integer().notNull(),
  caregivers: integer().notNull(),
})

/**
 * Internal notes on people, bookings and disputes. They are never changed.
 * @see docs/rules/console.md#notes
 */
export const adminNotes = pgTable(
  'admin_notes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** The record that the note is about, such as `user:12`, `request:5` or `dispute:3`. */
    subject: text().notNull(),
    authorId: integer()
      .notNull()
      .references(() => users.id),
    text: text().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (table) => [index('admin_notes_subject').on(table.subject, table.id)],
)

/**
 * Filters of the console's lists that staff saved, each for themselves.
 * @see docs/rules/console.md#saved-views
 */
export const savedViews = pgTable(
  'saved_views',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    ownerId: integer()
      .notNull()
      .references(() => users.id),
    screen: text({ enum: VIEW_SCREENS }).notNull(),
    name: text().notNull(),
    query: text().notNull(),
  },
  (table) => [uniqueIndex('saved_views_name').on(table.ownerId, table.screen, table.name)],
)
