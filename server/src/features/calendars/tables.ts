import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../platform/database/columns.ts'
import { users } from '../people/tables.ts'
import type { OutsideProblem } from './outside/problems.ts'

/**
 * The secret of each person's private calendar address. It is stored unhashed, because its owner can look at
 * the address again.
 */
export const calendarFeeds = pgTable('calendar_feeds', {
  userId: integer()
    .primaryKey()
    .references(() => users.id),
  secret: text().notNull().unique(),
})

/**
 * Calendars elsewhere whose busy times close a caregiver's hours.
 * @see docs/rules/calendars.md#outside-calendars
 */
export const outsideCalendars = pgTable(
  'outside_calendars',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    caregiverId: integer()
      .notNull()
      .references(() => users.id),
    name: text().notNull(),
    /**
     * Anyone who has the address can read the calendar, so only its owner sees it, and it is never logged.
     */
    address: text().notNull(),
    /** The last time that the calendar could be read. */
    readAt: timestamptz().notNull(),
    failingSince: timestamptz(),
    problem: text().$type<OutsideProblem>(),
    /** When the last known busy times of a failing calendar were deleted. */
    droppedAt: timestamptz(),
    /** How many events could not be read. */
    unreadCount: integer().notNull().default(0),
    /** One bit for each recent reading, 1 if it took too long. The lowest bit is the newest reading. */
    slowReadings: integer().notNull().default(0),
    nextReadAt: timestamptz().notNull(),
  },
  (table) => [
    unique('outside_calendars_once').on(table.caregiverId, table.address),
    index('outside_calendars_next').on(table.nextReadAt),
    check('outside_calendars_problem', sql`(${table.problem} IS NULL) = (${table.failingSince} IS NULL)`),
  ],
)
