import type { Deps } from '../../deps.ts'
import { type Transaction, withTransaction } from '../../platform/database.ts'
import { endMove, listExpiredMoves, listOpenMoves } from './move-store.ts'

/**
 * Ends a request's open proposal because bookings were canceled or disputed, of which both sides are notified anyway.
 * Call it under the request's lock.
 */
export async function endOpenMove(
  transaction: Transaction,
  { clock }: Pick<Deps, 'clock'>,
  requestId: number,
): Promise<void> {
  for (const { id: moveId } of await listOpenMoves(transaction, [requestId])) {
    await endMove(transaction, moveId, 'unavailable', clock.now())
  }
}

/** Ends the proposals that nobody answered in time. */
export async function expireMoves(deps: Pick<Deps, 'clock' | 'database' | 'jobs'>): Promise<void> {
  for (const { id: moveId } of await listExpiredMoves(deps.database, deps.clock.now())) {
    await withTransaction(deps.database, async (transaction) => {
      const isEnded = await endMove(transaction, moveId, 'expired', deps.clock.now())
      if (isEnded) await deps.jobs.publish(transaction, 'move.ended', { moveId })
    })
  }
}
