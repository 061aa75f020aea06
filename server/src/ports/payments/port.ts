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

/**
 * What a call that moves money is repeated by. The same key has one effect. Providers forget keys after a day, so a
 * call that may have been made before says so, and is then looked for first.
 */
export type Attempt = { key: string; mayBeRepeat: boolean }

export type RefundState = {
  id: string
  status: 'pending' | 'succeeded' | 'failed'
  failureReason: string | null
}

/** A caregiver's account with the provider: whether she gave her details, and whether it pays out. */
export type AccountState = { detailsSubmitted: boolean; payoutsEnabled: boolean }

/** Money for a caregiver's account. */
export type TransferOrder = { payoutId: number; accountId: string; amountCents: number }

/** A payout from a caregiver's account to her bank. Its id begins with `po_`. */
export type PayoutState = {
  id: string
  status: 'pending' | 'paid' | 'failed' | 'canceled'
  amountCents: number
  failureReason: string | null
}

/** A change of the balance that the provider keeps for us, in cents before its own fees: charges above zero. */
export type ProviderMovement = {
  /** `own` is between the platform and the provider alone, such as its fees; `other` nobody here has caused. */
  kind: 'charge' | 'refund' | 'refund_failure' | 'transfer' | 'reversal' | 'own' | 'other'
  /** The object behind it: `ch_…`, `re_…`, `tr_…`, `trr_…`; the movement's own id where there is none. */
  reference: string
  amountCents: number
  createdAt: Date
}

/** A webhook whose signature and age were checked. */
export type ProviderEvent = {
  id: string
  type: string
  /** The checkout session that it speaks of, where it speaks of one. */
  sessionId: string | null
  /** The connected account that it came from, or speaks of. */
  accountId: string | null
  /** The object that it speaks of: a payout, a refund, a charge. */
  objectId: string | null
  payload: unknown
}

/**
 * The provider has said no, and nothing has moved; the same key would be answered the same again. Every other error
 * of a call leaves open whether it had an effect.
 */
export class ProviderRefusal extends Error {
  readonly code: string
  /** The balance does not suffice yet: it may later, without anybody doing anything. */
  readonly isTemporary: boolean

  constructor(message: string, code: string, isTemporary = false) {
    super(message)
    this.name = 'ProviderRefusal'
    this.code = code
    this.isTemporary = isTemporary
  }
}

/**
 * Takes money, gives it back and pays it out. Every call that moves something carries an idempotency key, so that it
 * may be repeated after a crash without a second effect. Calls go over the network: never make one in a transaction.
 */
export type PaymentProvider = {
  readonly name: 'sandbox' | 'stripe'
  /** The same key gives the same session again. */
  createCheckout(order: CheckoutOrder, idempotencyKey: string): Promise<CheckoutSession>
  checkoutState(sessionId: string): Promise<CheckoutState>
  /** Ends an open session, so that it can't be paid any more. One that is paid already stays paid. */
  expireCheckout(sessionId: string): Promise<CheckoutState>
  /** @throws ProviderRefusal */
  refund(order: { paymentIntentId: string; amountCents: number }, attempt: Attempt): Promise<RefundState>
  refundState(refundId: string): Promise<RefundState>
  /** Opens an account for a caregiver; the same key gives the same account again. */
  createAccount(owner: { userId: number; email: string }, idempotencyKey: string): Promise<string>
  /** The address of the page where she gives her details: short-lived, for one use. */
  onboardingLink(accountId: string, urls: { returnUrl: string; refreshUrl: string }): Promise<string>
  accountState(accountId: string): Promise<AccountState>
  /** Moves money from our balance to an account. @throws ProviderRefusal */
  transfer(order: TransferOrder, attempt: Attempt): Promise<string>
  /** Sends money from an account to its bank. @throws ProviderRefusal */
  payOut(order: TransferOrder, attempt: Attempt): Promise<PayoutState>
  payoutState(accountId: string, payoutId: string): Promise<PayoutState>
  /** Takes a transfer back in full. @throws ProviderRefusal */
  reverseTransfer(transferId: string, amountCents: number, attempt: Attempt): Promise<string>
  /** All that moved our balance from one moment until another, in any order. */
  movements(span: { from: Date; until: Date }): AsyncIterable<ProviderMovement>
  /** @throws AppError 400 when the signature is not the provider's or the event is too old */
  readEvent(rawBody: Buffer, headers: Record<string, string | string[] | undefined>): ProviderEvent
}
