/** How the sandboxes send webhooks to the product over HTTP, as an outside provider does. */
import type { Deps } from '../../deps.ts'
import { type Clock, readUnshiftedMs } from '../../platform/clock.ts'
import { invalidRequest } from '../../platform/errors.ts'
import { isSignedWebhook, signWebhook } from '../../platform/http/webhook-signature.ts'

const SIGNATURE_HEADER = 'sandbox-signature'
const DELIVERY_LIMIT_MS = 10_000

/** The path that a sandbox's webhooks go to, and the name of the secret that signs and verifies them. */
export type WebhookTarget = { path: string; secretName: 'sandbox-webhook' | 'background-sandbox-webhook' }

function getUnixSeconds(clock: Clock): number {
  return Math.floor(readUnshiftedMs(clock) / 1_000)
}

/** @throws AppError 400 unless the body was signed for this target within 5 minutes */
export function requireSandboxSignature(
  { secrets, clock }: Pick<Deps, 'secrets' | 'clock'>,
  { secretName }: WebhookTarget,
  rawBody: Buffer,
  headers: Record<string, string | string[] | undefined>,
): void {
  if (!isSignedWebhook(secrets.key(secretName), rawBody, headers[SIGNATURE_HEADER], getUnixSeconds(clock))) {
    throw invalidRequest('The signature is not valid')
  }
}

/**
 * Sends an event to the product.
 * @throws Error if the answer is not 2xx; the queue retries
 */
export async function sendSandboxWebhook(
  { secrets, clock, publicUrl }: Pick<Deps, 'secrets' | 'clock' | 'publicUrl'>,
  { path, secretName }: WebhookTarget,
  event: object,
): Promise<void> {
  const rawBody = Buffer.from(JSON.stringify(event))
  const response = await fetch(`${publicUrl()}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'content-type': 'application/json',
      [SIGNATURE_HEADER]: signWebhook(secrets.key(secretName), rawBody, getUnixSeconds(clock)),
    },
    body: rawBody,
    signal: AbortSignal.timeout(DELIVERY_LIMIT_MS),
  })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`A webhook to ${path} got the status ${response.status}`)
}
