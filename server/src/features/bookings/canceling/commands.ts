import type { BookingRequest } from '@tendwell/contract/bookings/bookings'
import {
  type AdminCancelBody,
  type adminCancelResponse,
  CANCEL_REASONS,
  type CancelBody,
} from '@tendwell/contract/cancellation/calls'
import { formatUsd, usdFromCents } from '@tendwell/contract/money'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import type { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { invalid, notFound } from '../../../platform/errors.ts'
import { audit } from '../../people/index.ts'
import { findRequest, getRequest } from '../queries.ts'
import type { ActingStaff } from '../refunds/staff-refunds.ts'
import { lockRequest, type RequestRow } from '../store.ts'
import { type Cancellation, cancelBookings, lockCaregivers } from './cancel.ts'
import { formatCanceledVisits } from './canceled-visits.ts'
import { requirePreviewedRefund } from './previewed-refund.ts'
import {
  type CancellationPlan,
  type CancelOrder,
  getOwnRequest,
  planCancellation,
  toPolicyOrder,
} from './queries.ts'
import { limitSupportRefund } from './support-limit.ts'

type CancelDeps = Pick<Deps, 'clock' | 'config' | 'jobs'>

/**
 * Cancels some or all of what is ahead of a paid request, as one of its two sides.
 * @throws AppError 404 for another's request, 400 for a reason of the other side, 409 with `refund_usd` when
 *   the refund is no longer what the caller saw, otherwise as `planCancellation`
 * @see docs/rules/bookings.md#canceling
 */
export async function cancelOwnBookings(
  transaction: Transaction,
  deps: CancelDeps,
  actor: { id: number; side: Side },
  requestId: number,
  body: CancelBody,
): Promise<BookingRequest> {
  const { side } = actor
  const request = await getOwnRequest(transaction, actor, requestId)
  await cancelAsPlanned(transaction, deps, request, {
    order: { side, refund: 'policy', bookingIds: body.booking_ids },
    body,
    cancellation: {
      cause: side === 'caregiver' ? 'caregiver' : 'family',
      canceledBy: side,
      canceledFor: null,
    },
  })
  return getRequest(deps, transaction, actor.id, requestId)
}

/**
 * Cancels some or all of what is ahead of a paid request as staff, on behalf of one of its sides. Staff
 * choose the refund. Writes an audit log entry.
 * @throws AppError 404 for a request that does not exist, otherwise as `cancelOwnBookings` and
 *   `limitSupportRefund`
 * @see docs/rules/bookings.md#canceling
 */
export async function cancelForSide(
  transaction: Transaction,
  deps: CancelDeps,
  staff: ActingStaff,
  requestId: number,
  body: AdminCancelBody,
): Promise<z.output<typeof adminCancelResponse>> {
  const request = await findRequest(transaction, requestId)
  if (!request) throw notFound()
  const { for: side, refund, reason, note } = body
  const plan = await cancelAsPlanned(transaction, deps, request, {
    order: { side, refund, bookingIds: body.booking_ids },
    staff,
    body,
    cancellation: { cause: 'admin', canceledBy: 'admin', canceledFor: side },
  })
  const { refundCents, askedCents } = plan
  await audit(transaction, {
    at: deps.clock.now(),
    actorId: staff.actor.id,
    action: 'booking.canceled',
    subject: `request:${requestId}`,
    before: null,
    after: {
      bookingIds: plan.windows.map(({ booking }) => booking.id),
      visits: formatCanceledVisits(plan),
      for: side,
      refund,
      refundCents,
      askedCents,
      reason,
      note,
    },
    address: staff.address,
  })
  return {
    message:
      askedCents === 0
        ? 'Booking canceled'
        : `Booking canceled. Finance or an admin has to approve the other ${formatUsd(askedCents)}`,
    id: requestId,
    refund_usd: usdFromCents(refundCents),
    waiting_usd: usdFromCents(askedCents),
  }
}

/**
 * Plans a cancellation under the locks and carries it out.
 * @returns the plan that was carried out
 * @throws AppError 400 for a reason of the other side, 409 when the refund is not the one that the caller saw
 */
async function cancelAsPlanned(
  transaction: Transaction,
  deps: CancelDeps,
  { id: requestId, caregiverId }: RequestRow,
  {
    order,
    staff,
    body,
    cancellation,
  }: {
    order: CancelOrder
    /** The staff member who cancels for the side; left out when the side cancels itself. */
    staff?: ActingStaff
    body: CancelBody
    cancellation: Pick<Cancellation, 'cause' | 'canceledBy' | 'canceledFor'>
  },
): Promise<CancellationPlan> {
  const { reason } = body
  if (!CANCEL_REASONS[order.side].some(({ value }) => value === reason)) {
    throw invalid({ reason: ['Choose a reason from the list'] })
  }
  const caregiversById = await lockCaregivers(transaction, [caregiverId])
  const request = (await lockRequest(transaction, requestId)) as RequestRow
  const chosenPlan = await planCancellation(transaction, deps, request, order)
  const plan = staff
    ? await limitSupportRefund(transaction, deps, staff, {
        chosenPlan,
        policyPlan: await planCancellation(transaction, deps, request, toPolicyOrder(order)),
      })
    : chosenPlan
  const { refundCents } = await cancelBookings(transaction, deps, caregiversById, [plan], {
    ...cancellation,
    reason,
  })
  // Checked only now, because a bank's decision is known only under the payment's lock.
  requirePreviewedRefund(refundCents + plan.askedCents, body.refund_usd)
  return plan
}
