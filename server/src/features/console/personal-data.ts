import { eq, sql } from 'drizzle-orm'
import {
  countChanged,
  deleteRows,
  describeTable,
  hasEvidence,
  type PersonalData,
} from '../../personal-data/classification.ts'
import { adminNotes, analyticsDays, analyticsMonths, analyticsReturns, savedViews } from './tables.ts'

/** @see docs/rules/own-data.md#what-an-erasure-leaves */
export const consoleData: PersonalData = {
  tables: [
    describeTable(adminNotes, {
      personal: ['text'],
      plain: ['subject'],
      why: 'Notes on the person are deleted. Those on others stay as they are',
      exports: [
        // Notes on people are staff's own, so an author gets only when and on what they wrote.
        { subject: 'staff-notes', of: adminNotes.authorId, omit: ['text'] },
      ],
      erase: deleteRows(adminNotes, ({ id, evidence }) =>
        hasEvidence(evidence) ? sql`false` : eq(adminNotes.subject, `user:${id}`),
      ),
    }),
    describeTable(savedViews, {
      personal: ['name', 'query'],
      why: 'Deleted, and so are those of others that search for their email',
      exports: [{ subject: 'saved-views', of: savedViews.ownerId }],
      // A view that searches for the erased email finds nothing any more. It is deleted and not rewritten,
      // because two rewritten names could be the same.
      scrub: (transaction, { everywherePattern }) =>
        countChanged(
          transaction
            .delete(savedViews)
            .where(
              sql`${everywherePattern} <> '' AND (${savedViews.name} ~* ${everywherePattern} OR ${savedViews.query} ~* ${everywherePattern})`,
            ),
        ),
      erase: deleteRows(savedViews, savedViews.ownerId),
    }),
    describeTable(analyticsDays, { withheld: 'all', why: 'Sums of all people together' }),
    describeTable(analyticsReturns, { withheld: 'all', why: 'Counts of all people together' }),
    describeTable(analyticsMonths, { withheld: 'all', why: 'Sums of all people together' }),
  ],
}
