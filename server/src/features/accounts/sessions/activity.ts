import type { Deps } from '../../../deps.ts'
import { withTransaction } from '../../../platform/database.ts'
import { insertActivity } from './activity-store.ts'

/**
 * Notes that people make authenticated calls, a day of UTC at a time: what "active users" counts (decisions §9). Each
 * process remembers whom it has noted today, so that only a person's first call of the day writes.
 */
export function createActivity(
  deps: Pick<Deps, 'clock' | 'database' | 'log'>,
): (userId: number) => Promise<void> {
  let today = ''
  let noted = new Set<number>()
  return async (userId) => {
    const day = deps.clock.now().toISOString().slice(0, 10)
    if (day !== today) {
      today = day
      noted = new Set()
    }
    if (noted.has(userId)) return
    noted.add(userId)
    try {
      await withTransaction(deps.database, (transaction) => insertActivity(transaction, userId, day))
    } catch (error) {
      // Counting people must not keep them from what they came for; the next call tries again.
      noted.delete(userId)
      deps.log.warn({ err: error, userId }, 'could not note that a person is active')
    }
  }
}
