/** Asks the provider for a payment's state, outside of a transaction, and records it. */
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
 * Records the state of a payment's checkout session: captures the payment if it was paid, fails it if the
 * session expired, and stores why a card was declined.
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
export async function syncPayment(deps: Deps, payment: Payment): Promise<void> {
  if (payment.status === 'refunding') return processPaymentRefunds(deps, payment.id)
  if (payment.status !== 'open' && payment.status !== 'failed') return
  if (payment.sessionId) {
    await applyCheckoutState(deps, payment.id, await deps.payments.checkoutState(payment.sessionId))
  } else if (payment.status === 'open' && payment.expiresAt <= deps.clock.now()) {
    await closeCheckout(deps, payment.id)
  }
}

/**
 * Expires a payment's checkout at the provider, so that it can no longer be paid. If the payer was faster,
 * the payment is captured. A payment that has no session yet fails at once.
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
 * @param paymentId which of the request's payments; the current one by default
 * @returns the payment as it is then; null if the request has none
 * @see docs/rules/money.md#confirming-a-payment
 */
export async function syncRequestPayment(
  deps: Deps,
  requestId: number,
  paymentId?: number,
): Promise<Payment | null> {
  const payment = await findRequestPayment(deps.database, requestId, paymentId)
  if (!payment) return null
  await syncPayment(deps, payment)
  return findPayment(deps.database, payment.id)
}
