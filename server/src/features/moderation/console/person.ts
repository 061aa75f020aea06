/** What a person's record shows of reports. @see docs/rules/console.md#records */
import { and, arrayContains, desc, eq, isNull, or } from 'drizzle-orm'
import type { Reader } from '../../../platform/database/database.ts'
import { reportDecisions, reports } from '../tables.ts'

/** How many reports a person sent or are about them. */
export function countReportsOf(reader: Reader, userId: number): Promise<number> {
  return reader.$count(reports, or(eq(reports.reportedId, userId), eq(reports.reporterId, userId)))
}

/** Whether a report about a person waits for a decision. */
export async function hasOpenReport(reader: Reader, userId: number): Promise<boolean> {
  return (await reader.$count(reports, and(eq(reports.reportedId, userId), isNull(reports.decisionId)))) > 0
}

/** The id of the latest report because of which staff hid a person's profile; null if there is none. */
export async function findHidingReport(reader: Reader, userId: number): Promise<number | null> {
  const [row] = await reader
    .select({ id: reports.id })
    .from(reports)
    .innerJoin(reportDecisions, eq(reportDecisions.id, reports.decisionId))
    .where(
      and(
        eq(reports.reportedId, userId),
        eq(reports.kind, 'profile'),
        arrayContains(reportDecisions.measures, ['hide']),
      ),
    )
    .orderBy(desc(reportDecisions.id), reports.id)
    .limit(1)
  return row?.id ?? null
}
