import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import type { Transaction } from '../../platform/database.ts'
import type { AccountName, Entry, LockedAccount, Posting } from './posting.ts'
import { ledgerAccounts, ledgerEntries, ledgerTransactions } from './tables.ts'

/** Claims a posting's key. Waits for another transaction that is claiming it. @returns null when it was posted */
export async function insertTransaction(
  transaction: Transaction,
  { key, category }: Posting,
  createdAt: Date,
): Promise<number | null> {
  const [row] = await transaction
    .insert(ledgerTransactions)
    .values({ key, category, createdAt })
    .onConflictDoNothing()
    .returning({ id: ledgerTransactions.id })
  return row?.id ?? null
}

/** Locks these accounts in ascending id order, opening those that are not there yet at zero. */
export async function lockAccounts(
  transaction: Transaction,
  names: readonly AccountName[],
): Promise<LockedAccount[]> {
  const wanted = new Map(names.map(({ kind, ownerId }) => [`${kind} ${ownerId}`, { kind, ownerId }]))
  const lock = () =>
    transaction
      .select()
      .from(ledgerAccounts)
      .where(or(...[...wanted.values()].map(isAccount)))
      .orderBy(asc(ledgerAccounts.id))
      .for('update')
  const found = await lock()
  if (found.length === wanted.size) return found
  // Only now, because an insert that finds its row there would still use up an id at every posting.
  const sorted = [...wanted].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, account]) => account)
  await transaction.insert(ledgerAccounts).values(sorted).onConflictDoNothing()
  return lock()
}

function isAccount({ kind, ownerId }: { kind: AccountName['kind']; ownerId: number | null }) {
  return and(
    eq(ledgerAccounts.kind, kind),
    ownerId === null ? isNull(ledgerAccounts.ownerId) : eq(ledgerAccounts.ownerId, ownerId),
  )
}

/** Writes the entries, in one statement as the database demands, and the balances they make. */
export async function writeEntries(
  transaction: Transaction,
  transactionId: number,
  entries: readonly Entry[],
): Promise<void> {
  await transaction.insert(ledgerEntries).values(entries.map((entry) => ({ transactionId, ...entry })))
  const accountIds = sql.param(entries.map(({ accountId }) => accountId))
  const amounts = sql.param(entries.map(({ amountCents }) => amountCents))
  await transaction.execute(sql`
    UPDATE ledger_accounts SET balance_cents = balance_cents + change.cents
    FROM (
      SELECT account_id, sum(amount)::bigint AS cents
      FROM unnest(${accountIds}::integer[], ${amounts}::bigint[]) AS entry (account_id, amount)
      GROUP BY account_id
    ) AS change
    WHERE ledger_accounts.id = change.account_id`)
}
