import { bigint, date, integer, pgTable } from 'drizzle-orm/pg-core'

/** What families paid and got back on a day of UTC that is over, so that a year is not summed anew at each look. */
export const analyticsDays = pgTable('analytics_days', {
  day: date({ mode: 'string' }).primaryKey(),
  revenueCents: bigint({ mode: 'number' }).notNull(),
})

/** How many distinct people had a request or wrote a message in a month of UTC that is over. */
export const analyticsMonths = pgTable('analytics_months', {
  /** The month's first day. */
  month: date({ mode: 'string' }).primaryKey(),
  caretakers: integer().notNull(),
  caregivers: integer().notNull(),
})
