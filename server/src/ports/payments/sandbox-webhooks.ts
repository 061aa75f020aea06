import type { Deps } from '../../deps.ts'
import { type Clock, readUnshiftedMs } from '../../platform/clock.ts'
import { withTransaction } from '../../platform/database.ts'
import { invalidRequest } from '../../platform/errors.ts'
import { readEnvelope } from './event-envelope.ts'
import type { PaymentProvider, ProviderEvent } from './port.ts'
import { findEvent, markDelivered } from './sandbox-events.ts'
import { isSignedWebhook, signWebhook } from './webhook-signature.ts'

const SANDBOX_SIGNATURE_HEADER = 'sandbox-signature'
const DELIVERY_LIMIT_MS = 10_000

/** Both sides sign with the same key. */
function webhookKey(secrets: Deps['secrets']): Uint8Array {
  return secrets.key('sandbox-webhook')
}

function getSeconds(clock: Clock): number {
  return Math.floor(readUnshiftedMs(clock) / 1_000)
}

/** Verifies and parses what `deliverEvent` sent. @throws AppError 400 */
export function readSandboxEvent(
  { secrets, clock }: Pick<Deps, 'secrets' | 'clock'>,
  rawBody: Buffer,
  headers: Parameters<PaymentProvider['readEvent']>[1],
): ProviderEvent {
  const signature = headers[SANDBOX_SIGNATURE_HEADER]
  if (!isSignedWebhook(webhookKey(secrets), rawBody, signature, getSeconds(clock))) {
    throw invalidRequest('The signature is not valid')
  }
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
  const rawBody = Buffer.from(JSON.stringify(event.payload))
  const response = await fetch(`${deps.publicUrl()}/api/payments/webhooks/sandbox/`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'content-type': 'application/json',
      [SANDBOX_SIGNATURE_HEADER]: signWebhook(webhookKey(deps.secrets), rawBody, getSeconds(deps.clock)),
    },
    body: rawBody,
    signal: AbortSignal.timeout(DELIVERY_LIMIT_MS),
  })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`The webhook for ${eventId} got the status ${response.status}`)
  await withTransaction(deps.database, (transaction) => markDelivered(transaction, eventId, deps.clock.now()))
}
