import type { PaymentStatus } from '@tendwell/contract/payments'

/**
 * The life of a payment. `captured` is paid and not yet settled; every payment leaves it, to `succeeded` or to
 * `refunding`. A status never moves back, but where a refund bounces.
 */
export const LIFECYCLE = {
  /** The provider says it was paid; also of one that was given up here before. */
  capture: { from: ['open', 'failed'], to: 'captured' },
  /** Paid although another payment of the request has the money already: it goes straight back. */
  captureSurplus: { from: ['failed'], to: 'refunding' },
  settle: { from: ['captured'], to: 'succeeded' },
  refund: { from: ['captured'], to: 'refunding' },
  /** All of a settled payment has gone back, in one refund or several. */
  refundSettled: { from: ['succeeded'], to: 'refunded' },
  completeRefund: { from: ['refunding'], to: 'refunded' },
  /** A bank has sent back what it had taken: the one way on from `refunded`. */
  bounceRefund: { from: ['refunded'], to: 'refunding' },
  fail: { from: ['open'], to: 'failed' },
} as const

export type PaymentAction = keyof typeof LIFECYCLE
export type PaymentState = (typeof LIFECYCLE)[PaymentAction]['to'] | 'open'

/** Whether an action starts from this state. */
export function canMove(state: PaymentState, action: PaymentAction): boolean {
  return (LIFECYCLE[action].from as readonly PaymentState[]).includes(state)
}

/** Whether it takes, or has, a request's money: at most one payment a request is live. */
export function isLive(state: PaymentState): boolean {
  return state === 'open' || state === 'captured' || state === 'succeeded'
}

/** What its payer is told: a payment counts as pending until its money has come to rest. */
export function toPaymentStatus(state: PaymentState): PaymentStatus {
  return state === 'succeeded' || state === 'refunded' || state === 'failed' ? state : 'pending'
}

/** Whether all of it is on its way back, which is `pending` for its payer; not of a part that is given back. */
export function isRefunding(state: PaymentState): boolean {
  return state === 'refunding'
}

export type CheckoutTerms = {
  requestId: number
  payerId: number
  payeeId: number
  amountCents: number
  feeCents: number
}

const REUSE_MARGIN_MS = 10 * 60_000
/** A session of its own must be open for half an hour at least, says Stripe. */
const START_MARGIN_MS = 31 * 60_000

/** Whether an open payment still asks for just this, with time enough left to type a card number. */
export function isReusable(
  open: CheckoutTerms & { expiresAt: Date; sessionId: string | null },
  wanted: CheckoutTerms,
  now: Date,
): boolean {
  const marginMs = open.sessionId ? REUSE_MARGIN_MS : START_MARGIN_MS
  return (
    open.payerId === wanted.payerId &&
    open.payeeId === wanted.payeeId &&
    open.amountCents === wanted.amountCents &&
    open.feeCents === wanted.feeCents &&
    open.expiresAt.getTime() - now.getTime() >= marginMs
  )
}
