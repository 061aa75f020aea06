import type { Deps } from '../../../deps.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { insertActiveDay } from './store.ts'

/**
 * Creates the function that records on which UTC days a user made authenticated calls. Each process remembers
 * today's users, so that only a user's first call of the day writes.
 * @see docs/rules/console.md#analytics
 */
export function createActivityRecorder(
  deps: Pick<Deps, 'clock' | 'database' | 'log'>,
): (userId: number) => Promise<void> {
  let today = ''
  let recordedUserIds = new Set<number>()
  return async (userId) => {
    const day = deps.clock.now().toISOString().slice(0, 10)
    if (day !== today) {
      today = day
      recordedUserIds = new Set()
    }
    if (recordedUserIds.has(userId)) return
    recordedUserIds.add(userId)
    try {
      await withTransaction(deps.database, (transaction) => insertActiveDay(transaction, userId, day))
    } catch (error) {
      // The caller's request must not fail because of this statement; their next one tries it again.
      recordedUserIds.delete(userId)
      deps.log.warn({ err: error, userId }, "could not record a user's activity")
    }
  }
}
