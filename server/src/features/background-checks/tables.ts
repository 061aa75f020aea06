import {
  BACKGROUND_CHECK_DECISIONS,
  BACKGROUND_CHECK_STATUSES,
} from '@tendwell/contract/background-checks/background-checks'
import { sql } from 'drizzle-orm'
import {
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { isOneOf } from '../../platform/database/checks.ts'
import { timestamptz } from '../../platform/database/columns.ts'
import { users } from '../people/tables.ts'
import { caregiverProfiles } from '../profiles/tables.ts'

/**
 * Background checks: that they were made, of whom, what they covered and how they ended. Nothing else of a
 * report is stored.
 */
export const backgroundChecks = pgTable(
  'background_checks',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    caregiverId: integer()
      .notNull()
      .references(() => caregiverProfiles.userId),
    /** The provider's key in the settings, and its name as the caregiver read it. */
    provider: text().notNull(),
    providerName: text().notNull(),
    /** What the caregiver agreed to have checked. */
    checked: text().array().notNull(),
    /** The provider's number of the check; null until the provider has opened it. */
    reference: text().unique(),
    /** The provider's page, where the caregiver gives their data. */
    pageUrl: text(),
    /** The report at the provider, for staff. */
    reportUrl: text(),
    status: text({ enum: BACKGROUND_CHECK_STATUSES }).notNull().default('requested'),
    /** When the caregiver agreed. */
    requestedAt: timestamptz().notNull(),
    completedAt: timestamptz(),
    /** The last day, in UTC, on which a result counts. */
    validUntil: date({ mode: 'string' }),
    /** Whom the provider says that it checked. */
    checkedName: text(),
    checkedBirthDate: date({ mode: 'string' }),
    /**
     * Whether staff found the checked person to be the one on the ID, when, and the files of both sides of
     * the ID that they compared.
     */
    match: text({ enum: ['same', 'different'] }),
    matchedAt: timestamptz(),
    matchedFiles: uuid().array(),
    /** What staff decided on a result that needed a review, why, and who. */
    decision: text({ enum: BACKGROUND_CHECK_DECISIONS }),
    decisionReason: text(),
    decidedBy: integer().references(() => users.id),
    decidedAt: timestamptz(),
    /** When the check was last read at the provider, or a job was added that reads it. */
    readAt: timestamptz().notNull(),
    remindedAt: timestamptz(),
  },
  (table) => [
    check('background_checks_status', isOneOf(table.status, BACKGROUND_CHECK_STATUSES)),
    check('background_checks_checked', sql`cardinality(${table.checked}) > 0`),
    check(
      'background_checks_known',
      sql`${table.status} IN ('requested', 'canceled') OR ${table.reference} IS NOT NULL`,
    ),
    check(
      'background_checks_completed',
      sql`(${table.status} IN ('requested', 'started')) = (${table.completedAt} IS NULL)`,
    ),
    check(
      'background_checks_valid',
      sql`(${table.status} IN ('clear', 'needs_review')) = (${table.validUntil} IS NOT NULL)`,
    ),
    check(
      'background_checks_decision',
      sql`num_nonnulls(${table.decision}, ${table.decisionReason}, ${table.decidedBy}, ${table.decidedAt}) IN (0, 4)
        AND (${table.decision} IS NULL OR (${table.decision} IN ('accepted', 'declined')
          AND ${table.status} IN ('needs_review', 'clear') AND ${table.decisionReason} <> ''))`,
    ),
    check(
      'background_checks_match',
      sql`num_nonnulls(${table.match}, ${table.matchedAt}, ${table.matchedFiles}) IN (0, 3)
        AND (${table.match} IS NULL OR ${table.match} IN ('same', 'different'))`,
    ),
    /** A caregiver has one open check at most. */
    uniqueIndex('background_checks_open')
      .on(table.caregiverId)
      .where(
        sql`${table.status} IN ('requested', 'started') OR (${table.status} = 'needs_review' AND ${table.decision} IS NULL)`,
      ),
    index('background_checks_caregiver').on(table.caregiverId, table.id.desc().nullsFirst()),
    index('background_checks_unread')
      .on(table.readAt)
      .where(sql`${table.status} IN ('requested', 'started', 'needs_review', 'clear')`),
    index('background_checks_ending').on(table.validUntil).where(sql`reminded_at IS NULL`),
  ],
)

/** Each webhook, once. Of what the provider sends, only the event's id, its kind and its check are stored. */
export const backgroundCheckEvents = pgTable(
  'background_check_events',
  {
    provider: text().notNull(),
    eventId: text().notNull(),
    type: text().notNull(),
    reference: text(),
    receivedAt: timestamptz().notNull(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.eventId] })],
)

export type BackgroundCheck = typeof backgroundChecks.$inferSelect
