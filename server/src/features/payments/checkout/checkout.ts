import { createHash } from 'node:crypto'
import { paths } from '@tendwell/contract/routes'
import { HOUR_MS } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import { type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { AppError, conflict, outdated } from '../../../platform/errors.ts'
import { type CheckoutOrder, ProviderRefusal } from '../../../ports/payments/port.ts'
import { findUser } from '../../people/index.ts'
import { findPaymentStop } from '../holding/chargeback-queries.ts'
import { type CheckoutTerms, isReusable } from '../payment.ts'
import { findRequestPayment } from '../queries.ts'
import { insertPayment, lockLivePayment, setSession } from '../store.ts'
import type { Payment } from '../tables.ts'
import { scheduleClose } from '../webhooks/events.ts'
import { requireWithinFirstWeek } from './payment-limit.ts'
import { closeCheckout } from './sync.ts'

const CHECKOUT_OPEN_MS = HOUR_MS
/** How often `openCheckout` tries, because each open payment with other terms has to be closed first. */
const MAX_ATTEMPTS = 3
/** What a payer reads who can't pay because of a chargeback: `open` or `lost` (`findPaymentStop`). */
const STOP_TEXTS = {
  open: 'Your bank is deciding about an earlier payment, so you can’t pay for another booking until it has decided. If you didn’t mean to dispute that payment, call your bank and contact support',
  lost: 'Your bank took an earlier payment back, so you can’t pay for another booking. Please contact support',
}

export type CheckoutRequest = CheckoutTerms & {
  /** What is paid for, in words for the payer; shown on the card page. */
  description: string
}

/**
 * Inserts an open payment for a request, or locks the live one that it has.
 * @throws AppError 409 if the request is paid, a chargeback stops the payer from paying, or the limit of
 *   their first week is reached
 */
async function claimPayment(
  transaction: Transaction,
  deps: Deps,
  wantedCheckout: CheckoutRequest,
): Promise<Payment> {
  const stop = await findPaymentStop(transaction, wantedCheckout.payerId)
  if (stop) throw conflict(STOP_TEXTS[stop])
  await requireWithinFirstWeek(transaction, deps, wantedCheckout)
  const now = deps.clock.now()
  const values = {
    requestId: wantedCheckout.requestId,
    payerId: wantedCheckout.payerId,
    payeeId: wantedCheckout.payeeId,
    amountCents: wantedCheckout.amountCents,
    feeCents: wantedCheckout.feeCents,
    provider: deps.payments.name,
    expiresAt: new Date(now.getTime() + CHECKOUT_OPEN_MS),
    createdAt: now,
    updatedAt: now,
  }
  // The insert returns null if the request has a live payment; then that one is locked, unless it has ended
  // meanwhile.
  const payment =
    (await insertPayment(transaction, values)) ??
    (await lockLivePayment(transaction, wantedCheckout.requestId)) ??
    (await insertPayment(transaction, values))
  if (!payment) throw outdated('payment')
  if (payment.status !== 'open') throw conflict('This request is already paid')
  return payment
}

/** Throws a refusal of the provider as an AppError that the payer can read, and any other error unchanged. */
function throwRefusal(error: unknown): never {
  if (!(error instanceof ProviderRefusal)) throw error
  if (error.code === 'amount_too_small') throw conflict('This amount is too small to pay by card')
  throw new AppError(503, 'unavailable', 'The payment page can’t be opened right now', { cause: error })
}

/**
 * The idempotency key for creating a payment's session. Providers reject a key that is repeated with other
 * parameters, so the key contains a digest of the parameters that may change before a retry: the
 * description, the payer's email address and our URLs.
 */
function getIdempotencyKey(order: CheckoutOrder): string {
  const { description, payerEmail, successUrl, cancelUrl } = order
  const digest = createHash('sha256')
    .update(JSON.stringify([description, payerEmail, successUrl, cancelUrl]))
    .digest('hex')
  return `payment-${order.paymentId}-${digest.slice(0, 16)}`
}

/** Creates the provider's session for a payment, unless it has one. @returns the address of the card page */
async function startSession(deps: Deps, payment: Payment, description: string): Promise<string> {
  if (payment.checkoutUrl) return payment.checkoutUrl
  const payer = await findUser(deps.database, payment.payerId)
  const order = {
    paymentId: payment.id,
    amountCents: payment.amountCents,
    description,
    payerEmail: payer?.email ?? '',
    successUrl: `${deps.publicUrl()}${paths.paymentSuccess}?request_id=${payment.requestId}&payment_id=${payment.id}`,
    cancelUrl: `${deps.publicUrl()}${paths.checkout(payment.requestId)}?canceled=1`,
    expiresAt: payment.expiresAt,
  }
  const session = await deps.payments.createCheckout(order, getIdempotencyKey(order)).catch(throwRefusal)
  const isSessionStored = await withTransaction(deps.database, (transaction) =>
    setSession(transaction, payment.id, session, deps.clock.now()),
  )
  if (!isSessionStored) throw outdated('payment')
  return session.url
}

/**
 * Opens a checkout for a request. Reuses the request's open payment if its terms are the same; otherwise ends
 * that payment at the provider first. The caller has checked who may pay and how much. Calls the provider, so
 * it must not run in a transaction.
 * @returns the payment and the address of the provider's card page
 * @throws AppError 409 if the request is paid, a chargeback of another payment stops the payer, the amount is
 *   too small, or the limit of the payer's first week is reached; 503 if the provider refuses for another
 *   reason
 * @see docs/rules/money.md#payments
 */
export async function openCheckout(
  deps: Deps,
  wantedCheckout: CheckoutRequest,
): Promise<{ paymentId: number; checkoutUrl: string }> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const payment = await withTransaction(deps.database, (transaction) =>
      claimPayment(transaction, deps, wantedCheckout),
    )
    if (isReusable(payment, wantedCheckout, deps.clock.now())) {
      return {
        paymentId: payment.id,
        checkoutUrl: await startSession(deps, payment, wantedCheckout.description),
      }
    }
    await closeCheckout(deps, payment.id)
  }
  throw outdated('payment')
}

/**
 * Schedules a job that ends a request's open checkout, if it has one. If the payer was faster, the job
 * captures the payment. Takes no lock, so it may be called while ledger accounts are locked.
 */
export async function cancelCheckout(transaction: Transaction, deps: Deps, requestId: number): Promise<void> {
  const payment = await findRequestPayment(transaction, requestId)
  if (payment?.status === 'open') await scheduleClose(transaction, deps, payment.id)
}
