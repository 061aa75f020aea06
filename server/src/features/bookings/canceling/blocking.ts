/**
 * What a block ends between a family and a caregiver: requests, proposals and paid visits.
 * @see docs/rules/safety.md#blocks
 */

import { usdFromCents } from '@tendwell/contract/money'
import type { BlockPreview } from '@tendwell/contract/safety/blocks'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import type { Deps } from '../../../deps.ts'
import type { EventMap } from '../../../events.ts'
import { type Reader, type Transaction, withTransaction } from '../../../platform/database/database.ts'
import type { Actor } from '../../../platform/http/access.ts'
import { lockCaregiver } from '../../availability/index.ts'
import { cancelCheckout, findRequestPayment } from '../../payments/index.ts'
import { cancelMeetingsOf } from '../meetings/answering.ts'
import { endMoveForSide } from '../moving/end.ts'
import { listOpenMovesBetween } from '../moving/store.ts'
import { autoReject } from '../requests/auto-rejection.ts'
import { lockRequest, type RequestRow, transitionRequest } from '../store.ts'
import { listUnpaidRequestsBetween, listUpcomingRequests } from '../visits/person-queries.ts'
import { cancelBookings, lockCaregivers } from './cancel.ts'
import { type CancellationPlan, planCancellationForRemoval, previewCompletionRate } from './queries.ts'

/**
 * Ends the unpaid requests, the meetings and the open proposals to move a booking between two people when one blocks the
 * other, and cancels the paid visits ahead as the blocker. The other side is notified as if the blocker had
 * ended each without a block. What was sent after the block stays: it could be sent only because the block
 * had been lifted by then. Safe to repeat.
 */
export async function endOpenWorkOnBlock(
  deps: Deps,
  { blockerId, blockedId, blockedAt }: EventMap['person.blocked'],
): Promise<void> {
  const pairIds = [blockerId, blockedId]
  const blockTime = new Date(blockedAt)
  for (const request of await listUnpaidRequestsBetween(deps.database, pairIds, blockTime)) {
    await withTransaction(deps.database, (transaction) =>
      endUnpaidRequest(transaction, deps, request, blockerId),
    )
  }
  await withTransaction(deps.database, (transaction) =>
    cancelMeetingsOf(
      transaction,
      deps,
      blockerId,
      (meeting) => (meeting.caregiverId === blockerId ? 'caregiver' : 'caretaker'),
      ({ caregiverId, familyId, askedAt }) =>
        (caregiverId === blockedId || familyId === blockedId) && askedAt <= blockTime,
    ),
  )
  for (const { move, request } of await listOpenMovesBetween(deps.database, pairIds, blockTime)) {
    const side = request.caregiverId === blockerId ? 'caregiver' : 'caretaker'
    await withTransaction(deps.database, async (transaction) => {
      await lockRequest(transaction, request.id)
      await endMoveForSide(transaction, deps, move, side)
    })
  }
  for (const request of await listUpcomingRequestsBetween(deps, deps.database, { blockerId, blockedId })) {
    if (request.submittedAt > blockTime) continue
    const side = request.caregiverId === blockerId ? 'caregiver' : 'caretaker'
    await withTransaction(deps.database, (transaction) =>
      cancelPaidVisits(transaction, deps, request, side, blockTime),
    )
  }
}

type BlockPair = { blockerId: number; blockedId: number }

/** The paid requests between two people with visits ahead. */
async function listUpcomingRequestsBetween(
  { clock }: Pick<Deps, 'clock'>,
  reader: Reader,
  { blockerId, blockedId }: BlockPair,
): Promise<RequestRow[]> {
  const upcomingRequests = await listUpcomingRequests(reader, blockerId, clock.now())
  return upcomingRequests.filter(({ caregiverId, familyId }) => [caregiverId, familyId].includes(blockedId))
}

/**
 * Cancels what is ahead of a paid request, as the side that blocked the other; nothing while money is held.
 * @param side the blocker's
 * @param blockedAt the refund is what the policy gave at this moment, even if the job runs later
 */
async function cancelPaidVisits(
  transaction: Transaction,
  deps: Deps,
  { id: requestId, caregiverId }: RequestRow,
  side: Side,
  blockedAt: Date,
): Promise<void> {
  const caregiversById = await lockCaregivers(transaction, [caregiverId])
  const request = (await lockRequest(transaction, requestId)) as RequestRow
  const plan = await planCancellationOnBlock(transaction, deps, request, side, blockedAt)
  if (!plan) return
  await cancelBookings(transaction, deps, caregiversById, [plan], {
    cause: side === 'caregiver' ? 'caregiver' : 'family',
    canceledBy: side,
    canceledFor: null,
    // The other side never learns of the block.
    reason: null,
  })
}

/**
 * What a block cancels of a paid request.
 * @param side the blocker's
 * @param judgedAt the moment that the policy counts from
 * @returns null if nothing is ahead, or while money is held: the dispute or chargeback decides about that
 *   money
 */
async function planCancellationOnBlock(
  reader: Reader,
  deps: Pick<Deps, 'clock'>,
  request: RequestRow,
  side: Side,
  judgedAt: Date,
): Promise<CancellationPlan | null> {
  if (await isMoneyHeld(reader, request)) return null
  return planCancellationForRemoval(reader, deps, request, { side, refund: 'policy', until: null, judgedAt })
}

/**
 * Whether a block by this person would cancel paid visits with the other person.
 * @see docs/rules/safety.md#blocks
 */
export async function wouldBlockCancelVisits(
  reader: Reader,
  deps: Pick<Deps, 'clock'>,
  { id: blockerId, role }: Pick<Actor, 'id' | 'role'>,
  blockedId: number,
): Promise<boolean> {
  const side = role === 'caregiver' ? 'caregiver' : 'caretaker'
  for (const request of await listUpcomingRequestsBetween(deps, reader, { blockerId, blockedId })) {
    if (await planCancellationOnBlock(reader, deps, request, side, deps.clock.now())) return true
  }
  return false
}

/** Whether money of the request is held, for a dispute or while the family's bank decides on a chargeback. */
async function isMoneyHeld(reader: Reader, { id }: RequestRow): Promise<boolean> {
  const payment = await findRequestPayment(reader, id)
  return payment !== null && payment.heldCents > 0
}

/**
 * Previews what blocking someone now would cancel: the paid visits ahead of the two, if they have any.
 * `disputed` is the number of bookings that stay because their money is held.
 * @see docs/rules/safety.md#blocks
 */
export async function previewBlock(
  deps: Pick<Deps, 'clock' | 'database'>,
  { id: blockerId, side }: { id: number; side: Side },
  blockedId: number,
): Promise<BlockPreview> {
  const { clock, database } = deps
  const plans: CancellationPlan[] = []
  let disputedCount = 0
  for (const request of await listUpcomingRequestsBetween(deps, database, { blockerId, blockedId })) {
    const plan = await planCancellationOnBlock(database, deps, request, side, clock.now())
    if (plan) plans.push(plan)
    else if (await isMoneyHeld(database, request)) disputedCount += 1
  }
  const windows = plans
    .flatMap((plan) => plan.windows)
    .sort((one, other) => one.window.startsAt.getTime() - other.window.startsAt.getTime())
  const sum = (key: 'refundCents' | 'keptCents') => plans.reduce((total, plan) => total + plan[key], 0)
  return {
    visits: windows.map(({ booking, window, owedCents, refundCents }) => ({
      booking_id: booking.id,
      start_utc: window.startsAt.toISOString(),
      end_utc: window.endsAt.toISOString(),
      refund_usd: usdFromCents(refundCents),
      kept_usd: usdFromCents(booking.priceCents - owedCents),
    })),
    refund_usd: usdFromCents(sum('refundCents')),
    kept_usd: usdFromCents(sum('keptCents')),
    disputed: disputedCount,
    completion_rate:
      side === 'caregiver'
        ? await previewCompletionRate(deps, { caregiverId: blockerId }, windows.length)
        : null,
  }
}

/**
 * Ends an unpaid request when one of its sides blocks the other: the family's block withdraws the request,
 * the caregiver's rejects it.
 */
async function endUnpaidRequest(
  transaction: Transaction,
  deps: Deps,
  { id: requestId, caregiverId }: RequestRow,
  blockerId: number,
): Promise<void> {
  await lockCaregiver(transaction, caregiverId, 'share')
  const request = (await lockRequest(transaction, requestId)) as RequestRow
  const payment = await findRequestPayment(transaction, requestId)
  // `bookOrRefund` refunds a captured payment and notifies the family.
  if (payment?.status === 'captured') return
  if (blockerId !== caregiverId) await autoReject(transaction, deps, requestId, 'withdrawn')
  else if (request.status === 'submitted') await rejectAsCaregiver(transaction, deps, requestId)
  else await autoReject(transaction, deps, requestId, 'unavailable')
  await cancelCheckout(transaction, deps, requestId)
}

/** Rejects a submitted request as if the caregiver had pressed Reject; the family is notified. */
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
