import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database.ts'
import type { Peer } from '../../platform/frames.ts'
import { markSeen } from './store.ts'

/** How exactly it is known when somebody was last there. Clients ask every 25 s. */
const EACH_MS = 20_000

/**
 * Writes down for all nodes when somebody was last there: a page of theirs that can be seen has asked for an answer.
 * An open socket alone says nothing, because a tab may be left open for days.
 * @returns what is to be called with each such question; it never throws
 */
export function watchPresence(deps: Pick<Deps, 'clock' | 'database' | 'log'>) {
  const writtenMs = new WeakMap<Peer, number>()
  return async (peer: Peer): Promise<void> => {
    const now = deps.clock.now()
    if (now.getTime() - (writtenMs.get(peer) ?? 0) < EACH_MS) return
    writtenMs.set(peer, now.getTime())
    await withTransaction(deps.database, (transaction) => markSeen(transaction, [peer.actor.id], now)).catch(
      (error: unknown) => deps.log.warn({ err: error }, 'could not write down who is there'),
    )
  }
}
