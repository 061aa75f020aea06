import type { Environment } from './schema.ts'

/** A secret with fewer characters, or with fewer different characters, could be guessed. */
const SECRET_MIN_LENGTH = 32
const SECRET_MIN_DIFFERENT = 8

function isWeakSecret(secret: string): boolean {
  return secret.length < SECRET_MIN_LENGTH || new Set(secret).size < SECRET_MIN_DIFFERENT
}

/** Production needs a database server, secrets and addresses, and no relaxed protection. */
function listProductionProblems(environment: Environment): string[] {
  if (environment.NODE_ENV !== 'production') return []
  const neededSettings = ['DATABASE_URL', 'APP_SECRET', 'PUBLIC_URL', 'SMTP_URL', 'MAIL_FROM'] as const
  const problems = neededSettings
    .filter((name) => !environment[name])
    .map((name) => `${name}: is needed in production`)
  if (environment.PAYMENTS === 'sandbox') problems.push('PAYMENTS: must not be sandbox in production')
  if (environment.BACKGROUND_CHECKS === 'sandbox') {
    problems.push('BACKGROUND_CHECKS: must not be sandbox in production')
  }
  if (environment.PUBLIC_URL?.startsWith('http:')) problems.push('PUBLIC_URL: must be https in production')
  for (const name of ['RATE_LIMITS', 'OVERLOAD_PROTECTION'] as const) {
    if (environment[name] === 'off') problems.push(`${name}: must not be off in production`)
  }
  if (environment.LOOPBACK_CALENDARS_CA) {
    problems.push('LOOPBACK_CALENDARS_CA: must not be set in production')
  }
  return problems
}

/** Stripe's keys are required; in production no test key and no unencrypted address. */
function listStripeProblems(environment: Environment): string[] {
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

/** The embedded database has no pooler, no replica and no password, so their settings need DATABASE_URL. */
function listDatabaseProblems(environment: Environment): string[] {
  if (environment.DATABASE_URL) return []
  return (['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL', 'DATABASE_PASSWORD'] as const)
    .filter((name) => environment[name])
    .map((name) => `${name}: needs DATABASE_URL`)
}

/**
 * Processes with different roles need a database server that they share. A worker also needs PUBLIC_URL,
 * because people don't call it at its own address.
 */
function listRoleProblems(environment: Environment): string[] {
  if (environment.ROLE === 'all') return []
  const neededSettings =
    environment.ROLE === 'worker' ? (['DATABASE_URL', 'PUBLIC_URL'] as const) : (['DATABASE_URL'] as const)
  return neededSettings
    .filter((name) => !environment[name])
    .map((name) => `${name}: is needed where ROLE is ${environment.ROLE}`)
}

/** A bucket needs its keys, and the keys a bucket. */
function listS3Problems(environment: Environment): string[] {
  const names = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  if (environment.S3_BUCKET) {
    return names.filter((name) => !environment[name]).map((name) => `${name}: is needed with S3_BUCKET`)
  }
  return (['S3_ENDPOINT', ...names] as const)
    .filter((name) => environment[name])
    .map((name) => `${name}: needs S3_BUCKET`)
}

/** Text messages need the account, its token and a sender; in production no unencrypted address. */
function listSmsProblems(environment: Environment): string[] {
  const names = ['SMS_ACCOUNT', 'SMS_TOKEN', 'SMS_FROM'] as const
  if (![...names, 'SMS_URL' as const].some((name) => environment[name])) return []
  const problems = names
    .filter((name) => !environment[name])
    .map((name) => `${name}: is needed to send text messages`)
  if (environment.NODE_ENV === 'production' && environment.SMS_URL?.startsWith('http:')) {
    problems.push('SMS_URL: must be https in production')
  }
  return problems
}

/** Lists what is wrong with settings that are valid by themselves, one line for each problem. */
export function listProblems(environment: Environment): string[] {
  const problems = listProductionProblems(environment)
  if (environment.APP_SECRET && isWeakSecret(environment.APP_SECRET)) {
    problems.push(`APP_SECRET: is too weak; use at least ${SECRET_MIN_LENGTH} random characters`)
  }
  return [
    ...problems,
    ...listRoleProblems(environment),
    ...listDatabaseProblems(environment),
    ...listS3Problems(environment),
    ...listStripeProblems(environment),
    ...listSmsProblems(environment),
  ]
}
