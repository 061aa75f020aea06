import type { PaymentStanding } from '@tendwell/contract/payments'

/**
 * Where a payment is, as its payer sees it. `refunding` and `refunded`: it was charged, and goes or went back;
 * `refused`: nothing was charged, and another try may follow; `unasked`: nobody could be asked yet.
 */
export type Stage = 'unpaid' | 'unasked' | 'waiting' | 'refused' | 'refunding' | 'refunded' | 'booked'

/**
 * @param known what the server says of it; undefined while it has not answered
 * @param problem why it does not: there is no payment, or the call failed
 */
export function stageOf(known: PaymentStanding | undefined, problem: 'unpaid' | 'failed' | null): Stage {
  if (problem === 'unpaid') return 'unpaid'
  if (!known) return problem === 'failed' ? 'unasked' : 'waiting'
  if (known.status === 'succeeded') return 'booked'
  if (known.status === 'refunded') return 'refunded'
  if (known.is_refunding) return 'refunding'
  return known.status === 'failed' || known.failure_reason ? 'refused' : 'waiting'
}
