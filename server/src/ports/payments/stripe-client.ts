import Stripe from 'stripe'
import { AppError } from '../../platform/errors.ts'
import { ProviderRefusal } from './port.ts'

/** Pinned: an account's own default may change under our feet. It is the version that the SDK's types speak of. */
const STRIPE_API_VERSION = '2026-10-28.endive'

const TIMEOUT_MS = 8_000
/** The SDK repeats a call under the same idempotency key. */
const RETRIES = 1

/** What the balance does not suffice for now may go later. */
const TEMPORARY_CODES = new Set(['balance_insufficient', 'insufficient_funds'])

export type StripeSettings = {
  secretKey: string
  /** Of the platform's endpoint and of Connect's, where they are two. */
  webhookSecrets: readonly string[]
  /** Where the API is, without a path; Stripe's own where absent. */
  apiBase?: string | undefined
}

export function createClient({ secretKey, apiBase }: StripeSettings): Stripe {
  const base = apiBase ? new URL(apiBase) : null
  return new Stripe(secretKey, {
    apiVersion: STRIPE_API_VERSION,
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(base && {
      host: base.hostname,
      port: base.port || (base.protocol === 'http:' ? 80 : 443),
      protocol: base.protocol === 'http:' ? 'http' : 'https',
    }),
  })
}

/**
 * Whether Stripe has said no for good: it understood the call, and nothing has moved. Wrong keys, limits, a key in use
 * and Stripe's own failures leave that open, or can be mended by the operator.
 */
function isRefusal(error: InstanceType<typeof Stripe.errors.StripeError>): boolean {
  if (error instanceof Stripe.errors.StripeIdempotencyError) return false
  return error.statusCode === 400 || error.statusCode === 402 || error.statusCode === 404
}

/**
 * Makes a call to Stripe.
 * @throws ProviderRefusal when Stripe refuses, AppError 503 when it can't be had or it isn't known what came of it
 */
export async function ask<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    if (isRefusal(error)) {
      const code = error.code ?? error.type
      throw new ProviderRefusal(error.message, code, TEMPORARY_CODES.has(code))
    }
    throw new AppError(
      503,
      'unavailable',
      'The payment provider can’t be reached at the moment. Please try again',
      {
        cause: new Error(
          `${error.type} ${error.statusCode ?? ''} ${error.requestId ?? ''}: ${error.message}`,
        ),
      },
    )
  }
}
