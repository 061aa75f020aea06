import { BAN_TRAITS } from '@tendwell/contract/console/people'
import { MEASURES, type ReportSnapshot } from '@tendwell/contract/console/reports'
import {
  REPORT_KINDS,
  REPORT_REASONS,
  REPORT_TEXT_MAXIMUM,
  SAFETY_CONCERNS,
} from '@tendwell/contract/safety/reports'
import { sql } from 'drizzle-orm'
import { check, date, index, integer, jsonb, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { isOneOf, toSqlList } from '../../platform/database/checks.ts'
import { timestamptz } from '../../platform/database/columns.ts'
import { requests } from '../bookings/tables.ts'
import { messages } from '../chat/tables.ts'
import { users } from '../people/tables.ts'
import { reviews } from '../reviews/tables.ts'

/**
 * What staff decided on one or more reports of the same thing. Rows are never changed.
 * @see docs/rules/safety.md#decisions
 */
export const reportDecisions = pgTable(
  'report_decisions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Empty if the reports were dismissed. */
    measures: text({ enum: MEASURES }).array().notNull(),
    /** What the reported person reads. */
    message: text().notNull(),
    /** The UTC day on which the suspension ends. */
    suspendedUntil: date({ mode: 'string' }),
    note: text().notNull(),
    decidedBy: integer()
      .notNull()
      .references(() => users.id),
    decidedAt: timestamptz().notNull(),
  },
  (table) => [
    check('report_decisions_measures', sql`${table.measures} <@ ARRAY[${toSqlList(MEASURES)}]`),
    check(
      'report_decisions_suspension',
      sql`('suspend' = ANY(${table.measures})) = (${table.suspendedUntil} IS NOT NULL)`,
    ),
    check(
      'report_decisions_message',
      sql`${table.message} <> '' OR NOT ${table.measures} && ARRAY['warn', 'suspend']`,
    ),
  ],
)

/**
 * SQL: whether a report is urgent, and first in lists: an open one about a booking.
 * @see docs/rules/safety.md#moderation
 */
export const IS_URGENT_REPORT = sql`(kind = 'booking' AND decision_id IS NULL)`

/** What people reported, with a copy of it from that time. @see docs/rules/safety.md#reports */
export const reports = pgTable(
  'reports',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: REPORT_KINDS }).notNull(),
    /** Null for a report by the product itself. */
    reporterId: integer().references(() => users.id),
    /** The author of the message or review, the owner of the profile, or the other person of the booking. */
    reportedId: integer()
      .notNull()
      .references(() => users.id),
    messageId: integer().references(() => messages.id),
    reviewId: integer().references(() => reviews.id),
    /** The paid request of the reported booking. */
    requestId: integer().references(() => requests.id),
    reason: text({ enum: REPORT_REASONS }).notNull(),
    /** What is wrong about a booking. */
    concern: text({ enum: SAFETY_CONCERNS }),
    text: text().notNull(),
    snapshot: jsonb().$type<ReportSnapshot>().notNull(),
    createdAt: timestamptz().notNull(),
    /** Null while the report is open. */
    decisionId: integer().references(() => reportDecisions.id),
  },
  (table) => [
    check(
      'reports_kind',
      sql`CASE ${table.kind} WHEN 'message' THEN ${table.messageId} IS NOT NULL WHEN 'review' THEN ${table.reviewId} IS NOT NULL
        WHEN 'booking' THEN ${table.requestId} IS NOT NULL ELSE ${table.kind} = 'profile' END
        AND num_nonnulls(${table.messageId}, ${table.reviewId}, ${table.requestId}) = (${table.kind} <> 'profile')::int`,
    ),
    check(
      'reports_concern',
      sql`(${table.kind} = 'booking') = (${table.concern} IS NOT NULL)
        AND (${table.kind} <> 'booking' OR ${table.reason} = 'safety')
        AND (${table.concern} IS NULL OR ${table.concern} IN (${toSqlList(SAFETY_CONCERNS)}))`,
    ),
    check('reports_reason', isOneOf(table.reason, REPORT_REASONS)),
    check('reports_text', sql`length(${table.text}) <= ${sql.raw(String(REPORT_TEXT_MAXIMUM))}`),
    check('reports_other', sql`${table.reporterId} IS DISTINCT FROM ${table.reportedId}`),
    // A person has at most one open report about a message, a review or a profile, and so has the product
    // itself (here reporter 0). A booking may have several.
    uniqueIndex('reports_open_once')
      .on(
        sql`coalesce(reporter_id, 0)`,
        table.kind,
        table.reportedId,
        sql`coalesce(message_id, 0)`,
        sql`coalesce(review_id, 0)`,
      )
      .where(sql`decision_id IS NULL AND kind <> 'booking'`),
    // For the console's list, which shows urgent reports first.
    index('reports_urgent').on(IS_URGENT_REPORT, table.createdAt, table.id),
    index('reports_request').on(table.requestId).where(sql`request_id IS NOT NULL`),
    index('reports_open').on(table.createdAt, table.id).where(sql`decision_id IS NULL`),
    index('reports_created').on(table.createdAt, table.id),
    index('reports_reported').on(table.reportedId, table.id),
    index('reports_reporter').on(table.reporterId, table.id),
    index('reports_decision').on(table.decisionId),
  ],
)

/**
 * Ban matches: which traits people share with banned people, each once. A match waits until staff have
 * looked at it.
 * @see docs/rules/safety.md#ban-list
 */
export const banMatches = pgTable(
  'ban_matches',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    bannedId: integer()
      .notNull()
      .references(() => users.id),
    trait: text({ enum: BAN_TRAITS }).notNull(),
    foundAt: timestamptz().notNull(),
    /** When staff looked at the match; null while it waits for them. */
    lookedAt: timestamptz(),
  },
  (table) => [
    unique('ban_matches_once').on(table.userId, table.bannedId, table.trait),
    index('ban_matches_banned').on(table.bannedId),
    index('ban_matches_waiting').on(table.foundAt).where(sql`looked_at IS NULL`),
  ],
)
