/** What both sides read of a booking's refunds. @see docs/rules/money.md#what-both-sides-read-of-refunds */

import type { Booking, CanceledBy } from '@tendwell/contract/bookings/bookings'
import { usdFromCents } from '@tendwell/contract/money'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import type { Refund } from '../../payments/index.ts'
import { getCancellationKey } from '../canceling/canceled-refunds.ts'
import type { BookingRow } from '../store.ts'

/** The reason of a cancellation's refund as the caregiver reads it; `RECEIPT_TEXTS` has the family's. */
const CAREGIVER_TEXTS: Record<CanceledBy, string> = {
  caretaker: 'The family canceled',
  caregiver: 'You canceled',
  admin: 'Tendwell canceled',
}

/**
 * How much of a booking was sent back, and how much is on its way, in dollars. A failed refund is still owed,
 * so it counts as on its way.
 */
export function sumRefunds(
  refunds: readonly Pick<Refund, 'amountCents' | 'status'>[],
): Pick<Booking, 'refunded_usd' | 'refunding_usd'> {
  const sum = (...statuses: Refund['status'][]) =>
    refunds
      .filter(({ status }) => statuses.includes(status))
      .reduce((cents, { amountCents }) => cents + amountCents, 0)
  return {
    refunded_usd: usdFromCents(sum('succeeded')),
    refunding_usd: usdFromCents(sum('pending', 'failed')),
  }
}

/**
 * Each refund, with its reason as this side may read it. For cancellations the caregiver gets
 * `CAREGIVER_TEXTS`, because a receipt may say that the family's account was closed.
 */
export function toRefundResponses(
  refunds: readonly Pick<Refund, 'id' | 'key' | 'createdAt' | 'amountCents' | 'reason' | 'status'>[],
  booked: readonly Pick<BookingRow, 'id' | 'canceledBy'>[],
  side: Side,
): Booking['refunds'] {
  return refunds.map((refund) => {
    // The key of a cancellation's refund names the first of the bookings that it refunds.
    const namedBooking = booked.find(({ id }) => refund.key.endsWith(`:${getCancellationKey(id)}`))
    const canceledBy = side === 'caregiver' ? namedBooking?.canceledBy : undefined
    return {
      id: refund.id,
      created_at: refund.createdAt.toISOString(),
      amount_usd: usdFromCents(refund.amountCents),
      reason: canceledBy ? CAREGIVER_TEXTS[canceledBy] : refund.reason,
      status: refund.status,
    }
  })
}
