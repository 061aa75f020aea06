import { eq, sql } from 'drizzle-orm'
import { describeTable, type Person, type PersonalData } from '../../personal-data/classification.ts'
import { ledgerAccounts, ledgerEntries, ledgerTransactions } from './tables.ts'

const accountsOf = ({ id }: Person) =>
  sql`(SELECT ${ledgerAccounts.id} FROM ${ledgerAccounts} WHERE ${ledgerAccounts.ownerId} = ${id})`
const WHY = 'Stays, by law: amounts by number, which name nobody'

/** @see docs/rules/own-data.md#what-an-erasure-leaves */
export const ledgerData: PersonalData = {
  tables: [
    describeTable(ledgerAccounts, {
      plain: ['id', 'kind', 'ownerId', 'balanceCents'],
      why: WHY,
      exports: [{ subject: 'wallet', of: ({ id }) => eq(ledgerAccounts.ownerId, id) }],
    }),
    describeTable(ledgerEntries, {
      plain: ['id', 'transactionId', 'accountId', 'amountCents'],
      why: WHY,
      exports: [
        {
          subject: 'wallet-entries',
          of: (person) => sql`${ledgerEntries.accountId} IN ${accountsOf(person)}`,
        },
      ],
    }),
    describeTable(ledgerTransactions, {
      plain: ['id', 'key', 'category', 'createdAt'],
      why: WHY,
      exports: [
        {
          subject: 'wallet-transactions',
          of: (person) => sql`${ledgerTransactions.id} IN (SELECT ${ledgerEntries.transactionId}
            FROM ${ledgerEntries} WHERE ${ledgerEntries.accountId} IN ${accountsOf(person)})`,
        },
      ],
    }),
  ],
}
