import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database.ts'
import { markRead } from './store.ts'

/**
 * Marks a person's own notifications as read, and tells each of their devices; ids of others' change nothing and tell
 * nothing.
 */
export function readNotifications(
  deps: Pick<Deps, 'clock' | 'database' | 'hub'>,
  userId: number,
  asked: readonly number[],
): Promise<void> {
  return withTransaction(deps.database, async (transaction) => {
    const ids = await markRead(transaction, userId, asked, deps.clock.now())
    if (ids.length === 0) return
    const frame = { event: 'notifications.read', ids } as const
    await deps.hub.pushWithin(transaction, 'notifications', { userIds: [userId], frame })
  })
}
