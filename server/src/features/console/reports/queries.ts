import type {
  AdminReport,
  adminReportsQuery,
  Measure,
  ReportPerson,
} from '@tendwell/contract/console/reports'
import { SAFETY_CONCERN_LABELS } from '@tendwell/contract/safety/reports'
import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { onDays } from '../../../platform/database/days.ts'
import type { WithoutPage } from '../../../platform/database/paging.ts'
import {
  type ListDeps,
  type Part,
  readPage,
  type SortedList,
} from '../../../platform/database/sorted-list.ts'
import { IS_URGENT_REPORT, reportDecisions, reports } from '../../moderation/index.ts'
import { auditLog, matchesUser, readNumber, users } from '../../people/index.ts'

type ListQuery = z.infer<typeof adminReportsQuery>

/** How much of what was reported a list shows. */
const EXCERPT_LENGTH = 140

const reporters = alias(users, 'reporters')
const reported = alias(users, 'reported')

const showings = alias(auditLog, 'showings')

/** The audit entry of when staff first showed again what a report is about, after the decision on it. */
const FIRST_SHOWING = sql`(
  SELECT min(${auditLog.id}) FROM ${auditLog}
  WHERE ${auditLog.subject} = 'user:' || ${reports.reportedId} AND ${auditLog.action} = 'report.shown-again'
    AND ${auditLog.at} >= ${reportDecisions.decidedAt}
    AND (${auditLog.after} ->> 'report')::int IN (
      SELECT same.id FROM ${reports} same
      WHERE same.reported_id = ${reports.reportedId} AND same.kind = ${reports.kind}
        AND same.message_id IS NOT DISTINCT FROM ${reports.messageId}
        AND same.review_id IS NOT DISTINCT FROM ${reports.reviewId}
    )
)`

type Person = Pick<typeof users.$inferSelect, 'id' | 'fullName' | 'role'>
export const toPerson = ({ id, fullName: name, role }: Person): ReportPerson => ({ id, name, role })

export const readReports = ({ database }: Pick<ListDeps, 'database'>, part: Part) =>
  database
    .select({
      sortValue: part.sortValue,
      report: reports,
      reporter: reporters,
      reported,
      measures: reportDecisions.measures,
      showing: { at: showings.at, actorId: showings.actorId },
    })
    .from(reports)
    .leftJoin(reporters, eq(reporters.id, reports.reporterId))
    .innerJoin(reported, eq(reported.id, reports.reportedId))
    .leftJoin(reportDecisions, eq(reportDecisions.id, reports.decisionId))
    .leftJoin(showings, eq(showings.id, FIRST_SHOWING))
    .where(part.where)
    .orderBy(...part.orderBy)
    .limit(part.limit)
    .offset(part.offset)

type Row = {
  report: typeof reports.$inferSelect
  reporter: Person | null
  reported: Person
  measures: Measure[] | null
  showing: Showing | null
}

/** When staff showed it again, and who did. */
export type Showing = Pick<typeof auditLog.$inferSelect, 'at' | 'actorId'>

export function toReport({ report, reporter, reported: about, measures, showing }: Row): AdminReport {
  const text = describeReported(report)
  return {
    id: report.id,
    kind: report.kind,
    reason: report.reason,
    created_at: report.createdAt.toISOString(),
    reporter: reporter && toPerson(reporter),
    reported: toPerson(about),
    excerpt: text.length > EXCERPT_LENGTH ? `${text.slice(0, EXCERPT_LENGTH).trimEnd()}…` : text,
    measures,
    is_shown_again: showing !== null,
  }
}

/**
 * What a list says of what was reported. Messages are read in the report's record, where that is recorded.
 */
function describeReported({ kind, concern, snapshot }: typeof reports.$inferSelect): string {
  if (concern) return SAFETY_CONCERN_LABELS[concern]
  return kind === 'message' ? '' : snapshot.text
}

function isInState(state: ListQuery['state']): SQL | undefined {
  if (state === undefined) return undefined
  return state === 'open' ? isNull(reports.decisionId) : isNotNull(reports.decisionId)
}

/** By or about a person with this part of a name or this email address, or the report with this number. */
function matchesSearch({ database }: ListDeps, q: string | undefined): SQL | undefined {
  const matches = matchesUser(q)
  if (!matches) return undefined
  const people = database.select({ id: users.id }).from(users).where(matches)
  const number = readNumber(q)
  return or(
    inArray(reports.reporterId, people),
    inArray(reports.reportedId, people),
    number === null ? undefined : eq(reports.id, number),
  )
}

function isByOrAbout(personId: number | undefined): SQL | undefined {
  if (personId === undefined) return undefined
  return or(eq(reports.reporterId, personId), eq(reports.reportedId, personId))
}

/**
 * All reports. `q` is part of either person's name, or their email address, or the number; the dates are UTC
 * days of reporting, both included.
 */
export const reportList: SortedList<WithoutPage<ListQuery>, AdminReport> = {
  from: reports,
  id: reports.id,
  sorts: { created_at: reports.createdAt },
  defaultSort: '-created_at',
  first: IS_URGENT_REPORT,
  match: async (deps, query) =>
    and(
      isInState(query.state),
      query.kind ? eq(reports.kind, query.kind) : undefined,
      query.reason ? eq(reports.reason, query.reason) : undefined,
      isByOrAbout(query.person_id),
      onDays(reports.createdAt, query),
      matchesSearch(deps, query.q),
    ),
  async read(deps, part) {
    const rows = await readReports(deps, part)
    return rows.map((row) => ({ sortValue: row.sortValue, result: toReport(row) }))
  },
}

/** Lists one page of all reports. */
export const listReports = (deps: ListDeps, query: ListQuery) => readPage(deps, reportList, query)
