import type { Clock } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/database.ts'
import { type Posting, requireBalanced } from './posting.ts'
import { insertPosting } from './store.ts'

/**
 * Posts a movement of money (decisions §6), in cents. The balances move at the commit, which fails where an account
 * holds less than it gives: who takes of what may not be there asks `lockBalance` first.
 *
 * Signs: an account of ours grows by positive amounts. Clearing is the negative mirror of what the provider
 * holds for us: a card payment of $5 is -500 on clearing and +500 on unallocated, a refund the reverse. So the
 * entries of a transaction, and all balances together, sum to zero.
 *
 * @returns false when this key was posted before; nothing happens then
 * @throws RangeError for unbalanced movements
 */
export async function post(transaction: Transaction, clock: Clock, posting: Posting): Promise<boolean> {
  requireBalanced(posting.movements)
  return (await insertPosting(transaction, posting, clock.now())) === 'posted'
}
