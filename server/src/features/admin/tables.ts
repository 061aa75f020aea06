import { bigint, date, integer, pgTable } from 'drizzle-orm/pg-core'

/** Revenue (paid minus refunded) of each past UTC day, so that calls don't have to sum a whole year. */
export const analyticsDays = pgTable('analytics_days', {
  day: date({ mode: 'string' }).primaryKey(),
  revenueCents: bigint({ mode: 'number' }).notNull(),
})

/** How many distinct people had a request or wrote a message in each past UTC month. */
export const analyticsMonths = pgTable('analytics_months', {
  /** The month's first day. */
  month: date({ mode: 'string' }).primaryKey(),
  caretakers: integer().notNull(),
  caregivers: integer().notNull(),
})
