import { type SQL, sql } from 'drizzle-orm'
import { openDatabase, type Reader } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import { ledgerProblems, ledgerSize, problemsOf } from '../ledger/index.ts'

const ANSWER_MS = 60_000

/** A movement that must have been posted: its ledger key, and the cents that moved. */
const expectPosted = (what: string, query: SQL) => sql`
  SELECT format('%s %s: the ledger has %s for %s, not %s cents', ${what}::text, wanted.id,
    coalesce(posted.cents::text, 'nothing'), wanted.key, wanted.cents)
  FROM (${query}) AS wanted (id, key, cents)
  LEFT JOIN LATERAL (
    SELECT sum(e.amount_cents) AS cents FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
    WHERE t.key = wanted.key AND e.amount_cents > 0
  ) AS posted ON true
  WHERE posted.cents IS DISTINCT FROM wanted.cents`

/** What an account must hold by the rows that explain it. */
const expectHeld = (kind: string, query: SQL) => sql`
  SELECT format('%s of user %s: holds %s cents, but its payments and payouts explain %s', ${kind}::text,
    coalesce(held.owner_id, explained.owner_id), coalesce(held.balance_cents, 0), coalesce(explained.cents, 0))
  FROM (SELECT owner_id, balance_cents FROM ledger_accounts WHERE kind = ${kind}) AS held
  FULL JOIN (${query}) AS explained (owner_id, cents) ON explained.owner_id = held.owner_id
  WHERE coalesce(held.balance_cents, 0) <> coalesce(explained.cents, 0)`

const CHECKS: SQL[] = [
  expectPosted(
    'payment',
    sql`SELECT id, 'payment:' || id || ':payment_in', amount_cents FROM payments
      WHERE status IN ('captured', 'succeeded', 'refunding', 'refunded')`,
  ),
  expectPosted(
    'payment',
    sql`SELECT id, 'payment:' || id || ':escrow_in', amount_cents FROM payments WHERE status = 'succeeded'`,
  ),
  expectPosted('payout', sql`SELECT id, 'payout:' || id || ':payout_out', amount_cents FROM payouts`),
  expectPosted(
    'payout',
    sql`SELECT id, 'payout:' || id || ':payout_paid', amount_cents FROM payouts WHERE status = 'paid'`,
  ),
  expectPosted(
    'payout',
    sql`SELECT id, 'payout:' || id || ':returned', amount_cents FROM payouts
      WHERE status IN ('failed', 'canceled')`,
  ),
  // Each try may have been sent and have come back; the first has the key that all had once, or its payment's.
  sql`SELECT format('refund %s: the ledger has sent %s cents for it, not %s', r.id, sent.cents, wanted.cents)
    FROM refunds r
    CROSS JOIN LATERAL (SELECT CASE r.status WHEN 'succeeded' THEN r.amount_cents ELSE 0 END AS cents) AS wanted
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(e.amount_cents), 0) AS cents
      FROM (
        SELECT 'payment:' || r.payment_id || ':refund_out' UNION ALL SELECT 'refund:' || r.id || ':refund_out'
        UNION ALL SELECT 'refund:' || r.id || step || try
          FROM generate_series(0, r.refusals) AS try, unnest(ARRAY[':refund_out:', ':bounced:']) AS step
      ) AS known (key)
      JOIN ledger_transactions t ON t.key = known.key JOIN ledger_entries e ON e.transaction_id = t.id
      JOIN ledger_accounts a ON a.id = e.account_id AND a.kind = 'clearing'
    ) AS sent
    WHERE sent.cents <> wanted.cents`,
  sql`SELECT format('transaction %s (%s): is of no payment that was paid', t.id, t.key)
    FROM ledger_transactions t WHERE t.category = 'payment_in' AND NOT EXISTS (
      SELECT 1 FROM payments p WHERE t.key = 'payment:' || p.id || ':payment_in' AND p.status NOT IN ('open', 'failed'))`,
  expectHeld(
    'escrow',
    sql`SELECT payee_id, sum(escrow_cents) FROM payments WHERE status = 'succeeded' GROUP BY payee_id`,
  ),
  expectHeld(
    'dispute_hold',
    sql`SELECT payee_id, sum(held_cents) FROM payments WHERE status = 'succeeded' GROUP BY payee_id`,
  ),
  expectHeld(
    'payouts_in_transit',
    sql`SELECT user_id, sum(amount_cents) FROM payouts
      WHERE status IN ('pending', 'processing', 'returning') GROUP BY user_id`,
  ),
  sql`SELECT format('unallocated: holds %s cents, but captured payments and open refunds explain %s', held.cents,
      explained.cents)
    FROM (SELECT coalesce(sum(balance_cents), 0) AS cents FROM ledger_accounts WHERE kind = 'unallocated') AS held,
      (SELECT (SELECT coalesce(sum(amount_cents), 0) FROM payments WHERE status = 'captured')
        + (SELECT coalesce(sum(amount_cents), 0) FROM refunds WHERE status <> 'succeeded') AS cents) AS explained
    WHERE held.cents <> explained.cents`,
]

/**
 * What is wrong with the money: in the ledger by itself, and between it and the payments, refunds and payouts that
 * explain it. Reads one moment of the database; nothing, if all is well.
 * @param beforeEach is called before each of the statements that it takes
 */
export async function moneyProblems(reader: Reader, beforeEach = async () => {}): Promise<string[]> {
  const problems = await ledgerProblems(reader, beforeEach)
  for (const check of CHECKS) {
    await beforeEach()
    problems.push(...(await problemsOf(reader, check)))
  }
  return problems
}

/**
 * The same by a connection of its own, because looking through a large ledger takes longer than any call may. Reads one
 * moment of the database, so that a running server's postings don't look like faults.
 * @param limitMs for all of it
 * @returns what is wrong, and how much was looked through
 * @throws when the database can't be had, or the time is up
 */
export async function verifyMoney(
  url: string,
  log: Log,
  limitMs: number,
): Promise<{ problems: string[]; transactions: number; entries: number }> {
  // A little longer than the database's own limit, so that it is the one that tells.
  const database = openDatabase(url, log, { max: 1, query_timeout: limitMs + ANSWER_MS })
  const endsAt = performance.now() + limitMs
  try {
    return await database.transaction(
      async (transaction) => {
        const limit = async () => {
          const leftMs = Math.max(1, Math.ceil(endsAt - performance.now()))
          await transaction.execute(sql.raw(`SET LOCAL statement_timeout = ${leftMs}`))
        }
        const problems = await moneyProblems(transaction, limit)
        await limit()
        return { problems, ...(await ledgerSize(transaction)) }
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    )
  } finally {
    await database.$client.end()
  }
}
