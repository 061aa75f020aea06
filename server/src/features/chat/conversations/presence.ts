import type { Deps } from '../../../deps.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import type { Peer } from '../../../platform/realtime/frames.ts'
import { updateLastSeen } from '../store.ts'

/** The shortest time between two writes for one socket. Clients ping every 25 seconds. */
const WRITE_INTERVAL_MS = 20_000

/**
 * Stores when a user was last seen, which is the time of the latest ping from a visible page of theirs. An
 * open socket alone doesn't count, because a tab can stay open for days.
 * @returns a function to call on each ping from a visible page; it never throws
 * @see docs/rules/chat-and-notifications.md#chat-emails
 */
export function createPresenceTracker(deps: Pick<Deps, 'clock' | 'database' | 'log'>) {
  /** When the person of each socket was last stored as seen, in ms since 1970. */
  const writtenMs = new WeakMap<Peer, number>()
  return async (peer: Peer): Promise<void> => {
    const now = deps.clock.now()
    if (now.getTime() - (writtenMs.get(peer) ?? 0) < WRITE_INTERVAL_MS) return
    writtenMs.set(peer, now.getTime())
    await withTransaction(deps.database, (transaction) =>
      updateLastSeen(transaction, peer.actor.id, now),
    ).catch((error: unknown) => deps.log.warn({ err: error }, 'could not store when a user was last seen'))
  }
}
