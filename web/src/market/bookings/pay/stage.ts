import type { PaymentStanding } from '@tendwell/contract/payments/payments'

/**
 * A payment as its payer sees it. In `refunding` and `refunded` the card was charged; in `refused` it was
 * not, and the payer may try again; `unknown` means that the payment could not be read.
 */
export type Stage = 'unpaid' | 'unknown' | 'waiting' | 'refused' | 'refunding' | 'refunded' | 'booked'

interface Evidence {
  /** The payment as the server last described it. */
  known: PaymentStanding | undefined
  /** Why it could not be read: there is none, or the call failed. */
  problem: 'unpaid' | 'failed' | null
  /** The time in which nothing is called failed is over. */
  isLate: boolean
  /**
   * The provider has been asked since the payer came back. What is known of a failure may be older than that.
   */
  hasAsked: boolean
}

export function getPaymentStage({ known, problem, isLate, hasAsked }: Evidence): Stage {
  if (problem === 'unpaid') return 'unpaid'
  if (!known) return problem === 'failed' && isLate ? 'unknown' : 'waiting'
  if (known.status === 'succeeded') return 'booked'
  if (known.status === 'refunded') return 'refunded'
  if (known.is_refunding) return 'refunding'
  const isRefused = known.status === 'failed' || known.failure_reason !== null
  return isRefused && isLate && hasAsked ? 'refused' : 'waiting'
}
