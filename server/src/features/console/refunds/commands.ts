/** Refunds by staff, outside of cancellations and disputes. @see docs/rules/money.md#refunds-by-staff */
import { centsFromUsd, usdFromCents } from '@tendwell/contract/money'
import type {
  refundDecisionBody,
  StaffRefundBody,
  StaffRefundResponse,
} from '@tendwell/contract/payments/staff-refunds'
import type { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import { type Reader, type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { conflict, forbidden, notFound, outdated } from '../../../platform/errors.ts'
import type { StaffActor } from '../../../platform/http/access.ts'
import {
  decideOnStaffRefund,
  findRequest,
  findStaffRefund,
  insertStaffRefund,
  lockRequest,
  needsApproval,
  type StaffRefund,
  spendSupportLimit,
  sumCentsAhead,
} from '../../bookings/index.ts'
import { closeAsApproved } from '../../disputes/index.ts'
import { recordPaidAnotherWay, refundByStaff } from '../../payments/index.ts'
import { audit, findUser } from '../../people/index.ts'
import { lockCaregiverProfile } from '../../profiles/index.ts'
import { recountRating } from '../../reviews/index.ts'
import { scheduleGivenAwaySum } from './given-away.ts'
import { findRefundable, findWaitingRefundable } from './queries.ts'

type RefundDeps = Pick<Deps, 'clock' | 'config' | 'database' | 'jobs'>

/**
 * Refunds an amount of a booking. If support may not give that much alone, the refund waits for finance or an
 * admin.
 * @throws AppError 400 for more than can be refunded; 403 for support with a reference; 404 for an unknown
 *   request; 409 with `refundable_usd` if that amount changed, if nothing can be refunded, and while another
 *   refund of the booking waits
 */
export function refundBooking(
  deps: RefundDeps,
  staffActor: StaffActor,
  requestId: number,
  body: StaffRefundBody,
): Promise<StaffRefundResponse> {
  const { staffRole } = staffActor.actor
  if (body.reference && staffRole === 'support') {
    throw forbidden('Only finance and admins record refunds that were paid another way')
  }
  return withTransaction(deps.database, async (transaction) => {
    const request = await lockForRefund(transaction, requestId)
    const amountCents = centsFromUsd(body.amount_usd)
    requireShownAmount(await findRefundable(transaction, requestId, deps.clock.now()), body.refundable_usd)
    const waits = needsApproval(staffActor.actor, request, amountCents)
    const { borne_by: bearer, reason, reference } = body
    const newRefund = { requestId, amountCents, bearer, reason, reference, waits }
    const refund = await insertStaffRefund(transaction, deps, staffActor, newRefund)
    if (waits) return { message: 'Finance or an admin has to approve this refund', is_waiting: true }
    await spendSupportLimit(transaction, staffActor.actor, requestId, amountCents)
    await makeRefund(transaction, deps, refund, request.caregiverId)
    return {
      message: refund.reference ? 'The refund is recorded' : 'The refund is on its way',
      is_waiting: false,
    }
  })
}

/**
 * Requires that the amount that can be refunded is still what the screen showed.
 * @param shownUsd what the screen showed, in dollars
 * @throws AppError 409 if nothing can be refunded, and with `refundable_usd` if the amount is another one
 */
function requireShownAmount(refundable: Awaited<ReturnType<typeof findRefundable>>, shownUsd: number): void {
  if (typeof refundable === 'string') throw conflict(refundable)
  if (refundable.totalCents === centsFromUsd(shownUsd)) return
  throw conflict('What can be refunded has changed. Please check and confirm again', {
    refundable_usd: usdFromCents(refundable.totalCents),
  })
}

/**
 * Locks a request for a refund, and before it the caregiver's profile, because a refund may change their
 * rating.
 * @returns the request
 * @throws AppError 404 for an unknown request
 */
async function lockForRefund(transaction: Transaction, requestId: number) {
  const unlockedRequest = await findRequest(transaction, requestId)
  if (!unlockedRequest) throw notFound()
  await lockCaregiverProfile(transaction, unlockedRequest.caregiverId)
  return (await lockRequest(transaction, requestId)) ?? unlockedRequest
}

/**
 * Makes a refund: moves the money, counts the caregiver's rating again and notifies both sides. The caller
 * has locked the caregiver and the request.
 */
async function makeRefund(
  transaction: Transaction,
  deps: RefundDeps,
  refund: StaffRefund,
  caregiverId: number,
): Promise<void> {
  const { id, requestId, amountCents, bearer, reason, reference, askedAt, decidedAt } = refund
  if (bearer === 'tendwell' || reference) await scheduleGivenAwaySum(transaction, deps, decidedAt ?? askedAt)
  const centsAhead = await sumCentsAhead(transaction, [requestId], deps.clock.now())
  const { fromCaregiverCents } = await refundByStaff(transaction, deps, {
    requestId,
    amountCents,
    bearer,
    reason,
    reference,
    key: `staff:${id}`,
    aheadCents: centsAhead.get(requestId) ?? 0,
  })
  await recountRating(transaction, caregiverId)
  await deps.jobs.publish(transaction, 'refund.made', {
    staffRefundId: id,
    requestId,
    amountCents,
    fromCaregiverCents,
    reason,
    reference,
  })
}

/**
 * Approves or declines a refund that waits. The member of staff who asked for it can't decide; they are
 * notified, with the reason if it was declined.
 * @throws AppError 400 for more than can be refunded now; 404 for an unknown refund; 409 if it was decided on
 *   already, for the asker, for approving after the asker left the staff, and if nothing can be refunded any
 *   more
 */
export function decideOnRefund(
  deps: RefundDeps,
  staffActor: StaffActor,
  id: number,
  { decision, refundable_usd: shownUsd, reason }: z.output<typeof refundDecisionBody>,
): Promise<{ message: string }> {
  return withTransaction(deps.database, async (transaction) => {
    const waitingRefund = await findStaffRefund(transaction, id)
    if (!waitingRefund) throw notFound()
    const { requestId, amountCents, askedBy } = waitingRefund
    if (askedBy === staffActor.actor.id)
      throw conflict('Somebody else has to decide on a refund that you asked for')
    if (decision === 'approved' && !(await isActiveStaff(transaction, askedBy))) {
      throw conflict(
        'The one who asked for this refund is no longer on the staff, so it can only be declined',
      )
    }
    const request = await lockForRefund(transaction, requestId)
    const declineReason = decision === 'declined' ? reason : null
    const refund = await decideOnStaffRefund(transaction, id, {
      state: decision === 'approved' ? 'made' : 'declined',
      decidedBy: staffActor.actor.id,
      decidedAt: deps.clock.now(),
      declineReason,
    })
    if (!refund) throw outdated('refund')
    await audit(transaction, {
      at: deps.clock.now(),
      actorId: staffActor.actor.id,
      action: `refund.${decision}`,
      subject: `request:${requestId}`,
      after: {
        amountCents,
        borneBy: refund.bearer,
        askedBy,
        ...(refund.reference && { paidAnotherWay: true }),
        ...(declineReason && { reason: declineReason }),
      },
      address: staffActor.address,
    })
    await deps.jobs.publish(transaction, 'refund.decided', {
      staffRefundId: id,
      requestId,
      amountCents,
      askedBy,
      decidedBy: staffActor.actor.id,
      decision,
      reason: declineReason,
    })
    if (decision === 'declined') return { message: 'Refund declined' }
    requireShownAmount(await findWaitingRefundable(transaction, refund, deps.clock.now()), shownUsd)
    const { disputeId, reason: resolution } = refund
    if (disputeId !== null) {
      await closeAsApproved(transaction, deps, staffActor, {
        disputeId,
        refundCents: amountCents,
        resolution,
      })
      return { message: 'The dispute is closed, and the refund is on its way' }
    }
    await makeRefund(transaction, deps, refund, request.caregiverId)
    return { message: 'The refund is on its way' }
  })
}

/** Whether a person is an active member of staff. */
async function isActiveStaff(reader: Reader, userId: number): Promise<boolean> {
  const user = await findUser(reader, userId)
  return user?.role === 'admin' && user.isActive
}

/**
 * Records that staff paid a refund another way, because the card can't take it, and notifies the family.
 * @param reference of the payment that staff made, such as a bank's reference
 * @throws AppError 404 for an unknown refund; 409 if it was sent, or is at the provider
 */
export function payAnotherWay(
  deps: RefundDeps,
  staffActor: StaffActor,
  id: number,
  reference: string,
): Promise<{ message: string }> {
  return withTransaction(deps.database, async (transaction) => {
    const { refund, payment } = await recordPaidAnotherWay(transaction, deps, id, reference)
    const { requestId } = payment
    const at = deps.clock.now()
    await scheduleGivenAwaySum(transaction, deps, at)
    await audit(transaction, {
      at,
      actorId: staffActor.actor.id,
      action: 'refund.paid-another-way',
      subject: `request:${requestId}`,
      after: { refundId: id, amountCents: refund.amountCents },
      address: staffActor.address,
    })
    await deps.jobs.publish(transaction, 'refund.paid-another-way', {
      refundId: id,
      requestId,
      amountCents: refund.amountCents,
      reference,
    })
    return { message: 'The refund is recorded' }
  })
}
