import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database/database.ts'
import { markRead } from './store.ts'

/** Marks a user's own notifications as read, on all of their devices. Other users' ids are ignored. */
export function markNotificationsRead(
  deps: Pick<Deps, 'clock' | 'database' | 'hub'>,
  userId: number,
  ids: readonly number[],
): Promise<void> {
  return withTransaction(deps.database, async (transaction) => {
    const markedIds = await markRead(transaction, userId, ids, deps.clock.now())
    if (markedIds.length === 0) return
    const frame = { event: 'notifications.read', ids: markedIds } as const
    await deps.hub.pushOnCommit(transaction, 'notifications', { userIds: [userId], frame })
  })
}
