import { closest, distance } from 'fastest-levenshtein'

/** A variable whose name begins like this is meant to be a setting of ours. */
const OWN_PREFIXES = [
  'ADMIN_',
  'API_',
  'APP_SECRET',
  'AVATAR_SERVICE_',
  'BACKGROUND_',
  'CLAMAV_',
  'DATABASE_',
  'DEMO_',
  'FIRST_WEEK_',
  'GOOGLE_CLIENT_',
  'GOOGLE_JWKS_',
  'HOLD_',
  'LOG_',
  'MAIL_',
  'METRICS_',
  'OPERATOR_',
  'OVERLOAD_',
  'PAGE_CACHE_',
  'PAYMENTS',
  'PAYOUT_',
  'PLATFORM_FEE_',
  'PUBLIC_',
  'RATE_LIMIT',
  'REDIS_',
  'RELEASE_DELAY_',
  'S3_',
  'SERVICE_FEE_',
  'SHUTDOWN_',
  'SMS_',
  'SMTP_',
  'STRIPE_',
  'TRUST_PROXY',
]
/**
 * OpenTelemetry's libraries read variables that begin like this too, so only a name close to one of our
 * settings is reported.
 */
const SHARED_PREFIX = 'OTEL_'
/** Variables that Kubernetes and Docker set for a service named `redis` or `database`. */
const SERVICE_LINK = /_SERVICE_(HOST|PORT)|_PORT(_\d+_(TCP|UDP)|$)/
/** A name that differs from a setting in at most this many letters is taken for a typing error. */
const MAX_SLIPS = 3

/**
 * Describes the variables that are meant to be settings of ours but are none.
 * @param names the names of all variables that are set
 * @param settings the names of all settings
 * @returns one line for each such variable
 */
export function describeUnknownSettings(names: readonly string[], settings: readonly string[]): string[] {
  return names
    .filter((name) => !settings.includes(name) && !SERVICE_LINK.test(name))
    .flatMap((name) => {
      const nearest = closest(name, [...settings])
      const isSlip = distance(name, nearest) <= MAX_SLIPS
      const isOurs =
        OWN_PREFIXES.some((prefix) => name.startsWith(prefix)) || (isSlip && name.startsWith(SHARED_PREFIX))
      return isOurs ? [`${name}: is no setting${isSlip ? `; did you mean ${nearest}?` : ''}`] : []
    })
}
