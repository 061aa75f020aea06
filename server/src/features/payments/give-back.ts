/** A refund's steps at the provider: noted, asked outside a transaction, and then booked. */
import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database.ts'
import { ProviderRefusal, type RefundState } from '../../ports/payments/port.ts'
import { findPayment, findRefund, listUnfinishedRefunds } from './queries.ts'
import { applyRefundState, recordAttempt, recordRefusal } from './refunds.ts'
import type { Refund } from './tables.ts'

/** @returns null when there is nothing to ask, or when the provider has refused, which is then booked */
async function askFor(deps: Deps, refund: Refund): Promise<RefundState | null> {
  if (refund.providerRefundId) return deps.payments.refundState(refund.providerRefundId)
  const payment = await findPayment(deps.database, refund.paymentId)
  if (!payment?.paymentIntentId)
    throw new Error(`Payment ${refund.paymentId} has no payment intent to refund`)
  const attempt = await withTransaction(deps.database, (transaction) =>
    recordAttempt(transaction, deps, refund),
  )
  if (!attempt) return null
  const order = { paymentIntentId: payment.paymentIntentId, amountCents: refund.amountCents }
  try {
    return await deps.payments.refund(order, attempt)
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error
    deps.log.warn({ refundId: refund.id, code: error.code }, 'the provider has refused a refund')
    await withTransaction(deps.database, (transaction) =>
      recordRefusal(transaction, deps, refund, error.message),
    )
    return null
  }
}

/**
 * Takes a refund as far as the provider lets it go. May be called at any time, any number of times, from many places
 * at once. Of one that is done it is asked as well: whoever calls has a reason to think that it came back.
 */
export async function processRefund(deps: Deps, refundId: number): Promise<void> {
  const refund = await findRefund(deps.database, refundId)
  if (!refund) return
  const state = await askFor(deps, refund)
  if (state)
    await withTransaction(deps.database, (transaction) => applyRefundState(transaction, deps, refund, state))
}

/** The same for all refunds of a payment that are under way. */
export async function processPaymentRefunds(deps: Deps, paymentId: number): Promise<void> {
  for (const { id } of await listUnfinishedRefunds(deps.database, paymentId)) await processRefund(deps, id)
}
