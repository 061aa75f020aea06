/** Refunds as an action of a booking. @see docs/rules/money.md#refunds-by-staff */
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
import { noteGivenAway } from './given-away.ts'
import { findRefundable, findWaitingRefundable } from './queries.ts'

type RefundDeps = Pick<Deps, 'clock' | 'config' | 'database' | 'jobs'>

/**
 * Refunds an amount of a booking. What is more than support may give alone waits for finance or an admin.
 * @throws AppError 404 for an unknown request; 400 for more than can be refunded; 403 for support with a
 *   reference; 409 with `refundable_usd` when that changed, when nothing can be refunded, and while another
 *   refund of the booking waits
 */
export function refundBooking(
  deps: RefundDeps,
  by: StaffActor,
  requestId: number,
  body: StaffRefundBody,
): Promise<StaffRefundResponse> {
  const { staffRole } = by.actor
  if (body.reference && staffRole === 'support') {
    throw forbidden('Only finance and admins record refunds that were paid another way')
  }
  return withTransaction(deps.database, async (transaction) => {
    const request = await lockForRefund(transaction, requestId)
    const amountCents = centsFromUsd(body.amount_usd)
    requireShown(await findRefundable(transaction, requestId, deps.clock.now()), body.refundable_usd)
    const waits = needsApproval(by.actor, request, amountCents)
    const { borne_by: bearer, reason, reference } = body
    const asked = { requestId, amountCents, bearer, reason, reference, waits }
    const refund = await insertStaffRefund(transaction, deps, by, asked)
    if (waits) return { message: 'Finance or an admin has to approve this refund', is_waiting: true }
    await spendSupportLimit(transaction, by.actor, requestId, amountCents)
    await makeRefund(transaction, deps, refund, request.caregiverId)
    return {
      message: refund.reference ? 'The refund is recorded' : 'The refund is on its way',
      is_waiting: false,
    }
  })
}

/**
 * @throws AppError 409 when nothing can be refunded, and with `refundable_usd` when it is not what the caller
 *   was shown
 */
function requireShown(refundable: Awaited<ReturnType<typeof findRefundable>>, shownUsd: number): void {
  if (typeof refundable === 'string') throw conflict(refundable)
  if (refundable.totalCents === centsFromUsd(shownUsd)) return
  throw conflict('What can be refunded has changed. Please check and confirm again', {
    refundable_usd: usdFromCents(refundable.totalCents),
  })
}

/**
 * A refund changes the caregiver's rating, and a caregiver is locked before a request.
 * @throws AppError 404
 */
async function lockForRefund(transaction: Transaction, requestId: number) {
  const found = await findRequest(transaction, requestId)
  if (!found) throw notFound()
  await lockCaregiverProfile(transaction, found.caregiverId)
  return (await lockRequest(transaction, requestId)) ?? found
}

/**
 * Takes the money, counts the caregiver's rating again and tells both sides. The caregiver and the request
 * are locked.
 */
async function makeRefund(
  transaction: Transaction,
  deps: RefundDeps,
  refund: StaffRefund,
  caregiverId: number,
): Promise<void> {
  const { id, requestId, amountCents, bearer, reason, reference, askedAt, decidedAt } = refund
  if (bearer === 'tendwell' || reference) await noteGivenAway(transaction, deps, decidedAt ?? askedAt)
  const ahead = await sumCentsAhead(transaction, [requestId], deps.clock.now())
  const { fromCaregiverCents } = await refundByStaff(transaction, deps, {
    requestId,
    amountCents,
    bearer,
    reason,
    reference,
    key: `staff:${id}`,
    aheadCents: ahead.get(requestId) ?? 0,
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
 * Decides on a refund that waits. The one who asked for it can't, and reads why it was declined.
 * @throws AppError 404; 409 for one that was decided on, for the asker, for an approval once the asker left
 *   the staff, and when it can't be refunded any more; 400 for more than can be refunded now
 */
export function decideOnRefund(
  deps: RefundDeps,
  by: StaffActor,
  id: number,
  { decision, refundable_usd: shownUsd, reason }: z.output<typeof refundDecisionBody>,
): Promise<{ message: string }> {
  return withTransaction(deps.database, async (transaction) => {
    const read = await findStaffRefund(transaction, id)
    if (!read) throw notFound()
    const { requestId, amountCents, askedBy } = read
    if (askedBy === by.actor.id) throw conflict('Somebody else has to decide on a refund that you asked for')
    if (decision === 'approved' && !(await isActiveStaff(transaction, askedBy))) {
      throw conflict(
        'The one who asked for this refund is no longer on the staff, so it can only be declined',
      )
    }
    const request = await lockForRefund(transaction, requestId)
    const declineReason = decision === 'declined' ? reason : null
    const refund = await decideOnStaffRefund(transaction, id, {
      state: decision === 'approved' ? 'made' : 'declined',
      decidedBy: by.actor.id,
      decidedAt: deps.clock.now(),
      declineReason,
    })
    if (!refund) throw outdated('refund')
    await audit(transaction, {
      at: deps.clock.now(),
      actorId: by.actor.id,
      action: `refund.${decision}`,
      subject: `request:${requestId}`,
      after: {
        amountCents,
        borneBy: refund.bearer,
        askedBy,
        ...(refund.reference && { paidAnotherWay: true }),
        ...(declineReason && { reason: declineReason }),
      },
      address: by.address,
    })
    await deps.jobs.publish(transaction, 'refund.decided', {
      staffRefundId: id,
      requestId,
      amountCents,
      askedBy,
      decidedBy: by.actor.id,
      decision,
      reason: declineReason,
    })
    if (decision === 'declined') return { message: 'Refund declined' }
    requireShown(await findWaitingRefundable(transaction, refund, deps.clock.now()), shownUsd)
    const { disputeId, reason: resolution } = refund
    if (disputeId !== null) {
      await closeAsApproved(transaction, deps, by, { disputeId, refundCents: amountCents, resolution })
      return { message: 'The dispute is closed, and the refund is on its way' }
    }
    await makeRefund(transaction, deps, refund, request.caregiverId)
    return { message: 'The refund is on its way' }
  })
}

async function isActiveStaff(reader: Reader, userId: number): Promise<boolean> {
  const user = await findUser(reader, userId)
  return user?.role === 'admin' && user.isActive
}

/**
 * Records that a refund that the card can't take was paid another way, and tells the family.
 * @throws AppError 404; 409 when it was sent, or is at the provider
 */
export function payAnotherWay(
  deps: RefundDeps,
  by: StaffActor,
  id: number,
  reference: string,
): Promise<{ message: string }> {
  return withTransaction(deps.database, async (transaction) => {
    const { refund, payment } = await recordPaidAnotherWay(transaction, deps, id, reference)
    const { requestId } = payment
    const at = deps.clock.now()
    await noteGivenAway(transaction, deps, at)
    await audit(transaction, {
      at,
      actorId: by.actor.id,
      action: 'refund.paid-another-way',
      subject: `request:${requestId}`,
      after: { refundId: id, amountCents: refund.amountCents },
      address: by.address,
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
