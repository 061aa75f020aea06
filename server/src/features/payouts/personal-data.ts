import { and, eq, isNotNull } from 'drizzle-orm'
import { describeTable, type PersonalData, updateRows } from '../../personal-data/classification.ts'
import { bankHistory, payoutAccounts, payouts } from './tables.ts'

/** @see docs/rules/own-data.md#what-an-erasure-leaves */
export const payoutsData: PersonalData = {
  tables: [
    describeTable(payoutAccounts, {
      personal: ['bankLast4'],
      withheld: ['bankFingerprint'],
      plain: ['provider', 'accountId'],
      why: 'The bank account is removed. The provider’s account number stays with the payouts, by law',
      exports: [{ subject: 'payout-account', of: payoutAccounts.userId }],
      erase: updateRows(
        payoutAccounts,
        { bankFingerprint: null, bankLast4: null, bankReview: null, payoutsEnabled: false },
        ({ id }) => and(eq(payoutAccounts.userId, id), isNotNull(payoutAccounts.bankLast4)),
      ),
    }),
    describeTable(bankHistory, {
      withheld: 'all',
      why: 'Stays: keyed hashes from which nothing can be read, so that a bank account isn’t used by a second person unseen',
    }),
    describeTable(payouts, {
      withheld: ['refusals'],
      plain: ['provider', 'accountId', 'failureReason', 'transferId', 'providerPayoutId', 'reversalId'],
      why: 'Stays, by law: amounts and dates, which name nobody',
      exports: [{ subject: 'payouts', of: payouts.userId }],
    }),
  ],
}
