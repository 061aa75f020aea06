import { PRODUCT_NAME } from '@tendwell/contract/reference'
import { z } from 'zod'
import { readTrustProxy } from './trust-proxy.ts'

const flag = choice(['true', 'false']).transform((value) => value === 'true')

const databaseAddress = z.string().refine(isDatabaseAddress, {
  error:
    'must be an address such as postgres://user:password@host:5432/database; a password with other characters than letters and digits goes into DATABASE_PASSWORD',
})

const METRICS_TOKEN_MINIMUM = 16

const REDIS_ADDRESS = 'must be an address such as redis://127.0.0.1:6379'

/** The settings, read from the environment. Empty counts as unset. */
export const environmentSchema = z.object({
  NODE_ENV: choice(['production', 'development', 'test']).default('development'),
  ROLE: choice(['web', 'worker', 'all']).default('all'),
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_DIRECT_URL: databaseAddress.optional(),
  DATABASE_REPLICA_URL: databaseAddress.optional(),
  DATABASE_PASSWORD: z.string().optional(),
  DATABASE_POOL_MAX: wholeNumber(5, 500).default(18),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/, hostname: /./, error: REDIS_ADDRESS })
    // The path can only be the number of a database.
    .regex(/^\w+:\/\/[^/]+(\/\d*)?$/, { error: REDIS_ADDRESS })
    .optional(),
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://s3.example.com' })
    .refine(isOrigin, { error: 'must be an address without a path' })
    .optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, {
      error: 'must be the name of a bucket: 3 to 63 lowercase letters, digits, dots and hyphens',
    })
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]+$/, { error: 'must be a region such as eu-central-1' })
    .default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      hostname: /./,
      error: 'must be an address such as smtp://user:password@host:587',
    })
    .optional(),
  MAIL_FROM: z
    .string()
    .refine(isSender, { error: 'must be an address, or a name and an address: Tendwell <hello@example.com>' })
    .optional(),
  OPERATOR_NAME: z
    .string()
    .trim()
    .max(120, { error: 'must be at most 120 characters' })
    .default(PRODUCT_NAME),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://care.example.com' })
    .refine(isOrigin, { error: 'must be an address without a path, a query and a password' })
    .optional(),
  TRUST_PROXY: z
    .string()
    .transform((text, context) => {
      const trusted = readTrustProxy(text)
      if (trusted !== null) return trusted
      context.addIssue({
        code: 'custom',
        message: 'must be addresses and networks such as 10.0.0.0/8,loopback',
      })
      return z.NEVER
    })
    .optional(),
  APP_SECRET: z.string().optional(),
  APP_SECRET_PREVIOUS: z.string().optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_JWKS_URL: z
    .url({
      protocol: /^https?$/,
      error: 'must be an address such as https://www.googleapis.com/oauth2/v3/certs',
    })
    .default('https://www.googleapis.com/oauth2/v3/certs'),
  PAYMENTS: choice(['sandbox', 'stripe']).default('sandbox'),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\w+$/, { error: 'must be a secret key that begins with sk_ or rk_' })
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^\s*whsec_\w+\s*(,\s*whsec_\w+\s*)*$/, {
      error:
        'must be a webhook signing secret, whsec_…; list two, separated by a comma, if the Connect endpoint has its own',
    })
    .optional(),
  STRIPE_API_BASE: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://api.stripe.com' })
    .refine(isOrigin, { error: 'must be an address without a path' })
    .optional(),
  BACKGROUND_CHECKS: choice(['sandbox', 'off']).optional(),
  SMS_ACCOUNT: z
    .string()
    .regex(/^\w+$/, { error: "must be an account's id, such as AC0123456789" })
    .optional(),
  SMS_TOKEN: z.string().optional(),
  SMS_FROM: z.string().optional(),
  SMS_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://api.twilio.com' })
    .refine(isOrigin, { error: 'must be an address without a path' })
    .optional(),
  AVATAR_SERVICE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://avatars.example.com' })
    .optional(),
  ADMIN_TWO_STEP: choice(['required', 'optional']).optional(),
  PUBLIC_NAMES: choice(['full', 'initial']).default('full'),
  DEMO_DATA: flag.default(true),
  SERVICE_FEE_BPS: wholeNumber(0, 10_000).default(0),
  PLATFORM_FEE_BPS: wholeNumber(0, 10_000).default(0),
  HOLD_HOURS: wholeNumber(0, 168).default(0),
  RELEASE_DELAY_HOURS: wholeNumber(0, 8_760).default(24),
  PAYOUT_NEW_DAYS: wholeNumber(0, 90).default(7),
  FIRST_WEEK_PAYMENTS_USD: wholeNumber(0, 1_000_000).default(2_000),
  PAGE_CACHE_SECONDS: wholeNumber(0, 60).default(5),
  SHUTDOWN_DELAY_MS: wholeNumber(0, 60_000).optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]+$/, { error: 'must contain only letters, digits and symbols, without spaces' })
    .min(METRICS_TOKEN_MINIMUM, { error: `must have at least ${METRICS_TOKEN_MINIMUM} characters` })
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an address such as http://127.0.0.1:4318' })
    .optional(),
  CLAMAV_HOST: z
    .string()
    .regex(/^[\w.-]+(:\d{1,5})?$/, { error: 'must be a host, or a host and a port such as clamav:3310' })
    .transform(toClamdAddress)
    .refine(({ port }) => port > 0 && port <= 65_535, { error: 'must have a port up to 65535' })
    .optional(),
  LOOPBACK_CALENDARS_CA: z.string().optional(),
  API_DOCS: choice(['on', 'off']).optional(),
  LOG_LEVEL: choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  RATE_LIMITS: choice(['on', 'off']).default('on'),
  OVERLOAD_PROTECTION: choice(['on', 'off']).default('on'),
})

export type Environment = z.infer<typeof environmentSchema>

const CLAMD_PORT = 3310

function toClamdAddress(address: string): { host: string; port: number } {
  const [host = '', port = CLAMD_PORT] = address.split(':')
  return { host, port: Number(port) }
}

function wholeNumber(minimum: number, maximum: number) {
  const error = `must be a whole number from ${minimum} to ${maximum}`
  return z.coerce.number({ error }).int({ error }).min(minimum, { error }).max(maximum, { error })
}

/** One of these values, with an error that lists them. */
function choice<const Value extends string>(values: readonly Value[]) {
  const last = values.at(-1)
  return z.enum(values, { error: `must be ${values.slice(0, -1).join(', ')} or ${last}` })
}

/** Whether an address has only an origin. A text that isn't an address passes: `z.url` refuses it. */
function isOrigin(address: string): boolean {
  return !URL.canParse(address) || new URL(address).href === `${new URL(address).origin}/`
}

/** Whether a text has the form `a@b.c` or `Name <a@b.c>`. */
function isSender(text: string): boolean {
  const [, address = text] = /^[^<>\r\n]*<([^<>]+)>$/.exec(text.trim()) ?? []
  return z.email().safeParse(address).success
}

/**
 * Whether a text is an address of PostgreSQL. An unescaped `/` or `#` in its password would end the host too
 * early, so an `@` in the path or a hash is refused.
 */
function isDatabaseAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, pathname, hash } = new URL(address)
  return /^postgres(ql)?:$/.test(protocol) && !pathname.includes('@') && hash === ''
}
