import type { BlockReason } from '@tendwell/contract/safety/blocks'
import { and, eq } from 'drizzle-orm'
import type { Transaction } from '../../platform/database/database.ts'
import { lockByName, shareLockByName } from '../../platform/database/locks.ts'
import { isPairBlocked } from './queries.ts'
import { blocks } from './tables.ts'

/**
 * Locks a pair of people against `lockPairUnlessBlocked`: waits for transactions in which one is reaching the
 * other, and makes new ones wait until this transaction ends.
 */
export async function lockPair(transaction: Transaction, userId: number, otherId: number): Promise<void> {
  await lockByName(transaction, toPairName(userId, otherId))
}

/** Stores a block, under the lock of the pair. @returns false if the person is blocked already */
export async function insertBlock(
  transaction: Transaction,
  block: { blockerId: number; blockedId: number; reason: BlockReason; text: string; createdAt: Date },
): Promise<boolean> {
  const { rowCount } = await transaction.insert(blocks).values(block).onConflictDoNothing()
  return rowCount === 1
}

/** Removes the block of one person by another. @returns false if there is none */
export async function deleteBlock(
  transaction: Transaction,
  { blockerId, blockedId }: { blockerId: number; blockedId: number },
): Promise<boolean> {
  const { rowCount } = await transaction
    .delete(blocks)
    .where(and(eq(blocks.blockerId, blockerId), eq(blocks.blockedId, blockedId)))
  return rowCount === 1
}

/**
 * Keeps two people from blocking each other until the transaction ends, so that a message or request written
 * in this transaction comes before a block. Call this in each transaction that lets one of them reach the
 * other. Several such transactions of one pair may run at the same time.
 * @returns false if one of them has blocked the other already
 * @see docs/rules/safety.md#blocks
 */
export async function lockPairUnlessBlocked(
  transaction: Transaction,
  userId: number,
  otherId: number,
): Promise<boolean> {
  await shareLockByName(transaction, toPairName(userId, otherId))
  // Asked in a new statement, which sees a block that was committed while the lock was waited for.
  return !(await isPairBlocked(transaction, userId, otherId))
}

function toPairName(userId: number, otherId: number) {
  return `blocks:${Math.min(userId, otherId)}:${Math.max(userId, otherId)}` as const
}
