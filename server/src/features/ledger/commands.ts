import type { Clock } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/database.ts'
import { conflict } from '../../platform/errors.ts'
import { type Posting, requireBalanced } from './posting.ts'
import { insertPosting } from './store.ts'

/**
 * Posts a movement of money (decisions §6), in cents. Accounts come last in the lock order, so call it after
 * every other lock has been taken.
 *
 * Signs: an account of ours grows by positive amounts. Clearing is the negative mirror of what the provider
 * holds for us: a card payment of $5 is -500 on clearing and +500 on unallocated, a refund the reverse. So the
 * entries of a transaction, and all balances together, sum to zero.
 *
 * @returns false when this key was posted before; nothing happens then
 * @throws AppError 409 where an account holds less than it gives, RangeError for unbalanced movements
 */
export async function post(transaction: Transaction, clock: Clock, posting: Posting): Promise<boolean> {
  requireBalanced(posting.movements)
  const result = await insertPosting(transaction, posting, clock.now())
  if (result === 'short') throw conflict('There is not enough money for this')
  return result === 'posted'
}
