import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database.ts'
import { invalidRequest } from '../../platform/errors.ts'
import { readEnvelope } from './event-envelope.ts'
import type { PaymentProvider, ProviderEvent } from './port.ts'
import { findEvent, markDelivered } from './sandbox-events.ts'
import { isSignedWebhook, signWebhook } from './webhook-signature.ts'

const SANDBOX_SIGNATURE_HEADER = 'sandbox-signature'
const DELIVERY_LIMIT_MS = 10_000

/** The key that both ends sign with. */
function webhookKey(secrets: Deps['secrets']): Uint8Array {
  return secrets.key('sandbox-webhook')
}

/** Signatures age by the machine's clock, not the product's (decisions §10). */
function machineSeconds(): number {
  return Math.floor(Date.now() / 1_000)
}

/** Reads what `deliverEvent` sent. The payload is only a hint: who gets it asks for the session's state. */
export function readSandboxEvent(
  secrets: Deps['secrets'],
  rawBody: Buffer,
  headers: Parameters<PaymentProvider['readEvent']>[1],
): ProviderEvent {
  const signature = headers[SANDBOX_SIGNATURE_HEADER]
  if (!isSignedWebhook(webhookKey(secrets), rawBody, signature, machineSeconds())) {
    throw invalidRequest('The signature is not valid')
  }
  return readEnvelope(rawBody)
}

/**
 * Sends an event to the product as an outside provider would.
 * @param copy 1, or more of one that is sent several times
 * @throws Error where it is not answered with a 2xx; the queue tries again later
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
      [SANDBOX_SIGNATURE_HEADER]: signWebhook(webhookKey(deps.secrets), rawBody, machineSeconds()),
    },
    body: rawBody,
    signal: AbortSignal.timeout(DELIVERY_LIMIT_MS),
  })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`The webhook of ${eventId} was answered with ${response.status}`)
  await withTransaction(deps.database, (transaction) => markDelivered(transaction, eventId, deps.clock.now()))
}
