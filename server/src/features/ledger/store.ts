import { and, eq, isNull, sql } from 'drizzle-orm'
import { runPrepared, type Transaction } from '../../platform/database.ts'
import { type AccountName, inLockOrder, type Posting } from './posting.ts'
import { ledgerAccounts } from './tables.ts'

const POST = {
  name: 'post_to_ledger',
  text: `SELECT post_to_ledger($1::text, $2::text, $3::timestamptz, $4::text[], $5::integer[], $6::bigint[]) AS result`,
}

/**
 * Posts in one call, which the database does in one go: claims the key, waiting for another transaction that is claiming
 * it, and writes the entries. The balances move at the commit, in the order of kind and owner.
 * @returns `known` when the key was posted before
 */
export async function insertPosting(
  transaction: Transaction,
  { key, category, movements }: Posting,
  createdAt: Date,
): Promise<'posted' | 'known'> {
  const ordered = inLockOrder(movements)
  const [posted] = await runPrepared<{ result: 'posted' | 'known' }>(transaction, POST, [
    key,
    category,
    createdAt.toISOString(),
    ordered.map(({ kind }) => kind),
    ordered.map(({ ownerId }) => ownerId),
    ordered.map(({ amountCents }) => amountCents),
  ])
  return posted?.result ?? 'known'
}

/**
 * What an account holds, in cents, with its lock held: nobody else takes of it before this transaction ends. One that
 * is not there yet is opened at zero. Accounts come last in the lock order, and among themselves in that of their kinds.
 */
export async function lockBalance(transaction: Transaction, { kind, ownerId }: AccountName): Promise<number> {
  // What this transaction itself has posted counts as well.
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
  // Only now, because an insert that finds its row there would still use up an id at every posting.
  await transaction.insert(ledgerAccounts).values({ kind, ownerId }).onConflictDoNothing()
  return (await lock()) ?? 0
}
