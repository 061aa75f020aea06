import type { Deps } from '../../deps.ts'
import { type Transaction, withTransaction } from '../../platform/database/database.ts'
import { markCausesRead, markRead } from './store.ts'

type ReadDeps = Pick<Deps, 'clock' | 'database' | 'hub'>

/** Marks a user's own notifications as read, on all of their devices. Other users' ids are ignored. */
export function markNotificationsRead(deps: ReadDeps, userId: number, ids: readonly number[]): Promise<void> {
  return markAndPush(deps, userId, (transaction) => markRead(transaction, userId, ids, deps.clock.now()))
}

/**
 * Marks those of a user's notifications as read whose cause has this prefix and that were created before a
 * time.
 */
export function markCauseRead(
  deps: ReadDeps,
  userId: number,
  { causePrefix, before }: { causePrefix: string; before: Date },
): Promise<void> {
  const readAt = deps.clock.now()
  return markAndPush(deps, userId, (transaction) =>
    markCausesRead(transaction, { userId, causePrefix, before, readAt }),
  )
}

/** Marks rows as read, and pushes their ids to the user's open pages. @param markRows returns the ids */
function markAndPush(
  deps: ReadDeps,
  userId: number,
  markRows: (transaction: Transaction) => Promise<number[]>,
): Promise<void> {
  return withTransaction(deps.database, async (transaction) => {
    const ids = await markRows(transaction)
    if (ids.length === 0) return
    const frame = { event: 'notifications.read', ids } as const
    await deps.hub.pushOnCommit(transaction, 'notifications', { userIds: [userId], frame })
  })
}
