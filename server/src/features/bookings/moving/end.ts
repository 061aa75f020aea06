import type { Side } from '@tendwell/contract/sign-in/accounts'
import type { Deps } from '../../../deps.ts'
import { type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { endMove, listExpiredMoves, listOpenMoves, type MoveRow } from './store.ts'

/**
 * Ends a request's open proposal as `unavailable` because bookings were canceled or disputed. No notification
 * is sent, because both sides hear of the cancellation or the dispute. The caller holds the request's lock.
 * @param bookingIds ends only a proposal to move one of these; without them any
 */
export async function endOpenMove(
  transaction: Transaction,
  { clock }: Pick<Deps, 'clock'>,
  requestId: number,
  bookingIds?: readonly number[],
): Promise<void> {
  for (const move of await listOpenMoves(transaction, [requestId])) {
    if (bookingIds && !move.bookingIds.some((id) => bookingIds.includes(id))) continue
    await endMove(transaction, move.id, 'unavailable', clock.now())
  }
}

/**
 * Ends an open proposal as if this side of the request had answered: `withdrawn` if the side made the
 * proposal, otherwise `declined`. The other side is notified. Does nothing if the proposal is no longer open.
 * The caller holds the request's lock.
 */
export async function endMoveForSide(
  transaction: Transaction,
  { clock, jobs }: Pick<Deps, 'clock' | 'jobs'>,
  { id: moveId, proposedBy }: Pick<MoveRow, 'id' | 'proposedBy'>,
  side: Side,
): Promise<void> {
  const endStatus = proposedBy === side ? 'withdrawn' : 'declined'
  const isEnded = await endMove(transaction, moveId, endStatus, clock.now())
  if (isEnded) await jobs.publish(transaction, 'move.ended', { moveId })
}

/** Ends a request's open proposal if its time for an answer is over, so that another one can be made. */
export async function expireOpenMoveIfDue(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  requestId: number,
): Promise<void> {
  for (const move of await listOpenMoves(transaction, [requestId])) {
    if (move.expiresAt <= deps.clock.now()) await expireMove(transaction, deps, move.id)
  }
}

/** Ends the proposals that nobody answered in time. */
export async function expireMoves(deps: Pick<Deps, 'clock' | 'database' | 'jobs'>): Promise<void> {
  for (const { id } of await listExpiredMoves(deps.database, deps.clock.now())) {
    await withTransaction(deps.database, (transaction) => expireMove(transaction, deps, id))
  }
}

/** Ends one open proposal as `expired` and notifies its proposer. Does nothing if it is no longer open. */
async function expireMove(
  transaction: Transaction,
  { clock, jobs }: Pick<Deps, 'clock' | 'jobs'>,
  moveId: number,
): Promise<void> {
  const isEnded = await endMove(transaction, moveId, 'expired', clock.now())
  if (isEnded) await jobs.publish(transaction, 'move.ended', { moveId })
}
