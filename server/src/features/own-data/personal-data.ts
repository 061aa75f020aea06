import { describeOwn, describeTable, type PersonalData } from '../../personal-data/classification.ts'
import { dataExports, erasures } from './tables.ts'

/** @see docs/rules/own-data.md#what-an-erasure-leaves */
export const ownData: PersonalData = {
  tables: [
    describeOwn(dataExports, dataExports.userId, { subject: 'exports' }),
    describeTable(erasures, {
      withheld: 'all',
      names: { words: 'An erasure that was killed may have erased where it found them. Emptied at its end' },
      why: 'Stays: shows that the erasure was done, by number. The words to look for are kept until it is done',
    }),
  ],
}
