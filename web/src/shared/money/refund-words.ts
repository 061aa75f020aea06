import type { Booking } from '@tendwell/contract/bookings/bookings'

/**
 * How far a refund is, in the same words on a booking and on its receipt. One that the card refused is still
 * tried, or paid another way.
 */
export const refundWords: Record<Booking['refunds'][number]['status'], string> = {
  pending: 'on its way',
  succeeded: 'refunded',
  failed: 'on its way',
  taken_back: 'given back by the bank',
}
