import { getReasonLabel } from '@tendwell/contract/cancellation/calls'
import type { BookingWindow } from '@tendwell/contract/console/bookings'
import { PRODUCT_NAME } from '../../../lib/product.ts'

const sides = { caretaker: 'the family', caregiver: 'the caregiver' } as const

/**
 * Who canceled a visit, for whom, and why: `by Tendwell for the family · Illness`. Empty for one that wasn't
 * canceled.
 */
export function describeCanceling(
  window: Pick<BookingWindow, 'canceled_by' | 'canceled_for' | 'cancel_reason'>,
): string {
  const { canceled_by: by, canceled_for: side, cancel_reason: reason } = window
  if (by === null) return ''
  const wanting = by === 'admin' ? side : by
  const who = by === 'admin' ? `${PRODUCT_NAME}${side ? ` for ${sides[side]}` : ''}` : sides[by]
  return `by ${who}${wanting && reason ? ` · ${getReasonLabel(wanting, reason)}` : ''}`
}
