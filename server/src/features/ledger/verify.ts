import { type SQL, sql } from 'drizzle-orm'
import type { Reader } from '../../platform/database/database.ts'

const PROBLEMS_PER_CHECK = 20

/**
 * Runs a check, which is a query with one column: a problem in words.
 * @returns the first problems, and a line that says how many more there are
 */
export async function listProblems(reader: Reader, check: SQL): Promise<string[]> {
  const { rows } = await reader.execute<{ problem: string; total: number }>(sql`
    SELECT problem, count(*) OVER ()::int AS total FROM (${check}) AS found (problem) LIMIT ${PROBLEMS_PER_CHECK}`)
  const problems = rows.map(({ problem }) => problem)
  const moreCount = (rows[0]?.total ?? 0) - problems.length
  return moreCount > 0 ? [...problems, `… and ${moreCount} more of this kind`] : problems
}

/** The checks of the ledger's own tables. Each lists violations of one invariant. */
export const LEDGER_CHECKS: readonly SQL[] = [
  sql`SELECT format('transaction %s (%s): its entries sum to %s cents', t.id, t.key, sum(e.amount_cents))
    FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
    GROUP BY t.id HAVING sum(e.amount_cents) <> 0 ORDER BY t.id`,
  sql`SELECT format('transaction %s (%s): has %s entries', t.id, t.key, count(e.id))
    FROM ledger_transactions t LEFT JOIN ledger_entries e ON e.transaction_id = t.id
    GROUP BY t.id HAVING count(e.id) < 2 ORDER BY t.id`,
  sql`SELECT format('transaction key %s: is used %s times', key, count(*))
    FROM ledger_transactions GROUP BY key HAVING count(*) > 1`,
  sql`SELECT format('entry %s: belongs to no transaction or to no account', e.id) FROM ledger_entries e
    LEFT JOIN ledger_transactions t ON t.id = e.transaction_id LEFT JOIN ledger_accounts a ON a.id = e.account_id
    WHERE t.id IS NULL OR a.id IS NULL`,
  sql`SELECT format('account %s (%s of %s): its balance is %s, its entries sum to %s cents', a.id, a.kind,
      coalesce('user ' || a.owner_id, 'the platform'), a.balance_cents, coalesce(sum(e.amount_cents), 0))
    FROM ledger_accounts a LEFT JOIN ledger_entries e ON e.account_id = a.id
    GROUP BY a.id HAVING a.balance_cents <> coalesce(sum(e.amount_cents), 0) ORDER BY a.id`,
  sql`SELECT format('account %s (%s of user %s): is below zero by %s cents', id, kind, owner_id, -balance_cents)
    FROM ledger_accounts WHERE kind NOT IN ('clearing', 'platform_own') AND balance_cents < 0`,
  sql`SELECT format('account %s (%s): %s', id, kind,
      CASE WHEN owner_id IS NULL THEN 'has no owner' ELSE 'is the platform’s, but has an owner' END)
    FROM ledger_accounts
    WHERE (owner_id IS NULL) <> (kind IN ('clearing', 'unallocated', 'platform_fees', 'platform_own'))`,
  sql`SELECT format('all balances together are %s cents, not 0', sum(balance_cents))
    FROM ledger_accounts HAVING sum(balance_cents) <> 0`,
  sql`SELECT format('the trigger %s on %s is missing or disabled', required.name, required.table_name)
    FROM (VALUES ('ledger_transactions', 'ledger_transactions_immutable'),
      ('ledger_entries', 'ledger_entries_immutable'), ('ledger_entries', 'ledger_entries_applied'),
      ('ledger_accounts', 'ledger_accounts_kept'), ('ledger_accounts', 'ledger_accounts_balance'))
      AS required (table_name, name)
    WHERE NOT EXISTS (SELECT 1 FROM pg_trigger t WHERE t.tgrelid = required.table_name::regclass
      AND t.tgname = required.name AND t.tgenabled IN ('O', 'A'))`,
  sql`SELECT format('the constraint %s is missing or not enforced', required.name)
    FROM (VALUES ('ledger_accounts_not_negative'), ('ledger_entries_not_zero'), ('ledger_accounts_kind_owner'),
      ('ledger_transactions_key_unique'), ('ledger_entries_transaction_id_ledger_transactions_id_fk'),
      ('ledger_entries_account_id_ledger_accounts_id_fk')) AS required (name)
    WHERE NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conname = required.name AND c.convalidated)`,
]

/** Runs `LEDGER_CHECKS`. @returns the problems, as messages for the operator */
export async function runLedgerChecks(reader: Reader): Promise<string[]> {
  const problems: string[] = []
  for (const check of LEDGER_CHECKS) problems.push(...(await listProblems(reader, check)))
  return problems
}

/** How many transactions and entries the ledger has. */
export async function countEntries(reader: Reader): Promise<{ transactions: number; entries: number }> {
  const { rows } = await reader.execute<{ transactions: number; entries: number }>(sql`
    SELECT (SELECT count(*) FROM ledger_transactions)::int AS transactions,
      (SELECT count(*) FROM ledger_entries)::int AS entries`)
  return rows[0] ?? { transactions: 0, entries: 0 }
}
