import { createHash } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import { type Transaction, withTransaction } from '../../platform/database.ts'
import { AppError, conflict } from '../../platform/errors.ts'
import { type CheckoutOrder, ProviderRefusal } from '../../ports/payments/port.ts'
import { findUser } from '../accounts/index.ts'
import { closeCheckout } from './advance.ts'
import { scheduleClose } from './events.ts'
import { type CheckoutTerms, isReusable } from './payment.ts'
import { findRequestPayment } from './queries.ts'
import { insertPayment, lockLivePayment, setSession } from './store.ts'
import type { Payment } from './tables.ts'

const CHECKOUT_MS = 60 * 60_000
const ATTEMPTS = 3

export type CheckoutRequest = CheckoutTerms & {
  /** What is paid for, as the payer reads it on the card page. */
  description: string
}

/**
 * Records the intent to pay, or takes up the live one.
 * @throws AppError 409 when the request is paid
 */
async function claimPayment(transaction: Transaction, deps: Deps, wanted: CheckoutRequest): Promise<Payment> {
  const now = deps.clock.now()
  const values = {
    requestId: wanted.requestId,
    payerId: wanted.payerId,
    payeeId: wanted.payeeId,
    description: wanted.description,
    amountCents: wanted.amountCents,
    feeCents: wanted.feeCents,
    provider: deps.payments.name,
    expiresAt: new Date(now.getTime() + CHECKOUT_MS),
    createdAt: now,
    updatedAt: now,
  }
  const payment =
    (await lockLivePayment(transaction, wanted.requestId)) ??
    (await insertPayment(transaction, values)) ??
    (await lockLivePayment(transaction, wanted.requestId))
  if (!payment) throw conflict('This payment was changed meanwhile')
  if (payment.status !== 'open') throw conflict('This request is already paid')
  return payment
}

/** A refusal in words for the payer. @throws AppError in its place */
function explainRefusal(error: unknown): never {
  if (!(error instanceof ProviderRefusal)) throw error
  if (error.code === 'amount_too_small') throw conflict('This amount is too small to be paid by card')
  throw new AppError(503, 'unavailable', 'The payment page can’t be opened at the moment', { cause: error })
}

/**
 * What a session is asked for by. The payer's address and ours may have changed since an answer was lost, and a key is
 * refused with other content: what was asked for before has been given to nobody, and expires.
 */
function keyOf(order: CheckoutOrder): string {
  const { payerEmail, successUrl, cancelUrl } = order
  const digest = createHash('sha256')
    .update(JSON.stringify([payerEmail, successUrl, cancelUrl]))
    .digest('hex')
  return `payment-${order.paymentId}-${digest.slice(0, 16)}`
}

/** Opens the provider's session of a payment; a repeat that sends the same finds the same one. */
async function startSession(deps: Deps, payment: Payment): Promise<string> {
  if (payment.checkoutUrl) return payment.checkoutUrl
  const payer = await findUser(deps.database, payment.payerId)
  const order = {
    paymentId: payment.id,
    amountCents: payment.amountCents,
    description: payment.description,
    payerEmail: payer?.email ?? '',
    successUrl: `${deps.publicUrl()}/payments/success?request_id=${payment.requestId}`,
    cancelUrl: `${deps.publicUrl()}/checkout/${payment.requestId}?canceled=1`,
    expiresAt: payment.expiresAt,
  }
  const session = await deps.payments.createCheckout(order, keyOf(order)).catch(explainRefusal)
  const isKept = await withTransaction(deps.database, (transaction) =>
    setSession(transaction, payment.id, session, deps.clock.now()),
  )
  if (!isKept) throw conflict('This payment was changed meanwhile')
  return session.url
}

/**
 * Gives the address of the provider's card page for a request. A request has one live payment: an open one that
 * asks for the same is taken up again, also after a crash in mid-way; any other is ended at the provider first.
 * Whether the payer may pay, and how much, the caller has checked. Call it outside of any transaction.
 * @throws AppError 409 when the request is paid already
 */
export async function openCheckout(
  deps: Deps,
  wanted: CheckoutRequest,
): Promise<{ paymentId: number; checkoutUrl: string }> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const payment = await withTransaction(deps.database, (transaction) =>
      claimPayment(transaction, deps, wanted),
    )
    if (isReusable(payment, wanted, deps.clock.now())) {
      return { paymentId: payment.id, checkoutUrl: await startSession(deps, payment) }
    }
    await closeCheckout(deps, payment.id)
  }
  throw conflict('This payment was changed meanwhile')
}

/**
 * Ends a request's open checkout, if there is one, after this transaction; paid meanwhile, it is captured. Takes
 * no lock, so that it may be called with the ledger's held: the job looks again under the payment's.
 */
export async function cancelCheckout(transaction: Transaction, deps: Deps, requestId: number): Promise<void> {
  const payment = await findRequestPayment(transaction, requestId)
  if (payment?.status === 'open') await scheduleClose(transaction, deps, payment.id)
}
