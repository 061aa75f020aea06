import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { users } from '../accounts/tables.ts'

/** The private address of each person's calendar. Its owner reads it again and again, so it is stored as it is. */
export const calendarFeeds = pgTable('calendar_feeds', {
  userId: integer()
    .primaryKey()
    .references(() => users.id),
  secret: text().notNull().unique(),
})
