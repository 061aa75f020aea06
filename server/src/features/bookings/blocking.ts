/** What a block ends between a family and a caregiver. @see docs/rules/safety.md#blocks */
import type { Deps } from '../../deps.ts'
import { type Transaction, withTransaction } from '../../platform/database.ts'
import type { EventMap } from '../../platform/events.ts'
import { lockCalendar } from '../availability/index.ts'
import { cancelCheckout, findRequestPayment } from '../payments/index.ts'
import { autoReject } from './auto-rejection.ts'
import { endMove, listOpenMovesBetween } from './move-store.ts'
import { listUnpaidRequestsBetween } from './person-queries.ts'
import { lockRequest, type RequestRow, transitionRequest } from './store.ts'

/**
 * Ends the unpaid requests and the open proposals to move a booking between two people when one blocks the other.
 * The other side is notified as if the blocker had ended each. What was sent after the block, because it was lifted,
 * stays open. Safe to repeat.
 */
export async function endOpenBetween(
  deps: Deps,
  { blockerId, blockedId, blockedAt }: EventMap['person.blocked'],
): Promise<void> {
  const people = [blockerId, blockedId]
  const before = new Date(blockedAt)
  for (const request of await listUnpaidRequestsBetween(deps.database, people, before)) {
    await withTransaction(deps.database, (transaction) => endRequest(transaction, deps, request, blockerId))
  }
  for (const { move, request } of await listOpenMovesBetween(deps.database, people, before)) {
    const proposerId = move.proposedBy === 'caregiver' ? request.caregiverId : request.caretakerId
    const to = proposerId === blockerId ? 'withdrawn' : 'declined'
    await withTransaction(deps.database, async (transaction) => {
      await lockRequest(transaction, request.id)
      const isEnded = await endMove(transaction, move.id, to, deps.clock.now())
      if (isEnded) await deps.jobs.publish(transaction, 'move.ended', { moveId: move.id })
    })
  }
}

async function endRequest(
  transaction: Transaction,
  deps: Deps,
  { id: requestId, caregiverId }: RequestRow,
  blockerId: number,
): Promise<void> {
  await lockCalendar(transaction, caregiverId, 'share')
  const request = (await lockRequest(transaction, requestId)) as RequestRow
  const payment = await findRequestPayment(transaction, requestId)
  // Left to `bookOrRefund`, which notifies the family of the refund.
  if (payment?.status === 'captured') return
  if (blockerId !== caregiverId) await autoReject(transaction, deps, requestId, 'withdrawn')
  else if (request.status === 'submitted') await rejectAsCaregiver(transaction, deps, requestId)
  else await autoReject(transaction, deps, requestId, 'unavailable')
  await cancelCheckout(transaction, deps, requestId)
}

async function rejectAsCaregiver(
  transaction: Transaction,
  { clock, jobs }: Deps,
  requestId: number,
): Promise<void> {
  const isRejected = await transitionRequest(transaction, requestId, 'reject', {
    answeredAt: clock.now(),
    rejectionCause: 'caregiver',
  })
  if (isRejected) await jobs.publish(transaction, 'request.answered', { requestId, status: 'rejected' })
}
