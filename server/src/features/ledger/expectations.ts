/**
 * Checks of the ledger against the rows of other slices. A slice passes a query of its own tables and gets a
 * check: a query with a row for each problem, which `listProblems` runs.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { ACCOUNT_KINDS } from './tables.ts'

type AccountKind = (typeof ACCOUNT_KINDS)[number]

/**
 * Checks that for each expected row the ledger has a transaction with its key, whose positive entries sum to
 * its cents.
 * @param name what the rows are, such as `payment`
 * @param expected rows of (id, ledger key, cents)
 */
export function expectPosted(name: string, expected: SQL): SQL {
  return sql`
    SELECT format('%s %s: the ledger has %s for %s, not %s cents', ${name}::text, expected.id,
      coalesce(posted.cents::text, 'nothing'), expected.key, expected.cents)
    FROM (${expected}) AS expected (id, key, cents)
    LEFT JOIN LATERAL (
      SELECT sum(e.amount_cents) AS cents FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
      WHERE t.key = expected.key AND e.amount_cents > 0
    ) AS posted ON true
    WHERE posted.cents IS DISTINCT FROM expected.cents`
}

/**
 * Checks that the postings under each row's keys add up to its amount on `clearing`, which is money that was
 * sent through the provider.
 * @param name what the rows are, such as `refund`
 * @param expected rows of (id, ledger keys, cents)
 */
export function expectSent(name: string, expected: SQL): SQL {
  return sql`
    SELECT format('%s %s: the ledger has sent %s cents for it, not %s', ${name}::text, expected.id, sent.cents,
      expected.cents)
    FROM (${expected}) AS expected (id, keys, cents)
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(e.amount_cents), 0) AS cents
      FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
      JOIN ledger_accounts a ON a.id = e.account_id AND a.kind = 'clearing'
      WHERE t.key = ANY (expected.keys)
    ) AS sent
    WHERE sent.cents <> expected.cents`
}

/**
 * Checks that each ledger transaction of a category has one of these keys.
 * @param keys rows of (ledger key)
 * @param problem what is wrong with a transaction that has another key
 */
export function expectOnlyKeys(category: string, keys: SQL, problem: string): SQL {
  return sql`
    SELECT format('transaction %s (%s): %s', t.id, t.key, ${problem}::text)
    FROM ledger_transactions t LEFT JOIN (${keys}) AS known (key) ON known.key = t.key
    WHERE t.category = ${category} AND known.key IS NULL`
}

/**
 * Checks that the balance of each account of a kind is the sum of its owner's rows.
 * @param expected rows of (owner id, cents)
 */
export function expectBalances(kind: AccountKind, expected: SQL): SQL {
  return sql`
    SELECT format('%s of user %s: holds %s cents, but its payments and payouts add up to %s', ${kind}::text,
      coalesce(held.owner_id, expected.owner_id), coalesce(held.balance_cents, 0), coalesce(expected.cents, 0))
    FROM (SELECT owner_id, balance_cents FROM ledger_accounts WHERE kind = ${kind}) AS held
    FULL JOIN (${expected}) AS expected (owner_id, cents) ON expected.owner_id = held.owner_id
    WHERE coalesce(held.balance_cents, 0) <> coalesce(expected.cents, 0)`
}

/**
 * Checks that the balance of `unallocated` is this amount.
 * @param expected one row of (cents)
 */
export function expectUnallocated(expected: SQL): SQL {
  return sql`
    SELECT format('unallocated: holds %s cents, but captured payments and unfinished refunds add up to %s', held.cents,
      expected.cents)
    FROM (SELECT coalesce(sum(balance_cents), 0) AS cents FROM ledger_accounts WHERE kind = 'unallocated') AS held,
      (${expected}) AS expected (cents)
    WHERE held.cents <> expected.cents`
}
