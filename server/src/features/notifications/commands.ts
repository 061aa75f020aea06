import type { Deps } from '../../deps.ts'
import { type Transaction, withTransaction } from '../../platform/database/database.ts'
import { markCausesRead, markRead } from './store.ts'

type ReadDeps = Pick<Deps, 'clock' | 'database' | 'hub'>

/** Marks a user's own notifications as read, on all of their devices. Other users' ids are ignored. */
export function markNotificationsRead(deps: ReadDeps, userId: number, ids: readonly number[]): Promise<void> {
  return mark(deps, userId, (transaction) => markRead(transaction, userId, ids, deps.clock.now()))
}

/** Marks a user's notifications as read whose cause begins so, if they were created before an instant. */
export function markCausedRead(
  deps: ReadDeps,
  userId: number,
  { causePrefix, before }: { causePrefix: string; before: Date },
): Promise<void> {
  const readAt = deps.clock.now()
  return mark(deps, userId, (transaction) =>
    markCausesRead(transaction, { userId, causePrefix, before, readAt }),
  )
}

function mark(
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
