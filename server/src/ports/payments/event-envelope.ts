import { z } from 'zod'
import { invalidRequest } from '../../platform/errors.ts'
import { parseStorableJson } from '../../platform/http/storable-json.ts'
import type { ProviderEvent } from './port.ts'

/**
 * The part of Stripe's event envelope that says what the event is about. The sandbox has the same envelope.
 */
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
  const parsed = envelope.safeParse(parseStorableJson(rawBody))
  if (!parsed.success) throw invalidRequest('The event is not valid')
  const { id, type, account, data } = parsed.data
  const { object: subject } = data
  // A charge of the sandbox names its session in the metadata.
  const sessionId = subject.object === 'checkout.session' ? subject.id : subject.metadata?.checkout_session
  const subjectAccountId = subject.object === 'account' ? subject.id : null
  return {
    id,
    type,
    sessionId: sessionId ?? null,
    accountId: account ?? subjectAccountId ?? null,
    objectId: subject.id ?? null,
  }
}
