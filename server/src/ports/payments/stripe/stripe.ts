/** Stripe: Checkout for cards, Connect Express for caregivers, webhooks, and the balance. */
import type Stripe from 'stripe'
import { type Clock, readUnshiftedMs } from '../../../platform/clock.ts'
import { invalidRequest } from '../../../platform/errors.ts'
import { readEnvelope } from '../event-envelope.ts'
import {
  type ChargebackState,
  type CheckoutOrder,
  type CheckoutState,
  type PaymentProvider,
  type ProviderMovement,
  ProviderRefusal,
  type RefundState,
} from '../port.ts'
import { callStripe, createClient, type StripeSettings } from './client.ts'
import { stripeConnect } from './connect.ts'

/** How old a webhook's signature may be, and how far ahead of our clock. */
const AGE_LIMIT_SECONDS = 300
/** How many items of a list Stripe sends at most. */
const PAGE_SIZE = 100

export function createStripe(settings: StripeSettings, clock: Clock): PaymentProvider {
  const stripe = createClient(settings)
  return {
    name: 'stripe',
    ...stripeCheckout(stripe),
    ...stripeRefunds(stripe),
    chargebackState: async (id) => toChargebackState(await callStripe(() => stripe.disputes.retrieve(id))),
    ...stripeConnect(stripe),
    movements: (span) => listMovements(stripe, span),
    readEvent(rawBody, headers) {
      const signature = { header: headers['stripe-signature'], receivedMs: readUnshiftedMs(clock) }
      requireSigned(stripe, settings.webhookSecrets, rawBody, signature)
      return readEnvelope(rawBody)
    },
  }
}

/** What Stripe gets to open a session. */
function toSessionParams(order: CheckoutOrder): Stripe.Checkout.SessionCreateParams {
  const metadata = { payment_id: String(order.paymentId) }
  return {
    mode: 'payment',
    allowed_payment_method_types: ['card'],
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: 'usd',
          unit_amount: order.amountCents,
          product_data: { name: order.description },
        },
      },
    ],
    customer_email: order.payerEmail,
    client_reference_id: String(order.paymentId),
    success_url: order.successUrl,
    cancel_url: order.cancelUrl,
    expires_at: Math.floor(order.expiresAt.getTime() / 1_000),
    metadata,
    payment_intent_data: { description: order.description, metadata },
  }
}

/** A session of Stripe's, of which the payment intent and its latest charge were expanded. */
function toCheckoutState(session: Stripe.Checkout.Session): CheckoutState {
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null
  const charge = intent?.latest_charge ?? null
  const isPaid = session.status === 'complete' && session.payment_status === 'paid'
  return {
    sessionId: session.id,
    status: isPaid ? 'paid' : session.status === 'expired' ? 'expired' : 'open',
    amountCents: session.amount_total ?? 0,
    paymentIntentId: intent?.id ?? null,
    chargeId: typeof charge === 'string' ? charge : (charge?.id ?? null),
    cardName: typeof charge === 'string' ? null : (charge?.billing_details.name ?? null),
    lastDecline: isPaid ? null : (intent?.last_payment_error?.message ?? null),
  }
}

function stripeCheckout(
  stripe: Stripe,
): Pick<PaymentProvider, 'createCheckout' | 'checkoutState' | 'expireCheckout'> {
  const getState = async (sessionId: string) =>
    toCheckoutState(
      await callStripe(() =>
        stripe.checkout.sessions.retrieve(sessionId, { expand: ['payment_intent.latest_charge'] }),
      ),
    )
  return {
    async createCheckout(order, idempotencyKey) {
      const { id, url } = await callStripe(() =>
        stripe.checkout.sessions.create(toSessionParams(order), { idempotencyKey }),
      )
      if (!url) throw new Error(`Stripe returned no URL for the session ${id}`)
      return { id, url }
    },
    checkoutState: getState,
    async expireCheckout(sessionId) {
      try {
        await callStripe(() => stripe.checkout.sessions.expire(sessionId))
      } catch (error) {
        // Only an open session can be expired: this one was paid or has expired.
        if (!(error instanceof ProviderRefusal)) throw error
      }
      return getState(sessionId)
    },
  }
}

/** A refund of Stripe's. It is pending with every status that isn't final. */
function toRefundState(refund: Stripe.Refund): RefundState {
  const { id, status } = refund
  const hasFailed = status === 'failed' || status === 'canceled'
  return {
    id,
    status: status === 'succeeded' ? 'succeeded' : hasFailed ? 'failed' : 'pending',
    failureReason: refund.failure_reason ?? null,
  }
}

/** Refunds. An attempt that may have been made already is looked up by its key. */
function stripeRefunds(stripe: Stripe): Pick<PaymentProvider, 'refund' | 'refundState'> {
  return {
    async refund({ paymentIntentId, amountCents }, { key, mayBeRepeat, isOnlyLookedUp }) {
      if (mayBeRepeat) {
        const earlierRefunds = await callStripe(() =>
          stripe.refunds.list({ payment_intent: paymentIntentId, limit: PAGE_SIZE }),
        )
        const earlierRefund = earlierRefunds.data.find(({ metadata }) => metadata?.key === key)
        if (earlierRefund) return toRefundState(earlierRefund)
      }
      if (isOnlyLookedUp) throw new ProviderRefusal('The refund was not made', 'not_made')
      const refund = await callStripe(() =>
        stripe.refunds.create(
          { payment_intent: paymentIntentId, amount: amountCents, metadata: { key } },
          { idempotencyKey: key },
        ),
      )
      return toRefundState(refund)
    },
    refundState: async (refundId) => toRefundState(await callStripe(() => stripe.refunds.retrieve(refundId))),
  }
}

/**
 * How a dispute of Stripe's has ended, by its status; others are open. An inquiry (`warning_…`) counts as a
 * chargeback: it is open until the bank closes it, and then nothing was taken.
 */
const CHARGEBACK_ENDS: Partial<Record<Stripe.Dispute.Status, 'won' | 'lost'>> = {
  won: 'won',
  warning_closed: 'won',
  prevented: 'won',
  lost: 'lost',
}

function toChargebackState(dispute: Stripe.Dispute): ChargebackState {
  const { id, charge, amount, status, reason, evidence_details: evidence } = dispute
  return {
    id,
    chargeId: typeof charge === 'string' ? charge : charge.id,
    amountCents: amount,
    status: CHARGEBACK_ENDS[status] ?? 'open',
    reason,
    evidenceDueAt: evidence.due_by ? new Date(evidence.due_by * 1_000) : null,
  }
}

/** The kinds of movements that we cause, by Stripe's type. */
const MOVEMENT_KINDS: Record<string, ProviderMovement['kind']> = {
  charge: 'charge',
  payment: 'charge',
  refund: 'refund',
  payment_refund: 'refund',
  refund_failure: 'refund_failure',
  payment_failure_refund: 'refund_failure',
  transfer: 'transfer',
  transfer_refund: 'reversal',
  transfer_cancel: 'reversal',
}

/** The types of `own` movements, between us and Stripe: fees, taxes, the platform's payouts and top-ups. */
const OWN_MOVEMENT = /^(?:payout|topup)(?:_|$)|^(?:stripe_fee|stripe_fx_fee|tax_fee|fee_credit_funding)$/

/**
 * The kind of a movement, by Stripe's type of it. One that we did not cause and that is not `own` is `other`,
 * which the reconciliation reports: chargebacks, reserves, failed transfers.
 */
function toMovementKind(type: string): ProviderMovement['kind'] {
  return MOVEMENT_KINDS[type] ?? (OWN_MOVEMENT.test(type) ? 'own' : 'other')
}

/** Reads the movements of our balance page by page. */
async function* listMovements(
  stripe: Stripe,
  { from, until }: { from: Date; until: Date },
): AsyncIterable<ProviderMovement> {
  const created = { gte: Math.floor(from.getTime() / 1_000), lt: Math.floor(until.getTime() / 1_000) }
  let lastId: string | undefined
  do {
    const page = await callStripe(() =>
      stripe.balanceTransactions.list({
        created,
        limit: PAGE_SIZE,
        ...(lastId && { starting_after: lastId }),
      }),
    )
    for (const { id, source, type, amount, created: seconds } of page.data) {
      const reference = typeof source === 'string' ? source : (source?.id ?? id)
      const createdAt = new Date(seconds * 1_000)
      yield { kind: toMovementKind(type), reference, amountCents: amount, createdAt }
    }
    lastId = page.has_more ? page.data.at(-1)?.id : undefined
  } while (lastId)
}

/** @throws AppError 400 unless one of the secrets signed this body within the last 5 minutes */
function requireSigned(
  stripe: Stripe,
  secrets: readonly string[],
  rawBody: Buffer,
  { header, receivedMs }: { header: string | string[] | undefined; receivedMs: number },
): void {
  const invalidSignature = invalidRequest('The signature is not valid')
  if (typeof header !== 'string') throw invalidSignature
  const seconds = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(header)?.[1])
  // The SDK rejects old signatures, but accepts those from the future. Without a time, `seconds` is NaN and
  // isn't accepted either.
  if (!(seconds - receivedMs / 1_000 <= AGE_LIMIT_SECONDS)) throw invalidSignature
  const isSigned = secrets.some((secret) => {
    try {
      const { signature } = stripe.webhooks
      return (
        signature?.verifyHeader(rawBody, header, secret, AGE_LIMIT_SECONDS, undefined, receivedMs) ?? false
      )
    } catch {
      return false
    }
  })
  if (!isSigned) throw invalidSignature
}
