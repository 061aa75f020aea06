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
import type { AskingStaff } from '../refunds/staff-refunds.ts'
import { lockRequest, type RequestRow } from '../store.ts'
import { type Cancellation, cancelBookings, lockCaregivers } from './cancel.ts'
import { describeCanceledVisits } from './canceled-visits.ts'
import { requirePreviewedRefund } from './previewed-refund.ts'
import {
  byFamilysPolicy,
  type CancellationPlan,
  type CancelOrder,
  findOwnRequest,
  planCancellation,
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
  const request = await findOwnRequest(transaction, actor, requestId)
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
 * Cancels for one of the sides as an admin, who chooses the refund, and writes an audit log entry.
 * @throws AppError 404, otherwise as `cancelOwnBookings` and `limitSupportRefund`
 * @see docs/rules/bookings.md#canceling
 */
export async function cancelForSide(
  transaction: Transaction,
  deps: CancelDeps,
  by: AskingStaff,
  requestId: number,
  body: AdminCancelBody,
): Promise<z.output<typeof adminCancelResponse>> {
  const request = await findRequest(transaction, requestId)
  if (!request) throw notFound()
  const { for: side, refund, reason, note } = body
  const plan = await cancelAsPlanned(transaction, deps, request, {
    order: { side, refund, bookingIds: body.booking_ids },
    by,
    body,
    cancellation: { cause: 'admin', canceledBy: 'admin', canceledFor: side },
  })
  const { refundCents, askedCents } = plan
  await audit(transaction, {
    at: deps.clock.now(),
    actorId: by.actor.id,
    action: 'booking.canceled',
    subject: `request:${requestId}`,
    before: null,
    after: {
      bookingIds: plan.windows.map(({ booking }) => booking.id),
      visits: describeCanceledVisits(plan),
      for: side,
      refund,
      refundCents,
      askedCents,
      reason,
      note,
    },
    address: by.address,
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

async function cancelAsPlanned(
  transaction: Transaction,
  deps: CancelDeps,
  { id: requestId, caregiverId }: RequestRow,
  {
    order,
    by,
    body,
    cancellation,
  }: {
    order: CancelOrder
    /** Who cancels for a side; nobody when it cancels itself. */
    by?: AskingStaff
    body: CancelBody
    cancellation: Pick<Cancellation, 'cause' | 'canceledBy' | 'canceledFor'>
  },
): Promise<CancellationPlan> {
  const { reason } = body
  if (!CANCEL_REASONS[order.side].some(({ value }) => value === reason)) {
    throw invalid({ reason: ['Choose a reason from the list'] })
  }
  const calendars = await lockCaregivers(transaction, [caregiverId])
  const request = (await lockRequest(transaction, requestId)) as RequestRow
  const chosen = await planCancellation(transaction, deps, request, order)
  const plan = by
    ? await limitSupportRefund(transaction, deps, by, {
        chosen,
        byPolicy: await planCancellation(transaction, deps, request, byFamilysPolicy(order)),
      })
    : chosen
  const { refundCents } = await cancelBookings(transaction, deps, calendars, [plan], {
    ...cancellation,
    reason,
  })
  // Checked only now, because a bank's decision is known only under the payment's lock.
  requirePreviewedRefund(refundCents + plan.askedCents, body.refund_usd)
  return plan
}
