import type { Deps } from '../../deps.ts'
import { type Transaction, withTransaction } from '../../platform/database/database.ts'
import { markCausesRead, markDone, markRead } from './store.ts'

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

/** Marks those of a user's notifications as read that ask for what is done, on all of their devices. */
export async function markNotificationsDone(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'hub'>,
  userId: number,
  causes: readonly string[],
): Promise<void> {
  await pushRead(transaction, deps, userId, await markDone(transaction, userId, causes, deps.clock.now()))
}

/** Marks rows as read, and pushes their ids to the user's open pages. @param markRows returns the ids */
function markAndPush(
  deps: ReadDeps,
  userId: number,
  markRows: (transaction: Transaction) => Promise<number[]>,
): Promise<void> {
  return withTransaction(deps.database, async (transaction) => {
    await pushRead(transaction, deps, userId, await markRows(transaction))
  })
}

/** Pushes the ids of notifications that were marked as read to the user's open pages. */
async function pushRead(
  transaction: Transaction,
  { hub }: Pick<Deps, 'hub'>,
  userId: number,
  ids: number[],
): Promise<void> {
  if (ids.length === 0) return
  const frame = { event: 'notifications.read', ids } as const
  await hub.pushOnCommit(transaction, 'notifications', { userIds: [userId], frame })
}
