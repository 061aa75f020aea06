import { eq, sql } from 'drizzle-orm'
import { countChanged, describeTable, type PersonalData } from '../../personal-data/classification.ts'
import { bankHistory, payoutAccounts, payouts } from './tables.ts'

/** @see docs/rules/own-data.md#what-an-erasure-leaves */
export const payoutsData: PersonalData = {
  tables: [
    describeTable(payoutAccounts, {
      personal: ['bankLast4'],
      withheld: ['bankFingerprint'],
      plain: [
        'userId',
        'provider',
        'accountId',
        'detailsSubmitted',
        'payoutsEnabled',
        'bankChangedAt',
        'openedOnNewDevice',
        'bankReview',
        'bankReviewAt',
        'bankDisownedAt',
        'createdAt',
        'updatedAt',
      ],
      why: 'The bank account is removed. The provider’s account number stays with the payouts, by law',
      exports: [{ subject: 'payout-account', of: ({ id }) => eq(payoutAccounts.userId, id) }],
      erase: (transaction, { id }) =>
        countChanged(
          transaction
            .update(payoutAccounts)
            .set({ bankFingerprint: null, bankLast4: null, bankReview: null, payoutsEnabled: false })
            .where(sql`${payoutAccounts.userId} = ${id} AND ${payoutAccounts.bankLast4} IS NOT NULL`),
        ),
    }),
    describeTable(bankHistory, {
      withheld: ['userId', 'hash', 'enteredAt', 'verdict', 'verdictAt'],
      why: 'Stays: keyed hashes from which nothing can be read, so that a bank account isn’t used by a second person unseen',
    }),
    describeTable(payouts, {
      withheld: ['refusals'],
      plain: [
        'id',
        'userId',
        'provider',
        'accountId',
        'amountCents',
        'status',
        'outcome',
        'failureReason',
        'transferAskedAt',
        'transferId',
        'payoutAskedAt',
        'providerPayoutId',
        'reversalAskedAt',
        'reversalId',
        'reportedAt',
        'createdAt',
        'updatedAt',
      ],
      why: 'Stays, by law: amounts and dates, which name nobody',
      exports: [{ subject: 'payouts', of: ({ id }) => eq(payouts.userId, id) }],
    }),
  ],
}
