import Stripe from 'stripe'
import { AppError } from '../../../platform/errors.ts'
import { ProviderRefusal } from '../port.ts'

/** Pinned to the version of the SDK's types, because an account's default can change. */
const STRIPE_API_VERSION = '2026-10-28.endive'

const TIMEOUT_MS = 8_000
/** The SDK retries with the same idempotency key. */
const RETRIES = 1

const TEMPORARY_CODES = new Set(['balance_insufficient', 'insufficient_funds'])

export type StripeSettings = {
  secretKey: string
  /**
   * The signing secret of the platform's webhook endpoint, and that of Connect's endpoint if it is separate.
   */
  webhookSecrets: readonly string[]
  /** The address of the API without a path. By default, Stripe's own. */
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
 * Whether Stripe refused the call for good and no money moved. A wrong API key doesn't count, because the
 * operator can fix it; nor does a rate limit, an idempotency key in use or a failure of Stripe, because a
 * retry may succeed.
 */
function isRefusal(error: InstanceType<typeof Stripe.errors.StripeError>): boolean {
  if (error instanceof Stripe.errors.StripeIdempotencyError) return false
  return error.statusCode === 400 || error.statusCode === 402 || error.statusCode === 404
}

/**
 * Makes a call to Stripe.
 * @throws ProviderRefusal if Stripe refuses, AppError 503 if it cannot be reached or the result is unknown
 */
export async function callStripe<Answer>(call: () => Promise<Answer>): Promise<Answer> {
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
      'The payment provider can’t be reached right now. Please try again',
      {
        cause: new Error(
          `${error.type} ${error.statusCode ?? ''} ${error.requestId ?? ''}: ${error.message}`,
        ),
      },
    )
  }
}
