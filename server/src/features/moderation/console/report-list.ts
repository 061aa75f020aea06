import type {
  AdminReport,
  adminReportsQuery,
  Measure,
  ReportPerson,
} from '@tendwell/contract/console/reports'
import { SAFETY_CONCERN_LABELS } from '@tendwell/contract/safety/reports'
import { and, eq, inArray, isNotNull, isNull, not, or, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { Reader } from '../../../platform/database/database.ts'
import { onDays } from '../../../platform/database/days.ts'
import type { WithoutPage } from '../../../platform/database/paging.ts'
import type { ListDeps, Part, SortedList } from '../../../platform/database/sorted-list.ts'
import { countWaiting, type Waiting } from '../../../platform/database/waiting.ts'
import { findPeople, listAuditEntries, readNumber, selectUsers, type UserRow } from '../../people/index.ts'
import type { ReportRow } from '../store.ts'
import { IS_URGENT_REPORT, reportDecisions, reports } from '../tables.ts'

type ListQuery = z.infer<typeof adminReportsQuery>

/** How many characters of a reported text a list shows. */
const EXCERPT_LENGTH = 140

type Person = Pick<UserRow, 'id' | 'fullName' | 'role'>
export const toPerson = ({ id, fullName: name, role }: Person): ReportPerson => ({ id, name, role })

/** When staff showed hidden content again, and who did. */
export type ShownAgain = { at: Date; actorId: number | null }

/** Reads reports, with their people, their measures, and whether reported content was shown again. */
export async function readReports(
  { database }: Pick<ListDeps, 'database'>,
  part: Part,
): Promise<ConsoleReport[]> {
  const rows = await database
    .select({
      sortValue: part.sortValue,
      report: reports,
      measures: reportDecisions.measures,
      decidedAt: reportDecisions.decidedAt,
    })
    .from(reports)
    .leftJoin(reportDecisions, eq(reportDecisions.id, reports.decisionId))
    .where(part.where)
    .orderBy(...part.orderBy)
    .limit(part.limit)
    .offset(part.offset)
  const people = await findPeople(
    database,
    rows.flatMap(({ report }) => [report.reporterId, report.reportedId]),
  )
  const toReportPerson = (id: number): ReportPerson => {
    const { name = '', role = 'caretaker' } = people.get(id) ?? {}
    return { id, name, role }
  }
  const findShownAgain = await createShownAgainFinder(
    database,
    rows.filter(({ decidedAt }) => decidedAt !== null).map(({ report }) => report),
  )
  return rows.map(({ decidedAt, ...row }) => ({
    ...row,
    reporter: row.report.reporterId === null ? null : toReportPerson(row.report.reporterId),
    reported: toReportPerson(row.report.reportedId),
    shownAgain: decidedAt && findShownAgain(row.report, decidedAt),
  }))
}

/** A report as `readReports` reads it. `measures` and `shownAgain` are null while the report is open. */
type ConsoleReport = {
  sortValue: string
  report: ReportRow
  reporter: ReportPerson | null
  reported: ReportPerson
  measures: Measure[] | null
  shownAgain: ShownAgain | null
}

/**
 * Reads from the audit log when staff showed reported content again.
 * @returns a function that finds, for one of the reports, the first such time after the report's decision;
 *   the content may have been shown again from another report about it
 */
async function createShownAgainFinder(
  reader: Reader,
  decidedReports: readonly ReportRow[],
): Promise<(report: ReportRow, decidedAt: Date) => ShownAgain | null> {
  const subjects = decidedReports.map(({ reportedId }) => `user:${reportedId}`)
  const entries = await listAuditEntries(reader, ['report.shown-again'], { subjects })
  const reportIdOf = ({ after }: (typeof entries)[number]) => (after as { report: number }).report
  const shownReports = await reader
    .select()
    .from(reports)
    .where(inArray(reports.id, entries.map(reportIdOf)))
  const shownById = new Map(shownReports.map((report) => [report.id, report]))
  return (report, decidedAt) => {
    const firstEntry = entries.find((entry) => {
      const shownReport = shownById.get(reportIdOf(entry))
      return entry.at >= decidedAt && shownReport !== undefined && isSameThing(shownReport, report)
    })
    return firstEntry ?? null
  }
}

/** Whether two reports are about the same message, review or profile. */
const isSameThing = (one: ReportRow, other: ReportRow) =>
  one.reportedId === other.reportedId &&
  one.kind === other.kind &&
  one.messageId === other.messageId &&
  one.reviewId === other.reviewId

/** A report as the contract has it in lists. */
export function toReport({ report, reporter, reported, measures, shownAgain }: ConsoleReport): AdminReport {
  const text = describeReported(report)
  return {
    id: report.id,
    kind: report.kind,
    reason: report.reason,
    created_at: report.createdAt.toISOString(),
    reporter,
    reported,
    excerpt: text.length > EXCERPT_LENGTH ? `${text.slice(0, EXCERPT_LENGTH).trimEnd()}…` : text,
    measures,
    is_shown_again: shownAgain !== null,
  }
}

/**
 * The text that a list shows of a report. It has no text of messages: these are read in the report's record,
 * where each reading is audited.
 */
function describeReported({ kind, concern, snapshot }: ReportRow): string {
  if (concern) return SAFETY_CONCERN_LABELS[concern]
  return kind === 'message' ? '' : snapshot.text
}

/** The SQL condition that a report is open or decided; undefined without a filter. */
function isInState(state: ListQuery['state']): SQL | undefined {
  if (state === undefined) return undefined
  return state === 'open' ? isNull(reports.decisionId) : isNotNull(reports.decisionId)
}

/**
 * The SQL condition for a search: `q` is the report's id, a part of the name of the reporter or the reported
 * person, or the email of one of them. Undefined without a search.
 */
function matchesSearch({ database }: ListDeps, q: string | undefined): SQL | undefined {
  const people = selectUsers(database, q)
  if (!people) return undefined
  const number = readNumber(q)
  return or(
    inArray(reports.reporterId, people),
    inArray(reports.reportedId, people),
    number === null ? undefined : eq(reports.id, number),
  )
}

/** The SQL condition that a report is by or about a person; undefined without a filter. */
function isByOrAbout(personId: number | undefined): SQL | undefined {
  if (personId === undefined) return undefined
  return or(eq(reports.reporterId, personId), eq(reports.reportedId, personId))
}

/**
 * The console's list of reports. `q` is a part of the name of the reporter or the reported person, the email
 * of one of them, or the report's id. The dates are the UTC days of the reports, both included.
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

const isOpenReport = isNull(reports.decisionId)

/** Open reports, without those that `countUrgentReports` counts. @see docs/rules/console.md#queue */
export const countOpenReports = (reader: Reader): Promise<Waiting> =>
  countWaiting(reader, reports, reports.createdAt, and(isOpenReport, not(IS_URGENT_REPORT)))

/** Open safety reports. */
export const countUrgentReports = (reader: Reader): Promise<Waiting> =>
  countWaiting(reader, reports, reports.createdAt, IS_URGENT_REPORT)
