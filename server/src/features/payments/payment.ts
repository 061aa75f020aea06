import type { PaymentStatus } from '@tendwell/contract/payments/payments'
import { MINUTE_MS } from '@tendwell/contract/time'

/**
 * The transitions of a payment. `captured` means paid and not yet settled; it always ends in `succeeded` or
 * `refunding`. Only a bounced refund leads back to an earlier status.
 * @see docs/rules/money.md#payments
 */
export const TRANSITIONS = {
  /** The provider has the money, even for a payment that failed here before. */
  capture: { from: ['open', 'failed'], to: 'captured' },
  /** Paid, but another payment of the request already has money: refunded immediately. */
  captureSurplus: { from: ['failed'], to: 'refunding' },
  settle: { from: ['captured'], to: 'succeeded' },
  refund: { from: ['captured'], to: 'refunding' },
  /** The refunds of a settled payment add up to all of it. */
  refundSettled: { from: ['succeeded'], to: 'refunded' },
  completeRefund: { from: ['refunding'], to: 'refunded' },
  /** The payer's bank returned a refund. */
  bounceRefund: { from: ['refunded'], to: 'refunding' },
  fail: { from: ['open'], to: 'failed' },
} as const

export type PaymentAction = keyof typeof TRANSITIONS
export type PaymentState = (typeof TRANSITIONS)[PaymentAction]['to'] | 'open'

/** Whether an action starts from this state. */
export function canTransition(state: PaymentState, action: PaymentAction): boolean {
  return (TRANSITIONS[action].from as readonly PaymentState[]).includes(state)
}

/**
 * The states of a live payment, which can still be paid or was paid and not refunded in full. A request has
 * at most one live payment.
 */
export const LIVE_STATES = ['open', 'captured', 'succeeded'] as const satisfies readonly PaymentState[]

/** Whether a payment in this state can still be paid, or was paid and not refunded in full. */
export function isLive(state: PaymentState): boolean {
  return (LIVE_STATES as readonly PaymentState[]).includes(state)
}

/**
 * The status that people read: `pending` until the payment is settled, refunded or failed. A payment whose
 * refund is on its way was paid, so it is `succeeded`. A payment of which all was sent back is `refunded`,
 * even if Tendwell bore the refund and the payee keeps the money.
 * @param refundedCents what was sent back of the payment
 */
export function toPaymentStatus(
  { status, amountCents }: { status: PaymentState; amountCents: number },
  refundedCents: number,
): PaymentStatus {
  if (status === 'succeeded') return refundedCents === amountCents ? 'refunded' : 'succeeded'
  if (status === 'refunding') return 'succeeded'
  return status === 'refunded' || status === 'failed' ? status : 'pending'
}

/** Whether the whole payment is being refunded. */
export function isRefunding(state: PaymentState): boolean {
  return state === 'refunding'
}

/** What a checkout is for: the booking request, its two sides, the price and the fee in it. */
export type CheckoutTerms = {
  requestId: number
  payerId: number
  payeeId: number
  amountCents: number
  feeCents: number
}

/** A checkout is reused only if the payer still has this long to enter a card. */
const REUSE_MARGIN_MS = 10 * MINUTE_MS
/**
 * A payment without a session is reused only if it stays open for this long, because Stripe keeps a new
 * session open for at least 30 minutes.
 */
const START_MARGIN_MS = 31 * MINUTE_MS

/** Whether an open payment can be reused: it has the wanted terms, and enough time left to enter a card. */
export function isReusable(
  openPayment: CheckoutTerms & { expiresAt: Date; sessionId: string | null },
  wantedTerms: CheckoutTerms,
  now: Date,
): boolean {
  const marginMs = openPayment.sessionId ? REUSE_MARGIN_MS : START_MARGIN_MS
  return (
    openPayment.payerId === wantedTerms.payerId &&
    openPayment.payeeId === wantedTerms.payeeId &&
    openPayment.amountCents === wantedTerms.amountCents &&
    openPayment.feeCents === wantedTerms.feeCents &&
    openPayment.expiresAt.getTime() - now.getTime() >= marginMs
  )
}
