import { sql } from 'drizzle-orm'
import { expectBalances, expectPosted } from '../../ledger/index.ts'
import { payouts } from '../tables.ts'

/** What the ledger must hold for payouts. Each check is a query that lists problems. */
export const payoutLedgerChecks = [
  expectPosted('payout', sql`SELECT id, 'payout:' || id || ':payout_out', amount_cents FROM ${payouts}`),
  expectPosted(
    'payout',
    sql`SELECT id, 'payout:' || id || ':payout_paid', amount_cents FROM ${payouts} WHERE status = 'paid'`,
  ),
  expectPosted(
    'payout',
    sql`SELECT id, 'payout:' || id || ':returned', amount_cents FROM ${payouts}
      WHERE status IN ('failed', 'canceled')`,
  ),
  expectBalances(
    'payouts_in_transit',
    sql`SELECT user_id, sum(amount_cents) FROM ${payouts}
      WHERE status IN ('pending', 'processing', 'returning') GROUP BY user_id`,
  ),
]
