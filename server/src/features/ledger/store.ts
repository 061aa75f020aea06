import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import type { Transaction } from '../../platform/database.ts'
import type { AccountName, LockedAccount, Posting } from './posting.ts'
import { ledgerAccounts } from './tables.ts'

/**
 * Posts in one call, which the database does in one go: claims the key, waiting for another transaction that is claiming
 * it, locks the accounts in ascending order, and writes entries and balances.
 * @returns `known` when the key was posted before, `short` when an account holds less than it gives: roll back then
 */
export async function insertPosting(
  transaction: Transaction,
  { key, category, movements }: Posting,
  createdAt: Date,
): Promise<'posted' | 'known' | 'short'> {
  const kinds = sql.param(movements.map(({ kind }) => kind))
  const owners = sql.param(movements.map(({ ownerId }) => ownerId))
  const cents = sql.param(movements.map(({ amountCents }) => amountCents))
  const { rows } = await transaction.execute<{ result: 'posted' | 'known' | 'short' }>(sql`
    SELECT post_to_ledger(${key}, ${category}, ${createdAt.toISOString()}::timestamptz,
      ${kinds}::text[], ${owners}::integer[], ${cents}::bigint[]) AS result`)
  return rows[0]?.result ?? 'known'
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
