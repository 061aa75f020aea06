import type { Deps } from '../../deps.ts'
import { transact } from '../../platform/database.ts'
import { markRead } from './store.ts'

/** Marks a person's own notifications as read; ids of others' change nothing and tell nothing. */
export function readNotifications(
  deps: Pick<Deps, 'clock' | 'database'>,
  userId: number,
  ids: readonly number[],
): Promise<void> {
  return transact(deps.database, (transaction) => markRead(transaction, userId, ids, deps.clock.now()))
}
