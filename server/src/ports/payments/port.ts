/** What a checkout session is asked for. All amounts are US cents. */
export type CheckoutOrder = {
  /** Our payment's id: the provider keeps it with the session. */
  paymentId: number
  amountCents: number
  description: string
  payerEmail: string
  successUrl: string
  cancelUrl: string
  expiresAt: Date
}

export type CheckoutSession = { id: string; url: string }

/** What the provider knows of a checkout session now. Once paid or expired, it stays so. */
export type CheckoutState = {
  sessionId: string
  status: 'open' | 'paid' | 'expired'
  amountCents: number
  paymentIntentId: string | null
  chargeId: string | null
  /** Why the last card was refused, in words for the payer; null when none was. */
  lastDecline: string | null
}

export type RefundState = { id: string; status: 'pending' | 'succeeded' | 'failed' }

/** A webhook whose signature and age were checked. */
export type ProviderEvent = {
  id: string
  type: string
  /** The checkout session that it speaks of, where it speaks of one. */
  sessionId: string | null
  payload: unknown
}

/**
 * Takes money and gives it back. Every call that moves something carries an idempotency key, so that it may be
 * repeated after a crash without a second effect. Calls go over the network: never make one in a transaction.
 */
export type PaymentProvider = {
  readonly name: 'sandbox' | 'stripe'
  /** The same key gives the same session again. */
  createCheckout(order: CheckoutOrder, idempotencyKey: string): Promise<CheckoutSession>
  checkoutState(sessionId: string): Promise<CheckoutState>
  /** Ends an open session, so that it can't be paid any more. One that is paid already stays paid. */
  expireCheckout(sessionId: string): Promise<CheckoutState>
  /** The same key gives the same refund again. */
  refund(paymentIntentId: string, amountCents: number, idempotencyKey: string): Promise<RefundState>
  refundState(refundId: string): Promise<RefundState>
  /** @throws AppError 400 when the signature is not the provider's or the event is too old */
  readEvent(rawBody: Buffer, headers: Record<string, string | string[] | undefined>): ProviderEvent
}
