import { listProblems } from './problems.ts'
import { type Environment, environmentSchema } from './schema.ts'
import { describeUnknownSettings } from './unknown.ts'

export type Config = {
  production: boolean
  /** What this process does: answers calls, runs jobs, or both. */
  role: 'web' | 'worker' | 'all'
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  /** The address of PostgreSQL itself, if `databaseUrl` is the address of a connection pooler. */
  databaseDirectUrl: string | undefined
  /** A streaming replica for reads that may be a few seconds old. */
  databaseReplicaUrl: string | undefined
  /** Connections for calls; the job queue has fewer of its own. */
  databasePoolMax: number
  /** Undefined: nodes reach each other by PostgreSQL alone. */
  redisUrl: string | undefined
  /** Null: files are in the data folder. */
  s3: S3Config | null
  smtpUrl: string | undefined
  mailFrom: string
  /** The product's own address, without a trailing slash; undefined until the port is known. */
  publicUrl: string | undefined
  /** The networks of the proxies whose `X-Forwarded-For` is believed. */
  trustProxy: string[] | false
  /** Who runs the installation, for the terms and the privacy page. */
  operatorName: string
  appSecret: string | undefined
  /** The secret before a change; signatures made with it are still accepted. */
  appSecretPrevious: string | undefined
  /** Undefined: no login with Google. */
  googleClientId: string | undefined
  /** The URL of Google's public keys. */
  googleJwksUrl: string
  /**
   * A service with DiceBear's path for initials, such as `https://host/9.x/initials/svg`; undefined: our own.
   */
  avatarServiceUrl: string | undefined
  /** Who sends text messages; null: nobody does, and phone numbers can't be verified. */
  sms: SmsConfig | null
  /** Null: payments go through the sandbox. */
  stripe: StripeConfig | null
  /** Whether staff must turn on two-step sign-in before they can use the console. */
  adminTwoStepRequired: boolean
  /** Who checks caregivers' backgrounds; with `off`, nobody does and nothing about it is shown. */
  backgroundChecks: NonNullable<Environment['BACKGROUND_CHECKS']>
  /** What the public sees of a caregiver's name: with `initial`, only the first letter of the surname. */
  publicNames: 'full' | 'initial'
  demoData: boolean
  serviceFeeBps: number
  platformFeeBps: number
  /** For how many hours accepted hours are offered to nobody else; 0: the first family to pay gets them. */
  holdHours: number
  /** Hours from the end of a booking's last visit until its money is available to the caregiver. */
  releaseDelayHours: number
  /** How many days after the visit new money waits before it can be paid out; 0: it doesn't. */
  payoutNewDays: number
  /** What a family may pay in its first week, in cents; 0: any amount. */
  firstWeekLimitCents: number
  /** How long a page that the server rendered is kept for other visitors; 0 renders each. */
  pageCacheSeconds: number
  /** How long a stopping server still answers calls, so that a proxy notices first. */
  shutdownDelayMs: number
  /** Allows reading `/metrics` from other hosts; undefined: loopback only. */
  metricsToken: string | undefined
  /** The address that gets trace spans, as OTLP over HTTP; undefined if nothing is traced. */
  otlpEndpoint: string | undefined
  /** Null: uploads are not scanned for viruses. */
  clamd: { host: string; port: number } | null
  /** For tests: the certificate of an authority whose calendars on loopback are read too. */
  loopbackCalendarsCa: string | undefined
  /** Serves the API reference and `openapi.json`; by default everywhere but in production. */
  apiDocs: boolean
  logLevel: string
  rateLimits: boolean
  /** Whether a node that is too busy answers calls with 503. */
  overloadProtection: boolean
  /** A sentence for each variable that looks like a setting of ours but is none. Production refuses these. */
  unknownSettings: string[]
}

/** `endpoint` undefined: Amazon's. */
export type S3Config = {
  endpoint: string | undefined
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** `from` is a number or a name; `url` is Twilio's, or that of a provider with the same call. */
export type SmsConfig = { account: string; token: string; from: string; url: string }

export type StripeConfig = { secretKey: string; webhookSecrets: string[]; apiBase: string | undefined }

/** Null unless a bucket and both keys are set; `listS3Problems` reports if only some are. */
function toS3Config(environment: Environment): S3Config | null {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region } = environment
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = environment
  if (!bucket || !accessKeyId || !secretAccessKey) return null
  return { endpoint, bucket, region, accessKeyId, secretAccessKey }
}

/** Null for payments through the sandbox; `listStripeProblems` reports missing keys. */
function toSmsConfig(environment: Environment): SmsConfig | null {
  const { SMS_ACCOUNT: account, SMS_TOKEN: token, SMS_FROM: from, SMS_URL: url } = environment
  if (!account || !token || !from) return null
  return { account, token, from, url: url?.replace(/\/+$/, '') ?? 'https://api.twilio.com' }
}

function toStripeConfig(environment: Environment): StripeConfig | null {
  const { PAYMENTS, STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: secrets } = environment
  if (PAYMENTS !== 'stripe' || !secretKey || !secrets) return null
  const webhookSecrets = secrets.split(',').map((secret) => secret.trim())
  return { secretKey, webhookSecrets, apiBase: environment.STRIPE_API_BASE }
}

/** Puts DATABASE_PASSWORD, in which every character is allowed, into an address without a password. */
function addPassword(address: string | undefined, { DATABASE_PASSWORD: password }: Environment) {
  if (address === undefined || password === undefined || new URL(address).password !== '') return address
  const url = new URL(address)
  url.password = encodeURIComponent(password)
  return url.href
}

/** The default in production, where a proxy is expected on this machine or in its private network. */
const PRIVATE_NETWORKS = ['loopback', 'linklocal', 'uniquelocal']

/** The default in production: most proxies ask every few seconds whether a node is ready. */
const PRODUCTION_SHUTDOWN_DELAY_MS = 5_000

function listUnknownSettings(setVariables: Record<string, string | undefined>): string[] {
  return describeUnknownSettings(Object.keys(setVariables), Object.keys(environmentSchema.shape))
}

/**
 * Parses and checks the settings. Variables that are invalid by themselves are left out first, so that the
 * others can be checked together, and all problems are in one error.
 */
function parseEnvironment(setVariables: Record<string, string | undefined>): Environment {
  const issues = environmentSchema.safeParse(setVariables).error?.issues ?? []
  const invalidNames = new Set(issues.map(({ path }) => String(path[0])))
  const environment = environmentSchema.parse(
    Object.fromEntries(Object.entries(setVariables).filter(([name]) => !invalidNames.has(name))),
  )
  const isProduction = environment.NODE_ENV === 'production'
  const problems = [
    ...issues.map(({ path, message }) => `${path.join('.')}: ${message}`),
    // Each problem begins with the name of its variable and a colon.
    ...listProblems(environment).filter((problem) => !invalidNames.has(problem.split(':')[0] ?? '')),
    ...(isProduction ? listUnknownSettings(setVariables) : []),
  ]
  if (problems.length > 0) throw new Error(`Invalid settings:\n  ${problems.join('\n  ')}`)
  return environment
}

/**
 * Reads the settings from environment variables.
 * @throws Error with one line for each invalid variable
 */
export function readConfig(variables: Record<string, string | undefined>): Config {
  const setVariables = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const environment = parseEnvironment(setVariables)
  const isProduction = environment.NODE_ENV === 'production'
  const adminTwoStep = environment.ADMIN_TWO_STEP ?? (isProduction ? 'required' : 'optional')
  return {
    production: isProduction,
    role: environment.ROLE,
    port: environment.PORT,
    host: environment.HOST,
    dataDir: environment.DATA_DIR,
    databaseUrl: addPassword(environment.DATABASE_URL, environment),
    databaseDirectUrl: addPassword(environment.DATABASE_DIRECT_URL, environment),
    databaseReplicaUrl: addPassword(environment.DATABASE_REPLICA_URL, environment),
    databasePoolMax: environment.DATABASE_POOL_MAX,
    redisUrl: environment.REDIS_URL,
    s3: toS3Config(environment),
    smtpUrl: environment.SMTP_URL,
    mailFrom: environment.MAIL_FROM ?? 'Tendwell <hello@tendwell.test>',
    publicUrl: environment.PUBLIC_URL?.replace(/\/+$/, ''),
    trustProxy: environment.TRUST_PROXY ?? (isProduction ? PRIVATE_NETWORKS : false),
    operatorName: environment.OPERATOR_NAME,
    appSecret: environment.APP_SECRET,
    appSecretPrevious: environment.APP_SECRET_PREVIOUS,
    googleClientId: environment.GOOGLE_CLIENT_ID,
    googleJwksUrl: environment.GOOGLE_JWKS_URL,
    avatarServiceUrl: environment.AVATAR_SERVICE_URL,
    sms: toSmsConfig(environment),
    stripe: toStripeConfig(environment),
    adminTwoStepRequired: adminTwoStep === 'required',
    backgroundChecks: environment.BACKGROUND_CHECKS ?? (isProduction ? 'off' : 'sandbox'),
    publicNames: environment.PUBLIC_NAMES,
    // The demo data contains sandbox payments.
    demoData: environment.DEMO_DATA && !isProduction && environment.PAYMENTS === 'sandbox',
    serviceFeeBps: environment.SERVICE_FEE_BPS,
    platformFeeBps: environment.PLATFORM_FEE_BPS,
    holdHours: environment.HOLD_HOURS,
    releaseDelayHours: environment.RELEASE_DELAY_HOURS,
    payoutNewDays: environment.PAYOUT_NEW_DAYS,
    firstWeekLimitCents: environment.FIRST_WEEK_PAYMENTS_USD * 100,
    pageCacheSeconds: environment.PAGE_CACHE_SECONDS,
    shutdownDelayMs: environment.SHUTDOWN_DELAY_MS ?? (isProduction ? PRODUCTION_SHUTDOWN_DELAY_MS : 0),
    metricsToken: environment.METRICS_TOKEN,
    otlpEndpoint: environment.OTEL_EXPORTER_OTLP_ENDPOINT,
    clamd: environment.CLAMAV_HOST ?? null,
    loopbackCalendarsCa: environment.LOOPBACK_CALENDARS_CA,
    apiDocs: environment.API_DOCS ? environment.API_DOCS === 'on' : !isProduction,
    logLevel: environment.LOG_LEVEL,
    rateLimits: environment.RATE_LIMITS === 'on',
    overloadProtection: environment.OVERLOAD_PROTECTION === 'on',
    unknownSettings: listUnknownSettings(setVariables),
  }
}
