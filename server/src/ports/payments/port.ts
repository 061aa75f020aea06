/** What to open a checkout session for. All amounts are US cents. */
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
  /** Why the last card was declined, for the payer; null if none was. */
  lastDecline: string | null
}

/**
 * An attempt at a call that moves money. Repeating a key has one effect. Providers forget keys after a day,
 * so if the call may have been made before, its result is looked up first. `isOnlyLookedUp`: one that wasn't
 * made before is refused.
 */
export type Attempt = { key: string; mayBeRepeat: boolean; isOnlyLookedUp?: boolean }

export type RefundState = {
  id: string
  status: 'pending' | 'succeeded' | 'failed'
  failureReason: string | null
}

/** Where an account's payouts go. The same bank account has the same fingerprint each time it is entered. */
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

/** A chargeback: the payer's bank takes a charge back. `lost` is final; a bank may open a won one again. */
export type ChargebackState = {
  id: string
  chargeId: string
  amountCents: number
  status: 'open' | 'won' | 'lost'
  /** The bank's reason, as the provider's code: `fraudulent`. */
  reason: string
  /** Until when evidence can be sent; null if none is asked for. */
  evidenceDueAt: Date | null
}

/** A change of our balance at the provider, in cents before its fees: charges are positive. */
export type ProviderMovement = {
  /** `own` is between the platform and the provider, such as fees; `other` we did not cause. */
  kind: 'charge' | 'refund' | 'refund_failure' | 'transfer' | 'reversal' | 'own' | 'other'
  /** The object that caused it: `ch_…`, `re_…`, `tr_…`, `trr_…`; the movement's own id if there is none. */
  reference: string
  amountCents: number
  createdAt: Date
}

/** A webhook whose signature and age were verified. */
export type ProviderEvent = {
  id: string
  type: string
  /** The checkout session that it is about, if any. */
  sessionId: string | null
  /** The connected account that it came from or is about. */
  accountId: string | null
  /** The object that it is about: a payout, a refund, a charge. */
  objectId: string | null
}

/**
 * The provider refused a call, and no money moved. The same idempotency key gets the same refusal, so another
 * try needs a new one. After any other error the call may have had an effect.
 */
export class ProviderRefusal extends Error {
  readonly code: string
  /** The balance is too small for now. */
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

/** The calls about caregivers' accounts. */
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
