import { z } from 'zod'
import { invalidRequest } from '../../platform/errors.ts'
import type { ProviderEvent } from './port.ts'

/** As much of Stripe's envelope as is needed to know what it speaks of; the sandbox uses the same. */
const envelope = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(255),
  account: z.string().max(255).nullish(),
  data: z.object({
    object: z.object({
      id: z.string().max(255).nullish(),
      object: z.string().nullish(),
      metadata: z.object({ checkout_session: z.string().max(255).nullish() }).nullish(),
    }),
  }),
})

/**
 * Reads an event whose signature was checked. It is only a hint: whoever gets it asks for the object's state.
 * @throws AppError 400 for what is no event
 */
export function readEnvelope(rawBody: Buffer): ProviderEvent {
  const payload = parsedJson(rawBody)
  const parsed = envelope.safeParse(payload)
  if (!parsed.success) throw invalidRequest('The event is not valid')
  const { id, type, account, data } = parsed.data
  const { object } = data
  const isAccount = object.object === 'account'
  const sessionId =
    object.object === 'checkout.session' ? object.id : (object.metadata?.checkout_session ?? null)
  return {
    id,
    type,
    sessionId: sessionId ?? null,
    accountId: account ?? (isAccount ? (object.id ?? null) : null),
    objectId: object.id ?? null,
    payload,
  }
}

function parsedJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'), (_key, value: unknown) => storable(value))
  } catch {
    return null
  }
}

/** Without what PostgreSQL can keep in no text, NUL and halves of characters: no event is lost for them. */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [storableText(key), inner]))
}

function storableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}
