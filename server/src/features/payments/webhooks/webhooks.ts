import type { Deps } from '../../../deps.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { syncPayment } from '../checkout/sync.ts'
import { syncChargeback } from '../holding/chargebacks.ts'
import { findPaymentBySession, findRefundByProviderId, findWebhookEvent } from '../queries.ts'
import { processRefund } from '../refunds/process.ts'
import { insertWebhookEvent, markEventApplied } from '../store.ts'

/**
 * Verifies and stores a provider's event, and schedules the job that applies it. A repeated event does
 * nothing.
 * @throws AppError 400 if the signature is not the provider's or too old; nothing is stored
 * @see docs/rules/money.md#webhooks
 */
export async function receiveWebhook(
  deps: Deps,
  rawBody: Buffer,
  headers: Record<string, string | string[] | undefined>,
): Promise<void> {
  const provider = deps.payments.name
  const event = deps.payments.readEvent(rawBody, headers)
  await withTransaction(deps.database, async (transaction) => {
    if (!(await insertWebhookEvent(transaction, provider, event, deps.clock.now()))) return
    await deps.jobs.add(transaction, 'payments.apply-webhook', { provider, eventId: event.id })
    const { type: eventType, accountId, objectId } = event
    await deps.jobs.publish(transaction, 'provider.object-changed', { eventType, accountId, objectId })
  })
}

/**
 * Applies a stored event once. An event is only a hint: the current state is read from the provider, so
 * events may be late, repeated or out of order. An event about an unknown object does nothing.
 */
export async function applyWebhook(deps: Deps, provider: string, eventId: string): Promise<void> {
  const event = await findWebhookEvent(deps.database, provider, eventId)
  if (!event || event.appliedAt) return
  const payment = event.sessionId ? await findPaymentBySession(deps.database, event.sessionId) : null
  if (payment) await syncPayment(deps, payment)
  const refund = event.objectId ? await findRefundByProviderId(deps.database, event.objectId) : null
  if (refund) await processRefund(deps, refund.id)
  // The provider calls a chargeback a dispute.
  if (event.type.startsWith('charge.dispute.') && event.objectId) await syncChargeback(deps, event.objectId)
  await withTransaction(deps.database, (transaction) =>
    markEventApplied(transaction, provider, eventId, deps.clock.now()),
  )
}
