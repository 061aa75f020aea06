import type { Deps } from '../../../deps.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { requireSandboxSignature, sendSandboxWebhook } from '../../sandbox/webhooks.ts'
import { readEnvelope } from '../event-envelope.ts'
import type { PaymentProvider, ProviderEvent } from '../port.ts'
import { findEvent, markDelivered } from './events.ts'

/** Both sides sign with the same key. */
const SIGNING = 'sandbox-webhook'

/** Verifies and parses what `deliverEvent` sent. @throws AppError 400 */
export function readSandboxEvent(
  deps: Pick<Deps, 'secrets' | 'clock'>,
  rawBody: Buffer,
  headers: Parameters<PaymentProvider['readEvent']>[1],
): ProviderEvent {
  requireSandboxSignature(deps, SIGNING, rawBody, headers)
  return readEnvelope(rawBody)
}

/**
 * Sends an event to the product by HTTP, as an outside provider would.
 * @param copy counts from 1 if the event is sent several times
 * @throws Error if the answer is not 2xx; the queue retries
 */
export async function deliverEvent(deps: Deps, eventId: string, copy: number): Promise<void> {
  const event = await findEvent(deps.database, eventId)
  if (!event || (event.deliveredAt && copy === 1)) return
  const { payload } = event
  await sendSandboxWebhook(deps, { signing: SIGNING, path: '/api/payments/webhooks/sandbox/', payload })
  await withTransaction(deps.database, (transaction) => markDelivered(transaction, eventId, deps.clock.now()))
}
