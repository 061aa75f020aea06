/** How the sandboxes send webhooks to the product over HTTP, as an outside provider does. */
import type { Deps } from '../../deps.ts'
import { type Clock, readUnshiftedMs } from '../../platform/clock.ts'
import { invalidRequest } from '../../platform/errors.ts'
import { isSignedWebhook, signWebhook } from '../../platform/http/webhook-signature.ts'

const SIGNATURE_HEADER = 'sandbox-signature'
const DELIVERY_LIMIT_MS = 10_000

/** Names the key that both sides sign with. */
type Signing = 'sandbox-webhook' | 'background-sandbox-webhook'

function getSeconds(clock: Clock): number {
  return Math.floor(readUnshiftedMs(clock) / 1_000)
}

/** @throws AppError 400 unless the body was signed with this key within 5 minutes */
export function requireSandboxSignature(
  { secrets, clock }: Pick<Deps, 'secrets' | 'clock'>,
  signing: Signing,
  rawBody: Buffer,
  headers: Record<string, string | string[] | undefined>,
): void {
  const key = secrets.key(signing)
  if (!isSignedWebhook(key, rawBody, headers[SIGNATURE_HEADER], getSeconds(clock))) {
    throw invalidRequest('The signature is not valid')
  }
}

/**
 * Sends a payload to one of the product's paths.
 * @throws Error if the answer is not 2xx; the queue retries
 */
export async function sendSandboxWebhook(
  deps: Pick<Deps, 'secrets' | 'clock' | 'publicUrl'>,
  { signing, path, payload }: { signing: Signing; path: string; payload: unknown },
): Promise<void> {
  const rawBody = Buffer.from(JSON.stringify(payload))
  const response = await fetch(`${deps.publicUrl()}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'content-type': 'application/json',
      [SIGNATURE_HEADER]: signWebhook(deps.secrets.key(signing), rawBody, getSeconds(deps.clock)),
    },
    body: rawBody,
    signal: AbortSignal.timeout(DELIVERY_LIMIT_MS),
  })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`A webhook to ${path} got the status ${response.status}`)
}
