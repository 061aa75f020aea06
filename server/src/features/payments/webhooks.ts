import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database.ts'
import { syncPayment } from './advance.ts'
import type { ProviderTold } from './events.ts'
import { processRefund } from './give-back.ts'
import { findPaymentBySession, findRefundByProviderId, findWebhookEvent } from './queries.ts'
import { insertWebhookEvent, markEventApplied } from './store.ts'

/**
 * Takes in a provider's event: checked, kept, to be applied by a job. One that came before changes nothing.
 * @throws AppError 400 when it is not the provider's, or too old; nothing is kept then
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
    await deps.jobs.add(transaction, 'payments.apply-event', { provider, eventId: event.id })
    const { type: about, accountId, objectId } = event
    await deps.jobs.publish<ProviderTold>(transaction, { type: 'provider.told', about, accountId, objectId })
  })
}

/**
 * Applies an event once. It is only a hint that something happened: what is booked is what the provider answers
 * now, so that events may come late, twice and in any order. One that speaks of nothing we know is kept as it is.
 */
export async function applyWebhook(deps: Deps, provider: string, eventId: string): Promise<void> {
  const event = await findWebhookEvent(deps.database, provider, eventId)
  if (!event || event.appliedAt) return
  const payment = event.sessionId ? await findPaymentBySession(deps.database, event.sessionId) : null
  if (payment) await syncPayment(deps, payment.id)
  const refund = event.objectId ? await findRefundByProviderId(deps.database, event.objectId) : null
  if (refund) await processRefund(deps, refund.id)
  await withTransaction(deps.database, (transaction) =>
    markEventApplied(transaction, provider, eventId, deps.clock.now()),
  )
}
