import { PAYOUT_STEPS } from '@tendwell/contract/console/money'
import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { isOneOf } from '../../platform/database/checks.ts'
import { timestamptz } from '../../platform/database/columns.ts'
import { users } from '../people/tables.ts'

/** `open` waits for staff; nothing is paid out to a `refused` bank account. */
export const BANK_REVIEW_STATES = ['open', 'approved', 'refused'] as const

/** A caregiver's account with the provider. */
export const payoutAccounts = pgTable(
  'payout_accounts',
  {
    userId: integer()
      .primaryKey()
      .references(() => users.id),
    provider: text().notNull(),
    /** Null until the provider has created it. */
    accountId: text().unique(),
    detailsSubmitted: boolean().notNull().default(false),
    payoutsEnabled: boolean().notNull().default(false),
    /** The bank account at the provider; null until the provider has named one. */
    bankFingerprint: text(),
    bankLast4: text(),
    /**
     * When the bank account was last replaced by another one, or the first one was entered from a device that
     * was new to the caregiver's account.
     */
    bankChangedAt: timestamptz(),
    /**
     * Whether the page for bank details was opened from a device that was new to the caregiver's account,
     * after the last bank account was entered.
     */
    openedOnNewDevice: boolean().notNull().default(false),
    /** The review of the bank account, if other people have or had it too. */
    bankReview: text({ enum: BANK_REVIEW_STATES }),
    bankReviewAt: timestamptz(),
    /**
     * When the caregiver said that this bank account isn't theirs; null again once they enter another one.
     */
    bankDisownedAt: timestamptz(),
    createdAt: timestamptz().notNull(),
    updatedAt: timestamptz().notNull(),
  },
  (table) => [
    check(
      'payout_accounts_review',
      sql`${table.bankReview} IN ('open', 'approved', 'refused') AND ${table.bankReviewAt} IS NOT NULL
        OR ${table.bankReview} IS NULL`,
    ),
    index('payout_accounts_fingerprint').on(table.bankFingerprint),
    index('payout_accounts_in_review').on(table.bankReviewAt).where(sql`${table.bankReview} = 'open'`),
  ],
)

/**
 * The bank accounts that a person has entered, the present one included, as keyed hashes. They are kept when
 * the person's account is erased.
 * @see docs/rules/money.md#one-bank-account-one-person
 */
export const bankHistory = pgTable(
  'bank_history',
  {
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** The keyed hash, made as in the table `bans`, so that a ban can copy it. */
    hash: text().notNull(),
    enteredAt: timestamptz().notNull(),
    /** What staff last decided on the bank account for this person. */
    verdict: text({ enum: ['approved', 'refused'] }),
    verdictAt: timestamptz(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.hash] }),
    index('bank_history_hash').on(table.hash),
    check(
      'bank_history_verdict',
      sql`num_nonnulls(${table.verdict}, ${table.verdictAt}) IN (0, 2)
        AND (${table.verdict} IS NULL OR ${table.verdict} IN ('approved', 'refused'))`,
    ),
  ],
)

export const payouts = pgTable(
  'payouts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    provider: text().notNull(),
    accountId: text().notNull(),
    amountCents: bigint({ mode: 'number' }).notNull(),
    /**
     * pending: to be sent to the caregiver's account · processing: on its way to their bank · returning:
     * failed or canceled, and being reversed · paid · failed, canceled: the money is available again.
     */
    status: text({ enum: PAYOUT_STEPS }).notNull().default('pending'),
    /** The status that a returning payout ends in. */
    outcome: text({ enum: ['failed', 'canceled'] }),
    failureReason: text(),
    /** How many times the provider has refused a step. Each new attempt has its own idempotency key. */
    refusals: integer().notNull().default(0),
    /**
     * For each step: when the provider was first asked (recorded before the call), and the id it answered.
     */
    transferAskedAt: timestamptz(),
    transferId: text().unique(),
    payoutAskedAt: timestamptz(),
    providerPayoutId: text().unique(),
    reversalAskedAt: timestamptz(),
    reversalId: text().unique(),
    /** When finance was notified that the payout makes no progress. */
    reportedAt: timestamptz(),
    createdAt: timestamptz().notNull(),
    updatedAt: timestamptz().notNull(),
  },
  (table) => [
    check('payouts_amount', sql`${table.amountCents} > 0`),
    check('payouts_status', isOneOf(table.status, PAYOUT_STEPS)),
    check('payouts_provider_id', sql`${table.providerPayoutId} LIKE 'po\\_%'`),
    check(
      'payouts_steps',
      sql`(${table.status} NOT IN ('processing', 'paid') OR ${table.providerPayoutId} IS NOT NULL)
        AND (${table.status} NOT IN ('returning', 'failed', 'canceled') OR ${table.outcome} IS NOT NULL)
        AND (${table.status} NOT IN ('failed', 'canceled') OR ${table.transferId} IS NULL OR ${table.reversalId} IS NOT NULL)`,
    ),
    index('payouts_user').on(table.userId, table.id.desc().nullsFirst()),
    // The console sorts all payouts by these columns.
    index('payouts_created').on(table.createdAt, table.id),
    index('payouts_amounts').on(table.amountCents, table.id),
    index('payouts_unfinished')
      .on(table.updatedAt)
      .where(sql`${table.status} IN ('pending', 'processing', 'returning')`),
  ],
)

export type PayoutAccount = typeof payoutAccounts.$inferSelect
export type Payout = typeof payouts.$inferSelect
