import { sql } from 'drizzle-orm'
import { describeTable, type Person, type PersonalData } from '../../personal-data/classification.ts'
import { ledgerAccounts, ledgerEntries, ledgerTransactions } from './tables.ts'

const accountsOf = ({ id }: Person) =>
  sql`(SELECT ${ledgerAccounts.id} FROM ${ledgerAccounts} WHERE ${ledgerAccounts.ownerId} = ${id})`
const isEntryOf = (person: Person) => sql`${ledgerEntries.accountId} IN ${accountsOf(person)}`
const why = 'Stays, by law: amounts by number, which name nobody'

/** @see docs/rules/own-data.md#what-an-erasure-leaves */
export const ledgerData: PersonalData = {
  tables: [
    describeTable(ledgerAccounts, { why, exports: [{ subject: 'wallet', of: ledgerAccounts.ownerId }] }),
    describeTable(ledgerEntries, { why, exports: [{ subject: 'wallet-entries', of: isEntryOf }] }),
    describeTable(ledgerTransactions, {
      plain: ['key'],
      why,
      exports: [
        {
          subject: 'wallet-transactions',
          of: (person) => sql`${ledgerTransactions.id} IN (
            SELECT ${ledgerEntries.transactionId} FROM ${ledgerEntries} WHERE ${isEntryOf(person)})`,
        },
      ],
    }),
  ],
}
