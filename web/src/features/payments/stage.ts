import type { PaymentStanding } from '@tendwell/contract/payments'

/**
 * A payment as its payer sees it. In `refunding` and `refunded` the card was charged; in `refused` it was not, and the
 * payer may try again; `unknown` means that the payment could not be read.
 */
export type Stage = 'unpaid' | 'unknown' | 'waiting' | 'refused' | 'refunding' | 'refunded' | 'booked'

/**
 * @param known the payment as the server last described it
 * @param problem why it could not be read: there is none, or the call failed
 */
export function toStage(known: PaymentStanding | undefined, problem: 'unpaid' | 'failed' | null): Stage {
  if (problem === 'unpaid') return 'unpaid'
  if (!known) return problem === 'failed' ? 'unknown' : 'waiting'
  if (known.status === 'succeeded') return 'booked'
  if (known.status === 'refunded') return 'refunded'
  if (known.is_refunding) return 'refunding'
  return known.status === 'failed' || known.failure_reason ? 'refused' : 'waiting'
}
