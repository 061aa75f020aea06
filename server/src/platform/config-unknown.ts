import { closest, distance } from 'fastest-levenshtein'

/** Names that begin like this are meant for us. */
const OWN_PREFIXES = [
  'APP_SECRET',
  'AVATAR_SERVICE_',
  'CLAMAV_',
  'DATABASE_',
  'DEMO_DATA',
  'GOOGLE_CLIENT_',
  'GOOGLE_JWKS_',
  'MAIL_',
  'METRICS_',
  'PAGE_CACHE_',
  'PAYMENTS_',
  'PLATFORM_FEE_',
  'PUBLIC_URL',
  'RATE_LIMIT',
  'REDIS_',
  'RELEASE_DELAY_',
  'S3_',
  'SERVICE_FEE_',
  'SHUTDOWN_',
  'SMTP_',
  'STRIPE_',
  'TRUST_PROXY',
]
/** What Kubernetes and Docker set for a service named `redis` or `database`. */
const SERVICE_LINK = /_SERVICE_(HOST|PORT)|_PORT(_\d+_(TCP|UDP)|$)/
/** A name with at most so many other letters is a slip. */
const MAX_SLIPS = 3

/** Finds variables that are meant for us but are no setting. @returns one line for each */
export function findUnknownSettings(names: readonly string[], known: readonly string[]): string[] {
  return names
    .filter((name) => !known.includes(name) && !SERVICE_LINK.test(name))
    .filter((name) => OWN_PREFIXES.some((prefix) => name.startsWith(prefix)))
    .map((name) => {
      const nearest = closest(name, [...known])
      const hint = distance(name, nearest) <= MAX_SLIPS ? `; did you mean ${nearest}?` : ''
      return `${name}: is no setting${hint}`
    })
}
