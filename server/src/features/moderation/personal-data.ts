import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import {
  describeOwn,
  describeTable,
  isNoneOf,
  type PersonalData,
  REMOVED_TEXT,
  updateRows,
} from '../../personal-data/classification.ts'
import { banMatches, reportDecisions, reports } from './tables.ts'

/** The SQL condition that a decision is on reports that meet another condition. */
const isDecisionOn = (isMatchingReport: SQL | undefined): SQL => sql`${reportDecisions.id} IN (
  SELECT ${reports.decisionId} FROM ${reports} WHERE ${isMatchingReport})`

/** Removes what a person wrote in their reports. */
const eraseOwnTexts = updateRows(reports, { text: REMOVED_TEXT }, ({ id, evidence }) =>
  and(eq(reports.reporterId, id), ne(reports.text, ''), isNoneOf(reports.id, evidence.reports)),
)
/** Removes the copies of what a person wrote, from reports about them. */
const eraseSnapshots = updateRows(
  reports,
  { snapshot: { text: REMOVED_TEXT, rating: null, name: null } },
  ({ id, evidence }) => and(eq(reports.reportedId, id), isNoneOf(reports.id, evidence.reports)),
)

/** @see docs/rules/own-data.md#what-an-erasure-leaves */
export const moderationData: PersonalData = {
  tables: [
    describeTable(reports, {
      personal: ['text', 'snapshot'],
      names: { snapshot: 'Shows staff what was reported, as it was then' },
      why: 'Stays as a record of what was reported, without the words of this person',
      exports: [
        {
          subject: 'reports-made',
          of: reports.reporterId,
          // The snapshot is a copy of what the other side wrote.
          omit: ['snapshot', 'decisionId'],
        },
      ],
      erase: async (transaction, leaver) =>
        (await eraseOwnTexts(transaction, leaver)) + (await eraseSnapshots(transaction, leaver)),
    }),
    describeOwn(banMatches, banMatches.userId, { withheld: 'all' }),
    describeTable(reportDecisions, {
      personal: ['message'],
      withheld: ['note'],
      why: 'Stays as a record of what staff decided, in their words',
      exports: [
        {
          subject: 'moderation-decisions',
          // Dismissed reports, including those that the product makes because of a block, are not mentioned.
          of: ({ id }) =>
            and(isDecisionOn(eq(reports.reportedId, id)), sql`cardinality(${reportDecisions.measures}) > 0`),
          omit: ['decidedBy'],
        },
      ],
    }),
  ],
}
