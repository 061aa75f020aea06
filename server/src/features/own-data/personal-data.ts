import { eq } from 'drizzle-orm'
import { countChanged, describeTable, type PersonalData } from '../../personal-data/classification.ts'
import { dataExports, erasures } from './tables.ts'

/** @see docs/rules/own-data.md#what-an-erasure-leaves */
export const ownData: PersonalData = {
  tables: [
    describeTable(dataExports, {
      plain: ['id', 'userId', 'status', 'fileId', 'requestedAt', 'expiresAt'],
      why: 'Deleted',
      exports: [{ subject: 'exports', of: ({ id }) => eq(dataExports.userId, id) }],
      erase: (transaction, { id }) =>
        countChanged(transaction.delete(dataExports).where(eq(dataExports.userId, id))),
    }),
    describeTable(erasures, {
      withheld: ['id', 'userId', 'closedAt', 'startedAt', 'heldAt', 'finishedAt', 'words', 'counts'],
      why: 'Stays: shows that the erasure was done, by number. The words to look for are kept until it is done',
    }),
  ],
}
