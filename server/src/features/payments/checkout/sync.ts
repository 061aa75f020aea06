/** Asks the provider, outside of a transaction, what it knows of a payment, and records the answer. */
import type { Deps } from '../../../deps.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import type { CheckoutState } from '../../../ports/payments/port.ts'
import { findPayment, findRequestPayment } from '../queries.ts'
import { processPaymentRefunds } from '../refunds/process.ts'
import { lockPayment, recordDecline } from '../store.ts'
import type { Payment } from '../tables.ts'
import { capturePayment, failPayment } from './capture.ts'

/** Shown to the payer of a checkout that ended unpaid, unless a card was declined there. */
const NOT_COMPLETED = 'The payment was not completed in time'

/**
 * Records a checkout session's state: captures a paid one, fails an expired one, keeps why a card was
 * declined.
 */
async function applyCheckoutState(deps: Deps, paymentId: number, state: CheckoutState): Promise<void> {
  const { lastDecline } = state
  if (state.status === 'open' && !lastDecline) return
  await withTransaction(deps.database, async (transaction) => {
    if (state.status === 'open') return recordDecline(transaction, paymentId, lastDecline as string)
    if (state.status === 'paid') return capturePayment(transaction, deps, paymentId, state)
    const payment = await lockPayment(transaction, paymentId)
    if (payment.status === 'open') {
      await failPayment(transaction, deps, payment, lastDecline ?? NOT_COMPLETED)
    }
  })
}

/**
 * Takes a payment as far as the provider allows: captures an open or failed one that was paid, and processes
 * refunds. Safe to call at any time, any number of times, in parallel.
 * @see docs/rules/money.md#confirming-a-payment
 */
export async function syncPayment(deps: Deps, paymentId: number): Promise<void> {
  const payment = await findPayment(deps.database, paymentId)
  if (payment?.status === 'refunding') return processPaymentRefunds(deps, payment.id)
  if (payment?.status !== 'open' && payment?.status !== 'failed') return
  if (payment.sessionId) {
    await applyCheckoutState(deps, paymentId, await deps.payments.checkoutState(payment.sessionId))
  } else if (payment.status === 'open' && payment.expiresAt <= deps.clock.now()) {
    await closeCheckout(deps, paymentId)
  }
}

/**
 * Expires a payment's checkout at the provider, so that it can no longer be paid. If it was paid first, it is
 * captured. A payment without a session just fails: `openCheckout` then no longer returns its address.
 */
export async function closeCheckout(deps: Deps, paymentId: number): Promise<void> {
  const { sessionId } = await withTransaction(deps.database, async (transaction) => {
    const payment = await lockPayment(transaction, paymentId)
    if (payment.status === 'open' && payment.sessionId === null) {
      await failPayment(transaction, deps, payment, NOT_COMPLETED)
    }
    return payment
  })
  if (sessionId) await applyCheckoutState(deps, paymentId, await deps.payments.expireCheckout(sessionId))
}

/**
 * Syncs a request's payment with the provider now, without waiting for the webhook.
 * @param paymentId which of its payments, if not the current one
 * @returns the payment after that; null if the request has none
 * @see docs/rules/money.md#confirming-a-payment
 */
export async function syncRequestPayment(
  deps: Deps,
  requestId: number,
  paymentId?: number,
): Promise<Payment | null> {
  const payment = await findRequestPayment(deps.database, requestId, paymentId)
  if (!payment) return null
  await syncPayment(deps, payment.id)
  return findPayment(deps.database, payment.id)
}
