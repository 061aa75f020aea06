import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Clock } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/database.ts'
import { type AccountName, type Posting, requireBalanced, sortForLocking } from './posting.ts'
import { ledgerAccounts } from './tables.ts'

/**
 * Posts a ledger transaction and moves the balances. Waits if another transaction is posting the same key.
 *
 * Signs: the platform's and caregivers' accounts grow by positive amounts. `clearing` is the negative mirror of what the
 * provider holds: a card payment of $5 is -500 on `clearing` and +500 on `unallocated`; a refund is the reverse. So the
 * entries of a transaction sum to zero, and so do all balances.
 *
 * @returns false if this key was posted before; nothing happens then
 * @throws RangeError for movements that do not sum to zero
 * @see docs/rules/money.md#the-ledger
 */
export async function postToLedger(
  transaction: Transaction,
  clock: Clock,
  { key, category, movements }: Posting,
): Promise<boolean> {
  requireBalanced(movements)
  const ordered = sortForLocking(movements)
  const kinds = sql.param(ordered.map(({ kind }) => kind))
  const ownerIds = sql.param(ordered.map(({ ownerId }) => ownerId))
  const amounts = sql.param(ordered.map(({ amountCents }) => amountCents))
  const { rows } = await transaction.execute<{ result: 'posted' | 'known' }>(sql`
    SELECT post_to_ledger(${key}, ${category}, ${clock.now().toISOString()}::timestamptz,
      ${kinds}::text[], ${ownerIds}::integer[], ${amounts}::bigint[]) AS result`)
  return rows[0]?.result === 'posted'
}

/**
 * Locks an account until the end of the transaction; opens it at zero if it does not exist. Lock accounts after all
 * other rows, in the order of their kinds.
 * @returns its balance in cents
 */
export async function lockBalance(transaction: Transaction, { kind, ownerId }: AccountName): Promise<number> {
  // Counts what this transaction has posted.
  await transaction.execute(sql`SET CONSTRAINTS ledger_entries_moved IMMEDIATE`)
  const lock = async () => {
    const isOwners = ownerId === null ? isNull(ledgerAccounts.ownerId) : eq(ledgerAccounts.ownerId, ownerId)
    const [account] = await transaction
      .select({ cents: ledgerAccounts.balanceCents })
      .from(ledgerAccounts)
      .where(and(eq(ledgerAccounts.kind, kind), isOwners))
      .for('no key update')
    return account?.cents
  }
  const found = await lock()
  if (found !== undefined) return found
  // Insert only when it is missing: a conflicting insert would use up an id each time.
  await transaction.insert(ledgerAccounts).values({ kind, ownerId }).onConflictDoNothing()
  return (await lock()) ?? 0
}
