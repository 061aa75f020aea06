import { MEETING_STATUSES, MEETING_WAYS } from '@tendwell/contract/bookings/meetings'
import { REJECT_REASONS } from '@tendwell/contract/bookings/reject-reasons'
import { SIGNUP_ROLES } from '@tendwell/contract/sign-in/accounts'
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { isOneOf } from '../../../platform/database/checks.ts'
import { timestamptz } from '../../../platform/database/columns.ts'
import { bookedTimes } from '../../availability/tables.ts'
import { users } from '../../people/tables.ts'

/** Free meetings that families asked for. @see docs/rules/meetings.md */
export const meetings = pgTable(
  'meetings',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    caregiverId: integer()
      .notNull()
      .references(() => users.id),
    familyId: integer()
      .notNull()
      .references(() => users.id),
    status: text({ enum: MEETING_STATUSES }).notNull().default('asked'),
    /** Why the caregiver declined; null if they gave no reason. */
    declineReason: text({ enum: REJECT_REASONS }),
    /** Null also for a meeting that Tendwell canceled. */
    canceledBy: text({ enum: SIGNUP_ROLES }),
    startsAt: timestamptz().notNull(),
    endsAt: timestamptz().notNull(),
    /** The family's zone when it asked. */
    timezone: text().notNull(),
    way: text({ enum: MEETING_WAYS }).notNull(),
    /** Where the family wants to meet in person; empty otherwise. */
    place: text().notNull().default(''),
    /** The caregiver's link of an accepted video call; empty otherwise. */
    videoLink: text().notNull().default(''),
    note: text().notNull().default(''),
    /** The hours that the meeting holds: while it waits for an answer, and once it is accepted. */
    bookedTimeId: integer()
      .unique()
      .references(() => bookedTimes.id),
    askedAt: timestamptz().notNull(),
    answeredAt: timestamptz(),
  },
  (table) => [
    check('meetings_order', sql`${table.startsAt} < ${table.endsAt}`),
    check('meetings_status', isOneOf(table.status, MEETING_STATUSES)),
    check('meetings_way', isOneOf(table.way, MEETING_WAYS)),
    check('meetings_decline_reason', isOneOf(table.declineReason, REJECT_REASONS)),
    check('meetings_canceled_by', isOneOf(table.canceledBy, SIGNUP_ROLES)),
    check(
      'meetings_hold_hours',
      sql`(${table.bookedTimeId} IS NOT NULL) = (${table.status} IN ('asked', 'accepted'))`,
    ),
    index('meetings_caregiver').on(table.caregiverId, table.startsAt),
    index('meetings_family').on(table.familyId, table.startsAt),
    index('meetings_asked').on(table.startsAt).where(sql`${table.status} = 'asked'`),
  ],
)
