/** Steps at the provider: each asks it first, outside a transaction, and then books what it said. */
import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database.ts'
import type { CheckoutState } from '../../ports/payments/port.ts'
import { capturePayment, failPayment } from './commands.ts'
import { processPaymentRefunds } from './give-back.ts'
import { findPayment, findRequestPayment } from './queries.ts'
import { lockPayment, recordDecline } from './store.ts'
import type { Payment } from './tables.ts'

/** Shown to the payer of a checkout that ended unpaid, unless a card was refused there. */
const NOT_COMPLETED = 'The payment was not completed in time'

/** Books a session's state: paid is captured, expired is failed; of an open one a refused card is noted. */
async function applyCheckout(deps: Deps, paymentId: number, state: CheckoutState): Promise<void> {
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
 * Takes a payment as far as the provider lets it go: an open (or given up) one is captured when it was paid, a
 * refund is asked for and booked. May be called at any time, any number of times, from many places at once.
 */
export async function syncPayment(deps: Deps, paymentId: number): Promise<void> {
  const payment = await findPayment(deps.database, paymentId)
  if (payment?.status === 'refunding') return processPaymentRefunds(deps, payment.id)
  if (payment?.status !== 'open' && payment?.status !== 'failed') return
  if (payment.sessionId) {
    await applyCheckout(deps, paymentId, await deps.payments.checkoutState(payment.sessionId))
  } else if (payment.status === 'open' && payment.expiresAt <= deps.clock.now()) {
    await closeCheckout(deps, paymentId)
  }
}

/**
 * Ends a payment's checkout so that nobody can pay it any more; one that was paid meanwhile is captured. Where
 * no session is known nobody was ever given its address, and `openCheckout` can't hand it out after this.
 */
export async function closeCheckout(deps: Deps, paymentId: number): Promise<void> {
  const { sessionId } = await withTransaction(deps.database, async (transaction) => {
    const payment = await lockPayment(transaction, paymentId)
    if (payment.status === 'open' && payment.sessionId === null) {
      await failPayment(transaction, deps, payment, NOT_COMPLETED)
    }
    return payment
  })
  if (sessionId) await applyCheckout(deps, paymentId, await deps.payments.expireCheckout(sessionId))
}

/**
 * Asks the provider what it knows of a request's payment and books it, as a webhook would have.
 * @returns the payment as it is then; null where the request has none
 */
export async function syncRequestPayment(deps: Deps, requestId: number): Promise<Payment | null> {
  const payment = await findRequestPayment(deps.database, requestId)
  if (!payment) return null
  await syncPayment(deps, payment.id)
  return findPayment(deps.database, payment.id)
}
