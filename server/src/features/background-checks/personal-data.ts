import { eq, sql } from 'drizzle-orm'
import {
  countChanged,
  describeTable,
  type PersonalData,
  REMOVED_TEXT,
} from '../../personal-data/classification.ts'
import { backgroundCheckEvents, backgroundChecks } from './tables.ts'

/** @see docs/rules/own-data.md#what-an-erasure-leaves */
export const backgroundChecksData: PersonalData = {
  tables: [
    describeTable(backgroundChecks, {
      personal: ['checkedName', 'checkedBirthDate', 'decisionReason'],
      withheld: ['pageUrl', 'reportUrl', 'readAt', 'remindedAt'],
      plain: [
        'id',
        'caregiverId',
        'provider',
        'providerName',
        'checked',
        'reference',
        'status',
        'requestedAt',
        'completedAt',
        'validUntil',
        'match',
        'matchedAt',
        'matchedFiles',
        'decision',
        'decidedBy',
        'decidedAt',
      ],
      why: 'Stays as a record that the check was made, without whom it was about, links to the report and the words of staff',
      exports: [
        {
          subject: 'background-checks',
          of: ({ id }) => eq(backgroundChecks.caregiverId, id),
          // The reason is what staff wrote for staff.
          omit: ['decisionReason', 'decidedBy'],
        },
      ],
      erase: (transaction, { id }) =>
        countChanged(
          transaction
            .update(backgroundChecks)
            .set({
              checkedName: null,
              checkedBirthDate: null,
              pageUrl: null,
              reportUrl: null,
              decisionReason: sql`CASE WHEN ${backgroundChecks.decisionReason} IS NULL THEN NULL ELSE ${REMOVED_TEXT} END`,
            })
            .where(eq(backgroundChecks.caregiverId, id)),
        ),
    }),
    describeTable(backgroundCheckEvents, {
      withheld: ['provider', 'eventId', 'type', 'reference', 'receivedAt'],
      why: 'Numbers of the provider’s messages, which name nobody',
    }),
  ],
}
