import { MEASURES, type ReportSnapshot } from '@tendwell/contract/admin-reports'
import { REPORT_KINDS, REPORT_REASONS, REPORT_TEXT_MAXIMUM } from '@tendwell/contract/reports'
import { sql } from 'drizzle-orm'
import { check, date, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../platform/columns.ts'
import { users } from '../accounts/tables.ts'
import { messages } from '../chat/tables.ts'
import { reviews } from '../reviews/tables.ts'

const toList = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '))

/** What staff decided on one or more reports of the same thing. Never changed. @see docs/rules/safety.md#decisions */
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
    check('report_decisions_measures', sql`${table.measures} <@ ARRAY[${toList(MEASURES)}]`),
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

/** What people reported, with a copy of it as it was. @see docs/rules/safety.md#reports */
export const reports = pgTable(
  'reports',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: REPORT_KINDS }).notNull(),
    /** Null for a report by the product itself. */
    reporterId: integer().references(() => users.id),
    /** The author of the message or review, or whose profile it is. */
    reportedId: integer()
      .notNull()
      .references(() => users.id),
    messageId: integer().references(() => messages.id),
    reviewId: integer().references(() => reviews.id),
    reason: text({ enum: REPORT_REASONS }).notNull(),
    text: text().notNull(),
    snapshot: jsonb().$type<ReportSnapshot>().notNull(),
    createdAt: timestamptz().notNull(),
    /** Null while the report is open. */
    decisionId: integer().references(() => reportDecisions.id),
  },
  (table) => [
    check(
      'reports_kind',
      sql`CASE ${table.kind} WHEN 'message' THEN ${table.messageId} IS NOT NULL AND ${table.reviewId} IS NULL
        WHEN 'review' THEN ${table.reviewId} IS NOT NULL AND ${table.messageId} IS NULL
        WHEN 'profile' THEN num_nonnulls(${table.messageId}, ${table.reviewId}) = 0 ELSE false END`,
    ),
    check('reports_reason', sql`${table.reason} IN (${toList(REPORT_REASONS)})`),
    check('reports_text', sql`length(${table.text}) <= ${sql.raw(String(REPORT_TEXT_MAXIMUM))}`),
    check('reports_other', sql`${table.reporterId} IS DISTINCT FROM ${table.reportedId}`),
    // A person has one open report of a thing, and so has the product itself.
    uniqueIndex('reports_open_once')
      .on(
        sql`coalesce(reporter_id, 0)`,
        table.kind,
        table.reportedId,
        sql`coalesce(message_id, 0)`,
        sql`coalesce(review_id, 0)`,
      )
      .where(sql`decision_id IS NULL`),
    index('reports_open').on(table.createdAt, table.id).where(sql`decision_id IS NULL`),
    index('reports_created').on(table.createdAt, table.id),
    index('reports_reported').on(table.reportedId, table.id),
    index('reports_reporter').on(table.reporterId, table.id),
    index('reports_decision').on(table.decisionId),
  ],
)
