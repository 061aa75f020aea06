import { WALLET_CATEGORIES } from '@tendwell/contract/payments/wallet'
import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../platform/database/columns.ts'
import { users } from '../people/tables.ts'

/**
 * `clearing` is the negative mirror of what the provider holds for us. `unallocated` is paid money that is
 * not booked yet, or is being refunded. `platform_own` is Tendwell's own money: the refunds that it paid
 * another way than through the provider, less the refunds that it bore. If it is below zero, Tendwell owes
 * the provider's account that much. Only `clearing` and `platform_own` can be below zero.
 * @see docs/rules/money.md#the-ledger
 */
export const ACCOUNT_KINDS = [
  'clearing',
  'unallocated',
  'escrow',
  'available',
  'dispute_hold',
  'platform_fees',
  'platform_own',
  'payouts_in_transit',
] as const

const cents = () => bigint({ mode: 'number' })

export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: ACCOUNT_KINDS }).notNull(),
    /** A caregiver; null for the platform's accounts. */
    ownerId: integer().references(() => users.id),
    balanceCents: cents().notNull().default(0),
  },
  (table) => [
    unique('ledger_accounts_kind_owner').on(table.kind, table.ownerId).nullsNotDistinct(),
    check(
      'ledger_accounts_not_negative',
      sql`${table.kind} IN ('clearing', 'platform_own') OR ${table.balanceCents} >= 0`,
    ),
  ],
)

export const ledgerTransactions = pgTable(
  'ledger_transactions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** What the transaction is for, such as `payment:12:escrow_in`; unique, so nothing is posted twice. */
    key: text().notNull().unique(),
    category: text({ enum: ['payment_in', 'payout_paid', ...WALLET_CATEGORIES] }).notNull(),
    createdAt: timestamptz().notNull(),
  },
  (table) => [
    index('ledger_transactions_revenue')
      .on(table.createdAt)
      .where(sql`${table.category} IN ('payment_in', 'refund_out', 'fee')`),
  ],
)

/**
 * Triggers in the migrations make sure that entries are never changed, sum to zero in each transaction, and
 * are added to the balances.
 */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: integer().generatedAlwaysAsIdentity(),
    transactionId: integer()
      .notNull()
      .references(() => ledgerTransactions.id),
    accountId: integer()
      .notNull()
      .references(() => ledgerAccounts.id),
    amountCents: cents().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.transactionId, table.id] }),
    check('ledger_entries_not_zero', sql`${table.amountCents} <> 0`),
    index('ledger_entries_account').on(table.accountId, table.id),
  ],
)
