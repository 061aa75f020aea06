import { describeTable, type PersonalData } from '../../personal-data/classification.ts'
import { reconciliationDifferences, reconciliations } from './tables.ts'

/** @see docs/rules/own-data.md#what-an-erasure-leaves */
export const reconciliationData: PersonalData = {
  tables: [
    describeTable(reconciliations, {
      withheld: [
        'id',
        'provider',
        'fromAt',
        'untilAt',
        'compared',
        'differenceCount',
        'differences',
        'createdAt',
      ],
      why: 'Amounts by number, which name nobody',
    }),
    describeTable(reconciliationDifferences, {
      withheld: [
        'id',
        'reportId',
        'kind',
        'reference',
        'oursCents',
        'providerCents',
        'detail',
        'resolvedAt',
        'resolvedBy',
        'note',
      ],
      why: 'Amounts by number, and the notes of staff',
    }),
  ],
}
