import { describeTable, type PersonalData } from '../../personal-data/classification.ts'
import { reconciliationDifferences, reconciliations } from './tables.ts'

/** @see docs/rules/own-data.md#what-an-erasure-leaves */
export const reconciliationData: PersonalData = {
  tables: [
    describeTable(reconciliations, { withheld: 'all', why: 'Amounts by number, which name nobody' }),
    describeTable(reconciliationDifferences, {
      withheld: 'all',
      why: 'Amounts by number, and the notes of staff',
    }),
  ],
}
