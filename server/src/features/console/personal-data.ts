import { eq, sql } from 'drizzle-orm'
import {
  countChanged,
  describeTable,
  hasEvidence,
  type PersonalData,
} from '../../personal-data/classification.ts'
import { adminNotes, analyticsDays, analyticsMonths, savedViews } from './tables.ts'

/** @see docs/rules/own-data.md#what-an-erasure-leaves */
export const consoleData: PersonalData = {
  tables: [
    describeTable(adminNotes, {
      personal: ['text'],
      plain: ['id', 'subject', 'authorId', 'createdAt'],
      why: 'Notes on the person are deleted. Those on others stay as they are',
      exports: [
        // Notes on people are staff's own, so an author gets only when and on what they wrote.
        { subject: 'staff-notes', of: ({ id }) => eq(adminNotes.authorId, id), omit: ['text'] },
      ],
      erase: async (transaction, { id, evidence }) =>
        hasEvidence(evidence)
          ? 0
          : countChanged(transaction.delete(adminNotes).where(eq(adminNotes.subject, `user:${id}`))),
    }),
    describeTable(savedViews, {
      personal: ['name', 'query'],
      plain: ['id', 'ownerId', 'screen'],
      why: 'Deleted, and so are those of others that search for their email',
      exports: [{ subject: 'saved-views', of: ({ id }) => eq(savedViews.ownerId, id) }],
      // A view that searches for the email no longer finds anything. View names are unique, so none is
      // rewritten.
      scrub: (transaction, { everywhere: { pattern } }) =>
        countChanged(
          transaction
            .delete(savedViews)
            .where(
              sql`${pattern} <> '' AND (${savedViews.name} ~* ${pattern} OR ${savedViews.query} ~* ${pattern})`,
            ),
        ),
      erase: (transaction, { id }) =>
        countChanged(transaction.delete(savedViews).where(eq(savedViews.ownerId, id))),
    }),
    describeTable(analyticsDays, {
      withheld: ['day', 'revenueCents', 'feeCents'],
      why: 'Sums of all people together',
    }),
    describeTable(analyticsMonths, {
      withheld: ['month', 'caretakers', 'caregivers'],
      why: 'Sums of all people together',
    }),
  ],
}
