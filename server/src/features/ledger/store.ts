import { sql } from 'drizzle-orm'
import type { Clock } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { type AccountName, type Posting, requireBalanced } from './posting.ts'

/**
 * Posts a ledger transaction and moves the balances. Locks the accounts until the transaction ends, so call
 * it after all other locks. Fails with a check violation if a balance would fall below zero; where that can
 * happen, read the balance with `lockBalance` first.
 *
 * Signs: the platform's and caregivers' accounts grow by positive amounts. `clearing` is the negative mirror
 * of what the provider holds: a card payment of $5 is -500 on `clearing` and +500 on `unallocated`; a refund
 * is the reverse. So the entries of a transaction sum to zero, and so do all balances.
 *
 * @returns false if this key was posted before; then nothing is posted
 * @throws RangeError for movements that do not sum to zero
 * @see docs/rules/money.md#the-ledger
 */
export async function postToLedger(
  transaction: Transaction,
  clock: Clock,
  { key, category, movements }: Posting,
): Promise<boolean> {
  requireBalanced(movements)
  const kinds = sql.param(movements.map(({ kind }) => kind))
  const ownerIds = sql.param(movements.map(({ ownerId }) => ownerId))
  const amounts = sql.param(movements.map(({ amountCents }) => amountCents))
  const { rows } = await transaction.execute<{ posted: boolean }>(sql`
    SELECT post_to_ledger(${key}, ${category}, ${clock.now().toISOString()}::timestamptz,
      ${kinds}::text[], ${ownerIds}::integer[], ${amounts}::bigint[]) AS posted`)
  return rows[0]?.posted ?? false
}

/**
 * Locks an account until the transaction ends; creates it with a balance of zero if it does not exist. Lock
 * accounts after all other rows, in this order: available, escrow, dispute_hold, payouts_in_transit, then the
 * platform's.
 * @returns its balance in cents
 */
export async function lockBalance(transaction: Transaction, { kind, ownerId }: AccountName): Promise<number> {
  const { rows } = await transaction.execute<{ balance: string }>(
    sql`SELECT balance FROM lock_ledger_account(${kind}, ${ownerId})`,
  )
  return Number(rows[0]?.balance)
}
