import type { Deps } from '../../../deps.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { ProviderRefusal, type RefundState } from '../../../ports/payments/port.ts'
import { findPayment, findRefund, listUnfinishedRefunds } from '../queries.ts'
import type { Refund } from '../tables.ts'
import { applyRefundState, recordAttempt, recordRefusal } from './record.ts'

/**
 * Requests a refund from the provider, or reads its state if the provider has it.
 * @returns the refund's state at the provider; null if there is nothing to request, or if the provider
 *   refused, which is recorded
 */
async function requestRefund(deps: Deps, refund: Refund): Promise<RefundState | null> {
  if (refund.providerRefundId) return deps.payments.refundState(refund.providerRefundId)
  const payment = await findPayment(deps.database, refund.paymentId)
  if (!payment?.paymentIntentId) {
    throw new Error(`Payment ${refund.paymentId} has no payment intent to refund`)
  }
  const attempt = await withTransaction(deps.database, (transaction) =>
    recordAttempt(transaction, deps, refund),
  )
  if (!attempt) return null
  const order = { paymentIntentId: payment.paymentIntentId, amountCents: refund.amountCents }
  try {
    return await deps.payments.refund(order, attempt)
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error
    deps.log.warn({ refundId: refund.id, code: error.code }, 'the provider refused a refund')
    await withTransaction(deps.database, (transaction) =>
      recordRefusal(transaction, deps, refund, error.message),
    )
    return null
  }
}

/**
 * Takes a refund as far as the provider allows. Safe to call at any time, any number of times, in parallel. A
 * refund that succeeded is checked again, because it may have bounced.
 * @see docs/rules/money.md#refunds
 */
export async function processRefund(deps: Deps, refundId: number): Promise<void> {
  const refund = await findRefund(deps.database, refundId)
  if (!refund) return
  const state = await requestRefund(deps, refund)
  if (!state) return
  await withTransaction(deps.database, (transaction) => applyRefundState(transaction, deps, refund, state))
}

/** Processes all refunds of a payment that have not succeeded. */
export async function processPaymentRefunds(deps: Deps, paymentId: number): Promise<void> {
  for (const { id } of await listUnfinishedRefunds(deps.database, paymentId)) await processRefund(deps, id)
}
