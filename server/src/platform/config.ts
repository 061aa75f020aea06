import { PRODUCT_NAME } from '@tendwell/contract/reference'
import { z } from 'zod'

const flag = z.enum(['true', 'false']).transform((value) => value === 'true')

const METRICS_TOKEN_MINIMUM = 16

/** The settings, read from the environment. Empty counts as unset. */
const environmentSchema = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.string().optional(),
  SMTP_URL: z.string().optional(),
  MAIL_FROM: z.string().default('Tendwell <hello@tendwell.test>'),
  OPERATOR_NAME: z
    .string()
    .trim()
    .max(120, { error: 'must be at most 120 characters' })
    .default(PRODUCT_NAME),
  PUBLIC_URL: z.url().optional(),
  APP_SECRET: z.string().optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_JWKS_URL: z.url({ protocol: /^https?$/ }).default('https://www.googleapis.com/oauth2/v3/certs'),
  PAYMENTS: z.enum(['sandbox', 'stripe'], { error: 'must be sandbox or stripe' }).default('sandbox'),
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
  AVATAR_SERVICE_URL: z.url({ protocol: /^https?$/ }).optional(),
  DEMO_DATA: flag.default(true),
  SERVICE_FEE_BPS: z.coerce.number().int().min(0).max(10_000).default(0),
  PLATFORM_FEE_BPS: z.coerce.number().int().min(0).max(10_000).default(0),
  RELEASE_DELAY_HOURS: z.coerce.number().int().min(0).max(8_760).default(24),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]+$/, { error: 'must contain only letters, digits and symbols, without spaces' })
    .min(METRICS_TOKEN_MINIMUM, { error: `must have at least ${METRICS_TOKEN_MINIMUM} characters` })
    .optional(),
  CLAMAV_HOST: z
    .string()
    .regex(/^[\w.-]+(:\d{1,5})?$/, { error: 'must be a host, or a host and a port such as clamav:3310' })
    .transform(toClamdAddress)
    .refine(({ port }) => port > 0 && port <= 65_535, { error: 'must have a port up to 65535' })
    .optional(),
  API_DOCS: z.enum(['on', 'off'], { error: 'must be on or off' }).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
})

const CLAMD_PORT = 3310

function toClamdAddress(address: string): { host: string; port: number } {
  const [host = '', port = CLAMD_PORT] = address.split(':')
  return { host, port: Number(port) }
}

function isOrigin(address: string): boolean {
  const { pathname, search, hash, username } = new URL(address)
  return pathname === '/' && search === '' && hash === '' && username === ''
}

export type Config = {
  production: boolean
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  smtpUrl: string | undefined
  mailFrom: string
  /** The product's own address, without a trailing slash; undefined until the port is known. */
  publicUrl: string | undefined
  /** Who runs the installation, for the terms and the privacy page. */
  operatorName: string
  appSecret: string | undefined
  /** Undefined: no login with Google. */
  googleClientId: string | undefined
  /** The URL of Google's public keys. */
  googleJwksUrl: string
  /** A service with DiceBear's path for initials, such as `https://host/9.x/initials/svg`; undefined: our own. */
  avatarServiceUrl: string | undefined
  /** Null: payments go through the sandbox. */
  stripe: StripeConfig | null
  demoData: boolean
  serviceFeeBps: number
  platformFeeBps: number
  /** Hours from the end of a booking's last window until the caregiver can withdraw its money. */
  releaseDelayHours: number
  /** Allows reading `/metrics` from other hosts; undefined: loopback only. */
  metricsToken: string | undefined
  /** Null: uploads are not scanned for viruses. */
  clamd: { host: string; port: number } | null
  /** Serves the API reference and `openapi.json`; by default everywhere but in production. */
  apiDocs: boolean
  logLevel: string
  rateLimits: boolean
}

export type StripeConfig = { secretKey: string; webhookSecrets: string[]; apiBase: string | undefined }

/** A secret that is shorter, or has fewer than 8 different characters, can be guessed. */
const SECRET_MINIMUM = 32

function isWeakSecret(secret: string): boolean {
  return secret.length < SECRET_MINIMUM || new Set(secret).size < 8
}

/** What production requires: no embedded database, no missing secret, no relaxed protection. */
function productionProblems(environment: z.infer<typeof environmentSchema>): string[] {
  if (environment.NODE_ENV !== 'production') return []
  const needed = ['DATABASE_URL', 'APP_SECRET', 'PUBLIC_URL', 'SMTP_URL'] as const
  const problems = needed
    .filter((name) => !environment[name])
    .map((name) => `${name}: is needed in production`)
  if (environment.PAYMENTS === 'sandbox') problems.push('PAYMENTS: must not be sandbox in production')
  if (environment.RATE_LIMITS === 'off') problems.push('RATE_LIMITS: must not be off in production')
  return problems
}

/** Stripe's keys are required; in production no test key and no unencrypted address. */
function stripeProblems(environment: z.infer<typeof environmentSchema>): string[] {
  if (environment.PAYMENTS !== 'stripe') return []
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_API_BASE: apiBase, NODE_ENV: mode } = environment
  const problems = (['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const)
    .filter((name) => !environment[name])
    .map((name) => `${name}: is needed where PAYMENTS is stripe`)
  if (mode === 'production' && secretKey?.includes('_test_')) {
    problems.push('STRIPE_SECRET_KEY: is a test key; production needs a live one')
  }
  if (mode === 'production' && apiBase?.startsWith('http:')) {
    problems.push('STRIPE_API_BASE: must be https in production')
  }
  return problems
}

function toStripeConfig(environment: z.infer<typeof environmentSchema>): StripeConfig | null {
  const { PAYMENTS, STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: secrets } = environment
  if (PAYMENTS !== 'stripe' || !secretKey || !secrets) return null
  const webhookSecrets = secrets.split(',').map((secret) => secret.trim())
  return { secretKey, webhookSecrets, apiBase: environment.STRIPE_API_BASE }
}

function environmentProblems(environment: z.infer<typeof environmentSchema>): string[] {
  const problems = productionProblems(environment)
  if (environment.APP_SECRET && isWeakSecret(environment.APP_SECRET)) {
    problems.push(`APP_SECRET: is too weak; use at least ${SECRET_MINIMUM} random characters`)
  }
  return [...problems, ...stripeProblems(environment)]
}

/**
 * Reads the settings from environment variables.
 * @throws Error with one line for each invalid variable
 */
export function readConfig(variables: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const parsed = environmentSchema.safeParse(given)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`Invalid settings:\n  ${lines.join('\n  ')}`)
  }
  const environment = parsed.data
  const problems = environmentProblems(environment)
  if (problems.length > 0) throw new Error(`Invalid settings:\n  ${problems.join('\n  ')}`)
  return {
    production: environment.NODE_ENV === 'production',
    port: environment.PORT,
    host: environment.HOST,
    dataDir: environment.DATA_DIR,
    databaseUrl: environment.DATABASE_URL,
    smtpUrl: environment.SMTP_URL,
    mailFrom: environment.MAIL_FROM,
    publicUrl: environment.PUBLIC_URL?.replace(/\/+$/, ''),
    operatorName: environment.OPERATOR_NAME,
    appSecret: environment.APP_SECRET,
    googleClientId: environment.GOOGLE_CLIENT_ID,
    googleJwksUrl: environment.GOOGLE_JWKS_URL,
    avatarServiceUrl: environment.AVATAR_SERVICE_URL,
    stripe: toStripeConfig(environment),
    // The demo data contains sandbox payments.
    demoData:
      environment.DEMO_DATA && environment.NODE_ENV !== 'production' && environment.PAYMENTS === 'sandbox',
    serviceFeeBps: environment.SERVICE_FEE_BPS,
    platformFeeBps: environment.PLATFORM_FEE_BPS,
    releaseDelayHours: environment.RELEASE_DELAY_HOURS,
    metricsToken: environment.METRICS_TOKEN,
    clamd: environment.CLAMAV_HOST ?? null,
    apiDocs: environment.API_DOCS ? environment.API_DOCS === 'on' : environment.NODE_ENV !== 'production',
    logLevel: environment.LOG_LEVEL,
    rateLimits: environment.RATE_LIMITS === 'on',
  }
}
