import { z } from 'zod'
import { invalidRequest } from '../../platform/errors.ts'
import type { ProviderEvent } from './port.ts'

/** The part of Stripe's event envelope that says what the event is about. The sandbox uses the same. */
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
 * Parses an event whose signature was verified.
 * @throws AppError 400 if it is not an event
 * @see docs/rules/money.md#webhooks
 */
export function readEnvelope(rawBody: Buffer): ProviderEvent {
  const payload = parseJson(rawBody)
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

function parseJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'), (_key, value: unknown) => toStorable(value))
  } catch {
    return null
  }
}

/** Removes what PostgreSQL cannot store in text: NUL and lone surrogates. */
function toStorable(value: unknown): unknown {
  if (typeof value === 'string') return toStorableText(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [toStorableText(key), inner]))
}

function toStorableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}
