import { centsFromUsd, formatUsd } from '@tendwell/contract/money'
import { DISPUTE_LABEL_PREFIX } from '@tendwell/contract/safety/dispute-types'
import type { Dispute, DisputeBody } from '@tendwell/contract/safety/disputes'
import type { Deps } from '../../deps.ts'
import type { EventMap } from '../../events.ts'
import { type Reader, type Transaction, withTransaction } from '../../platform/database/database.ts'
import { conflict, invalid, notFound, outdated } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/access.ts'
import {
  type ActingStaff,
  declineRefundOfDispute,
  endOpenMove,
  endRefundsPaidByBank,
  insertStaffRefund,
  listBookedWindows,
  lockRequest,
  needsApproval,
  type RequestRow,
  releaseHeldRequest,
  settleAfterChargeback,
  spendSupportLimit,
} from '../bookings/index.ts'
import { findRequestPayment, getRefundableCents, holdPayment, refundHeldPayment } from '../payments/index.ts'
import { audit } from '../people/index.ts'
import { lockCaregiverProfile } from '../profiles/index.ts'
import { recountRating } from '../reviews/index.ts'
import {
  getDisputeDeadline,
  getOpeningDays,
  isOpenStatus,
  MAX_DISPUTES_OF_BOOKING,
  TRANSITIONS,
  type Transition,
} from './dispute.ts'
import { findDispute, getDispute } from './queries.ts'
import {
  countDisputesClosedByFamily,
  type DisputeRow,
  hasOpenDispute,
  insertDispute,
  lockDispute,
  setHeldCents,
  transitionDispute,
} from './store.ts'

/**
 * Opens a dispute about a paid booking and holds the booking's money.
 * @throws AppError 404 for another family's request, 409 for a request that is unpaid, canceled or refunded
 *   in full, that ended too long ago, or that has an open or final dispute or three that the family closed
 * @see docs/rules/disputes.md#opening
 */
export async function openDispute(
  transaction: Transaction,
  deps: Deps,
  familyId: number,
  body: DisputeBody,
): Promise<Dispute> {
  const requestId = body.booking_request
  const request = await lockRequest(transaction, requestId)
  if (request?.familyId !== familyId) throw notFound()
  if (!request.paidAt) throw conflict('You can only open a dispute about a paid booking')
  const openedAt = deps.clock.now()
  const bookedWindows = await listBookedWindows(transaction, requestId)
  const uncanceledWindows = bookedWindows.filter(({ booking }) => !booking.canceledAt)
  if (uncanceledWindows.length === 0) throw conflict("This booking was canceled, so it can't be disputed")
  const lastEndsAt = new Date(Math.max(...uncanceledWindows.map(({ window }) => window.endsAt.getTime())))
  if (openedAt > getDisputeDeadline(body.type, lastEndsAt)) {
    throw conflict(`You can open a dispute until ${getOpeningDays(body.type)} days after the booking ends`)
  }
  if (await isWhollyRefunded(transaction, requestId)) {
    throw conflict('This booking was refunded in full, so there is nothing to dispute')
  }
  if ((await countDisputesClosedByFamily(transaction, requestId)) >= MAX_DISPUTES_OF_BOOKING) {
    throw conflict(
      `You have opened ${MAX_DISPUTES_OF_BOOKING} disputes about this booking and can't open another. Please contact support`,
    )
  }
  const disputeId = await insertDispute(transaction, {
    requestId,
    familyId,
    caregiverId: request.caregiverId,
    type: body.type,
    otherTypeText: body.type === 'other' ? (body.other_type_text?.trim() ?? null) : null,
    reason: body.reason,
    openedAt,
  })
  if (disputeId === null) throw conflict('This booking already has a dispute')
  await audit(transaction, {
    at: openedAt,
    actorId: familyId,
    action: 'booking.disputed',
    subject: `request:${requestId}`,
    after: { dispute: `${DISPUTE_LABEL_PREFIX}${disputeId}` },
  })
  await endOpenMove(transaction, deps, requestId)
  await deps.jobs.publish(transaction, 'dispute.created', {
    disputeId,
    actorId: familyId,
    refundCents: 0,
  })
  // Last, because ledger accounts are locked after everything else.
  await setHeldCents(transaction, disputeId, await holdPayment(transaction, deps, requestId))
  return getDispute(transaction, deps, disputeId, { id: familyId, role: 'caretaker' })
}

/** Whether a request's payment is refunded in full; refunds that are still to be sent count. */
async function isWhollyRefunded(reader: Reader, requestId: number): Promise<boolean> {
  const payment = await findRequestPayment(reader, requestId)
  return payment !== null && payment.refundCents >= payment.amountCents
}

/**
 * Escalates a submitted dispute: it gets priority, and staff can close it.
 * @param address the network address of the staff member, for the audit log
 * @throws AppError 404, 409 unless it is submitted
 */
export function escalateDispute(deps: Deps, actor: Actor, address: string, id: number): Promise<Dispute> {
  return decideOrAsk(deps, actor, address, { id, transition: 'escalate', refundUsd: 0, resolution: null })
}

/**
 * Rejects a dispute and releases the held money.
 * @param address the network address of the staff member, for the audit log
 * @throws AppError 404, 409 unless it is submitted
 */
export function rejectDispute(
  deps: Deps,
  actor: Actor,
  address: string,
  rejection: { id: number; resolution: string },
): Promise<Dispute> {
  return decideOrAsk(deps, actor, address, { ...rejection, transition: 'reject', refundUsd: 0 })
}

/**
 * Closes an escalated dispute: refunds `refundUsd` dollars to the family and releases the rest. If support
 * refunds more than they may alone, the dispute stays open until finance or an admin approves the refund.
 * @param address the network address of the staff member, for the audit log
 * @see docs/rules/disputes.md#closing
 * @throws AppError 400 for more than can be refunded, 404, 409 unless it is escalated and while a refund of
 *   the booking waits
 */
export function closeDispute(
  deps: Deps,
  actor: Actor,
  address: string,
  closing: { id: number; refundUsd: number; resolution: string },
): Promise<Dispute> {
  return decideOrAsk(deps, actor, address, { ...closing, transition: 'close' })
}

/**
 * Closes a family's own dispute and releases the held money.
 * @throws AppError 404 for another family's dispute, 409 unless it is submitted
 */
export function withdrawDispute(deps: Deps, familyId: number, id: number): Promise<Dispute> {
  return withTransaction(deps.database, async (transaction) => {
    const dispute = await findDispute(transaction, id)
    if (dispute?.familyId !== familyId) throw notFound()
    await lockForDecision(transaction, dispute, 0)
    await applyTransition(transaction, deps, dispute, {
      transition: 'withdraw',
      actorId: familyId,
      refundCents: 0,
      resolution: null,
    })
    return getDispute(transaction, deps, id, { id: familyId, role: 'caretaker' })
  })
}

/** What staff decide about a dispute. */
type Decision = {
  id: number
  transition: 'escalate' | 'reject' | 'close'
  refundUsd: number
  /** The message to both sides that ends the dispute; null if the dispute stays open. */
  resolution: string | null
}

/**
 * Carries out what staff decided about a dispute. If the decision has a refund above support's limit, it only
 * asks finance or an admin to approve it.
 */
function decideOrAsk(deps: Deps, actor: Actor, address: string, decision: Decision): Promise<Dispute> {
  const { id, transition, resolution } = decision
  const refundCents = centsFromUsd(decision.refundUsd)
  return withTransaction(deps.database, async (transaction) => {
    const dispute = await findDispute(transaction, id)
    if (!dispute) throw notFound()
    const request = await lockForDecision(transaction, dispute, refundCents)
    const staff = { actor, address }
    if (resolution !== null && needsApproval(actor, request, refundCents)) {
      await askToClose(transaction, deps, staff, { dispute, refundCents, resolution })
      return getDispute(transaction, deps, id, actor)
    }
    await spendSupportLimit(transaction, actor, dispute.requestId, refundCents)
    await applyAndAudit(transaction, deps, staff, { dispute, transition, refundCents, resolution })
    return getDispute(transaction, deps, id, actor)
  })
}

/**
 * Asks finance or an admin to close an escalated dispute with a refund that support may not make alone.
 * @throws AppError 400 for more than can be refunded, 409 unless the dispute is escalated, and while another
 *   refund of the booking waits
 */
async function askToClose(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  staff: ActingStaff,
  closing: { dispute: Pick<DisputeRow, 'id' | 'requestId'>; refundCents: number; resolution: string },
): Promise<void> {
  const { dispute, refundCents, resolution } = closing
  const { id: disputeId, requestId } = dispute
  if ((await lockDispute(transaction, disputeId))?.status !== 'escalated') throw outdated('dispute')
  await requireRefundable(transaction, requestId, refundCents)
  await insertStaffRefund(transaction, deps, staff, {
    requestId,
    amountCents: refundCents,
    bearer: 'caregiver',
    reason: resolution,
    waits: true,
    disputeId,
  })
}

/**
 * Closes an escalated dispute with the refund that finance or an admin approved. The caller holds the
 * caregiver's and the request's locks.
 * @throws AppError 400 for more than can be refunded, 409 unless it is escalated
 */
export async function closeAsApproved(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'config' | 'jobs'>,
  staff: ActingStaff,
  closing: { disputeId: number; refundCents: number; resolution: string },
): Promise<void> {
  const { disputeId, refundCents, resolution } = closing
  const dispute = await findDispute(transaction, disputeId)
  if (!dispute) throw notFound()
  await applyAndAudit(transaction, deps, staff, { dispute, transition: 'close', refundCents, resolution })
}

/** Carries out a transition by staff, with its refund, and writes it to the audit log. */
async function applyAndAudit(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'config' | 'jobs'>,
  { actor, address }: ActingStaff,
  decision: {
    dispute: Pick<DisputeRow, 'id' | 'requestId' | 'caregiverId'>
    transition: Decision['transition']
    refundCents: number
    resolution: string | null
  },
): Promise<void> {
  const { dispute, transition, ...step } = decision
  const { id } = dispute
  await applyTransition(transaction, deps, dispute, { transition, actorId: actor.id, ...step })
  await audit(transaction, {
    at: deps.clock.now(),
    actorId: actor.id,
    action: `dispute.${transition}`,
    subject: `dispute:${id}`,
    before: { status: TRANSITIONS[transition].from[0] },
    after: { status: TRANSITIONS[transition].to, refundCents: step.refundCents },
    address,
  })
}

/**
 * Locks the request of a dispute. With a refund, which changes the caregiver's rating, it locks the
 * caregiver's profile first.
 */
async function lockForDecision(
  transaction: Transaction,
  { requestId, caregiverId }: Pick<DisputeRow, 'requestId' | 'caregiverId'>,
  refundCents: number,
): Promise<RequestRow> {
  if (refundCents > 0) await lockCaregiverProfile(transaction, caregiverId)
  return (await lockRequest(transaction, requestId)) as RequestRow
}

/**
 * Requires that a dispute can refund this amount of the request's payment.
 * @throws AppError 400 for more than can be refunded
 */
async function requireRefundable(
  transaction: Transaction,
  requestId: number,
  refundCents: number,
): Promise<void> {
  const maxCents = await getRefundableCents(transaction, requestId)
  if (refundCents > maxCents) throw invalid({ refund_usd: [`You can refund at most ${formatUsd(maxCents)}`] })
}

/**
 * Changes a dispute's status. If that ends the dispute, refunds `refundCents` and releases the rest of the
 * held money. The caller has called `lockForDecision`.
 */
async function applyTransition(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'config' | 'jobs'>,
  { id, requestId, caregiverId }: Pick<DisputeRow, 'id' | 'requestId' | 'caregiverId'>,
  step: {
    transition: Transition
    actorId: number
    refundCents: number
    resolution: string | null
  },
): Promise<void> {
  const { transition, actorId, refundCents, resolution } = step
  const { to } = TRANSITIONS[transition]
  await transitionDispute(transaction, id, transition, { at: deps.clock.now(), refundCents, resolution })
  await deps.jobs.publish(transaction, `dispute.${to}`, {
    disputeId: id,
    actorId,
    refundCents,
  })
  if (isOpenStatus(to)) return
  await audit(transaction, {
    at: deps.clock.now(),
    actorId,
    action: 'booking.dispute-ended',
    subject: `request:${requestId}`,
    after: { dispute: `${DISPUTE_LABEL_PREFIX}${id}`, status: to, refundCents },
  })
  await declineRefundOfDispute(transaction, deps, id, actorId)
  if (refundCents > 0) {
    await requireRefundable(transaction, requestId, refundCents)
    const reason = `Refund after dispute ${DISPUTE_LABEL_PREFIX}${id}`
    await refundHeldPayment(transaction, deps, {
      requestId,
      amountCents: refundCents,
      reason,
      key: `dispute:${id}`,
    })
  }
  await releaseHeldRequest(transaction, deps, requestId)
  if (refundCents > 0) await recountRating(transaction, caregiverId)
}

/**
 * Settles a booking after the bank has decided about a chargeback: refunds what visits give back that were
 * canceled meanwhile, and releases what is still on hold, unless a dispute of it is open. Runs as a job.
 * @see docs/rules/money.md#chargebacks
 */
export async function releaseAfterChargeback(
  deps: Deps,
  event: EventMap['chargeback.closed'],
): Promise<void> {
  const { requestId } = event
  await withTransaction(deps.database, async (transaction) => {
    await settleAfterChargeback(transaction, deps, event)
    if (await hasOpenDispute(transaction, requestId)) return
    await releaseHeldRequest(transaction, deps, requestId)
  })
}

/**
 * Ends the refunds that the family's bank has paid instead of us, and recounts the caregiver's rating, which
 * depends on refunds.
 * @see docs/rules/money.md#chargebacks
 */
export async function endDoubleRefunds(deps: Deps, event: EventMap['refund.double']): Promise<void> {
  await withTransaction(deps.database, async (transaction) => {
    await lockCaregiverProfile(transaction, event.payeeId)
    await endRefundsPaidByBank(transaction, deps, event)
    await recountRating(transaction, event.payeeId)
  })
}
