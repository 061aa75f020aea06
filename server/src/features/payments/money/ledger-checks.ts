import { sql } from 'drizzle-orm'
import {
  expectBalances,
  expectOnlyKeys,
  expectPosted,
  expectSent,
  expectUnallocated,
} from '../../ledger/index.ts'
import { payments, refunds } from '../tables.ts'

/** What the ledger must hold for payments and refunds. Each check is a query that lists problems. */
export const paymentLedgerChecks = [
  expectPosted(
    'payment',
    sql`SELECT id, 'payment:' || id || ':payment_in', amount_cents FROM ${payments}
      WHERE status IN ('captured', 'succeeded', 'refunding', 'refunded')`,
  ),
  expectPosted(
    'payment',
    sql`SELECT id, 'payment:' || id || ':escrow_in', amount_cents FROM ${payments} WHERE status = 'succeeded'`,
  ),
  expectOnlyKeys(
    'payment_in',
    sql`SELECT 'payment:' || id || ':payment_in' FROM ${payments} WHERE status NOT IN ('open', 'failed')`,
    'has no matching paid payment',
  ),
  expectPosted(
    'refund',
    sql`SELECT id, 'refund:' || id || ':taken_back', amount_cents FROM ${refunds} WHERE status = 'taken_back'`,
  ),
  // Each attempt of a refund may have been sent and then have bounced, so a refund has the keys of all its
  // attempts. Only the money of a refund that succeeded, and was not paid another way, left through the
  // provider.
  expectSent(
    'refund',
    sql`SELECT id,
        array(SELECT 'refund:' || id || ':refund_out' UNION ALL
          SELECT 'refund:' || id || step || attempt
          FROM generate_series(0, refusals) AS attempt, unnest(ARRAY[':refund_out:', ':bounced:']) AS step),
        CASE WHEN status = 'succeeded' AND reference IS NULL THEN amount_cents ELSE 0 END
      FROM ${refunds}`,
  ),
  expectBalances(
    'escrow',
    sql`SELECT payee_id, sum(escrow_cents) FROM ${payments} WHERE status = 'succeeded' GROUP BY payee_id`,
  ),
  expectBalances(
    'dispute_hold',
    sql`SELECT payee_id, sum(held_cents) FROM ${payments} WHERE status = 'succeeded' GROUP BY payee_id`,
  ),
  expectUnallocated(
    sql`SELECT (SELECT coalesce(sum(amount_cents), 0) FROM ${payments} WHERE status = 'captured')
      + (SELECT coalesce(sum(amount_cents), 0) FROM ${refunds} WHERE status IN ('pending', 'failed'))`,
  ),
]
