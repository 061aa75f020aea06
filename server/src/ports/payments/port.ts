/** The payment for which a checkout session is opened. All amounts are US cents. */
export type CheckoutOrder = {
  /** Our payment's id, which the provider stores with the session. */
  paymentId: number
  amountCents: number
  description: string
  payerEmail: string
  successUrl: string
  cancelUrl: string
  expiresAt: Date
}

export type CheckoutSession = { id: string; url: string }

/** A checkout session's state at the provider. `paid` and `expired` are final. */
export type CheckoutState = {
  sessionId: string
  status: 'open' | 'paid' | 'expired'
  amountCents: number
  paymentIntentId: string | null
  chargeId: string | null
  /** The name on the card, as the payer typed it; null if the provider doesn't say. */
  cardName: string | null
  /** Why the payer's latest card was declined, as a text for the payer; null if none was. */
  lastDecline: string | null
}

/**
 * An attempt at a call that moves money. Calls with the same key have one effect together. As providers
 * forget keys after a day, the result is looked up first if the call may have been made before
 * (`mayBeRepeat`). `isOnlyLookedUp`: if the call was not made before, it is refused and not made now.
 */
export type Attempt = { key: string; mayBeRepeat: boolean; isOnlyLookedUp?: boolean }

export type RefundState = {
  id: string
  status: 'pending' | 'succeeded' | 'failed'
  failureReason: string | null
}

/**
 * The bank account for payouts. It has the same fingerprint each time it is entered, also by another person.
 */
export type Bank = { fingerprint: string; last4: string }

/**
 * A caregiver's account with the provider: whether details were submitted, and whether payouts are enabled.
 */
export type AccountState = { detailsSubmitted: boolean; payoutsEnabled: boolean; bank: Bank | null }

/** Money to a caregiver's account, in cents. */
export type TransferOrder = { payoutId: number; accountId: string; amountCents: number }

/** A payout from a caregiver's account to their bank. Its id begins with `po_`. */
export type PayoutState = {
  id: string
  status: 'pending' | 'paid' | 'failed' | 'canceled'
  amountCents: number
  failureReason: string | null
}

/**
 * A chargeback: the payer's bank takes a charge back. `lost` is final; after `won` a bank may open it again.
 */
export type ChargebackState = {
  id: string
  chargeId: string
  amountCents: number
  status: 'open' | 'won' | 'lost'
  /** The bank's reason, as the provider's code: `fraudulent`. */
  reason: string
  /** Until when we can send evidence; null if the bank asks for none. */
  evidenceDueAt: Date | null
}

/** A change of our balance at the provider, in cents before the provider's fees. Charges are positive. */
export type ProviderMovement = {
  /** `own`: between us and the provider, such as fees. `other`: anything that we did not cause. */
  kind: 'charge' | 'refund' | 'refund_failure' | 'transfer' | 'reversal' | 'own' | 'other'
  /** The object that caused the movement: `ch_…`, `re_…`, `tr_…`, `trr_…`; or else the movement's own id. */
  reference: string
  amountCents: number
  createdAt: Date
}

/** A webhook whose signature and age were verified. */
export type ProviderEvent = {
  id: string
  type: string
  /** The checkout session that the event is about, if any. */
  sessionId: string | null
  /** The connected account that the event came from or is about, if any. */
  accountId: string | null
  /** The object that the event is about: a payout, a refund, a charge. */
  objectId: string | null
}

/**
 * Thrown if the provider refused a call, so that no money moved. The same idempotency key gets the same
 * refusal, so another try needs a new key. After any other error the call may have had an effect.
 */
export class ProviderRefusal extends Error {
  readonly code: string
  /** Whether the call may succeed later, because the balance is too small for now. */
  readonly isTemporary: boolean

  constructor(message: string, code: string, isTemporary = false) {
    super(message)
    this.name = 'ProviderRefusal'
    this.code = code
    this.isTemporary = isTemporary
  }
}

/**
 * Takes payments, refunds them and pays out. Each call that moves money has an idempotency key, so it can be
 * repeated after a crash. Calls go over the network: never make one in a transaction.
 */
export type PaymentProvider = {
  readonly name: 'sandbox' | 'stripe'
  /** A repeated key returns the same session. */
  createCheckout(order: CheckoutOrder, idempotencyKey: string): Promise<CheckoutSession>
  checkoutState(sessionId: string): Promise<CheckoutState>
  /** Expires an open session, so that it can no longer be paid. A paid one stays paid. */
  expireCheckout(sessionId: string): Promise<CheckoutState>
  /** @throws ProviderRefusal */
  refund(order: { paymentIntentId: string; amountCents: number }, attempt: Attempt): Promise<RefundState>
  refundState(refundId: string): Promise<RefundState>
  /** @throws ProviderRefusal for an unknown id */
  chargebackState(chargebackId: string): Promise<ChargebackState>
  /** Creates an account for a caregiver; a repeated key returns the same account. */
  createAccount(owner: { userId: number; email: string }, idempotencyKey: string): Promise<string>
  /** The address of the page for the caregiver's details: short-lived, for one use. */
  onboardingLink(accountId: string, urls: { returnUrl: string; refreshUrl: string }): Promise<string>
  accountState(accountId: string): Promise<AccountState>
  /** Moves money from our balance to an account. @throws ProviderRefusal */
  transfer(order: TransferOrder, attempt: Attempt): Promise<string>
  /** Sends money from an account to its bank. @throws ProviderRefusal */
  payOut(order: TransferOrder, attempt: Attempt): Promise<PayoutState>
  payoutState(accountId: string, payoutId: string): Promise<PayoutState>
  /** Reverses a transfer in full. @throws ProviderRefusal */
  reverseTransfer(transferId: string, amountCents: number, attempt: Attempt): Promise<string>
  /** All movements of our balance in a span of time, in any order. */
  movements(span: { from: Date; until: Date }): AsyncIterable<ProviderMovement>
  /** @throws AppError 400 if the signature is not the provider's or the event is too old */
  readEvent(rawBody: Buffer, headers: Record<string, string | string[] | undefined>): ProviderEvent
}

/** The part of the provider that is about caregivers' accounts. */
export type PayoutProvider = Pick<
  PaymentProvider,
  | 'createAccount'
  | 'onboardingLink'
  | 'accountState'
  | 'transfer'
  | 'payOut'
  | 'payoutState'
  | 'reverseTransfer'
>
