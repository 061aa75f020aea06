import type { Measure } from '@tendwell/contract/console/reports'
import type { ReportKind } from '@tendwell/contract/safety/reports'
import { eq } from 'drizzle-orm'
import type { Reader } from '../../platform/database/database.ts'
import { users } from '../people/index.ts'
import { reportDecisions, reports } from './tables.ts'

/** A decision on reports, with what the notices about it need. */
export type DecisionSummary = {
  kind: ReportKind
  reportedId: number
  /** The reported text, as it was at the time of the report. */
  reportedText: string
  /** The people whose reports the decision is on; reports by the product itself have none. */
  reporters: { id: number; timezone: string | null; sentAt: Date }[]
  measures: readonly Measure[]
  message: string
  /** The UTC day, `YYYY-MM-DD`, on which a suspension ends; null without one. */
  suspendedUntil: string | null
}

/** Reads a decision and the reports that it is on. @throws Error for an unknown id */
export async function getDecisionSummary(reader: Reader, decisionId: number): Promise<DecisionSummary> {
  const rows = await reader
    .select({ report: reports, decision: reportDecisions, timezone: users.timezone })
    .from(reports)
    .innerJoin(reportDecisions, eq(reportDecisions.id, reports.decisionId))
    .leftJoin(users, eq(users.id, reports.reporterId))
    .where(eq(reportDecisions.id, decisionId))
    .orderBy(reports.id)
  const [first] = rows
  if (!first) throw new Error(`There is no decision ${decisionId}`)
  const { kind, reportedId, snapshot } = first.report
  const { measures, message, suspendedUntil } = first.decision
  const reporters = rows.flatMap(({ report: { reporterId: id, createdAt: sentAt }, timezone }) =>
    id === null ? [] : [{ id, timezone, sentAt }],
  )
  return { kind, reportedId, reportedText: snapshot.text, reporters, measures, message, suspendedUntil }
}
