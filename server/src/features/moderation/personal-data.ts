import { and, eq, type SQL, sql } from 'drizzle-orm'
import {
  countChanged,
  describeTable,
  isNoneOf,
  type PersonalData,
  REMOVED_TEXT,
} from '../../personal-data/classification.ts'
import { banMatches, reportDecisions, reports } from './tables.ts'

/** Decisions on the reports that match. */
const isDecisionOn = (match: SQL | undefined): SQL => sql`${reportDecisions.id} IN (
  SELECT ${reports.decisionId} FROM ${reports} WHERE ${match})`

/** @see docs/rules/own-data.md#what-an-erasure-leaves */
export const moderationData: PersonalData = {
  tables: [
    describeTable(reports, {
      personal: ['text', 'snapshot'],
      plain: [
        'id',
        'kind',
        'reporterId',
        'reportedId',
        'messageId',
        'reviewId',
        'requestId',
        'reason',
        'concern',
        'createdAt',
        'decisionId',
      ],
      why: 'Stays as a record of what was reported, without the words of this person',
      exports: [
        {
          subject: 'reports-made',
          of: ({ id }) => eq(reports.reporterId, id),
          // The copy is of what the other side wrote.
          omit: ['snapshot', 'decisionId'],
        },
      ],
      erase: async (transaction, { id, evidence }) => {
        const isErased = isNoneOf(reports.id, evidence.reports)
        const own = await countChanged(
          transaction
            .update(reports)
            .set({ text: REMOVED_TEXT })
            .where(sql`${reports.reporterId} = ${id} AND ${reports.text} <> '' AND ${isErased}`),
        )
        const copies = await countChanged(
          transaction
            .update(reports)
            .set({ snapshot: { text: REMOVED_TEXT, rating: null, name: null } })
            .where(and(eq(reports.reportedId, id), isErased)),
        )
        return own + copies
      },
    }),
    describeTable(banMatches, {
      withheld: ['id', 'userId', 'bannedId', 'trait', 'foundAt', 'lookedAt'],
      why: 'Deleted',
      erase: (transaction, { id }) =>
        countChanged(transaction.delete(banMatches).where(eq(banMatches.userId, id))),
    }),
    describeTable(reportDecisions, {
      personal: ['message'],
      withheld: ['note'],
      plain: ['id', 'measures', 'suspendedUntil', 'decidedBy', 'decidedAt'],
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
