import { isIPv6 } from 'node:net'
import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './database.ts'
import { tooManyAttempts } from './errors.ts'
import type { Jobs } from './jobs.ts'
import { hmacSign, type Secrets } from './secrets.ts'
import { attempts } from './tables.ts'

type Means = { config: Config; clock: Clock; database: Database; secrets: Secrets }

/** At most `most` attempts at `action` by `who` in a span of `minutes` that begins with the first. */
export type Limit = { action: string; who: string; most: number; minutes: number }

/** Attempts that were let through and counted. */
export type Counted = {
  /** Takes the attempts back, where they turn out to be none that shall count. */
  giveBack(): Promise<void>
}

/** What the work comes to; where it fails by no fault of the caller's, as in a full queue, the attempt was none. */
export async function orGiveBack<Result>(counted: Counted, work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    await counted.giveBack()
    throw error
  }
}

const SWEEP_MINUTES = 10
const SWEEP_BATCH = 5_000

/**
 * A network address as limits count it. Whoever has one IPv6 address has the 2^64 beside it as well.
 * @param address as the server names its peer
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1]) return mapped[1]
  if (!isIPv6(address)) return address
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? []
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const zeros = address.includes('::') ? Array(Math.max(0, 8 - left.length - right.length)).fill('0') : []
  const groups = [...left, ...zeros, ...right].slice(0, 4)
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')
}

/**
 * Counts one attempt at each limit before it is made, in one statement, so that many at once can't pass together.
 * The counters are in the database: a restart forgives nothing (trust.md, ASVS 6.3.1).
 * @throws AppError 429 where one of the limits is reached; then none of them is counted
 */
export async function countAttempt(means: Means, limits: readonly Limit[]): Promise<Counted> {
  const { config, clock, database } = means
  if (!config.rateLimits) return { giveBack: async () => {} }
  const now = clock.now()
  const wanted = new Map(limits.map((limit) => [keyOf(means, limit), limit]))
  // Always in the same order, so that two calls never wait for each other.
  const keys = [...wanted.keys()].sort()
  const rows = keys.map((key) => {
    const { most, minutes } = wanted.get(key) as Limit
    const endsAt = new Date(now.getTime() + minutes * 60_000).toISOString()
    return sql`(${key}::text, ${endsAt}::timestamptz, ${most}::int)`
  })
  const taken = await database.execute<{ key: string }>(sql`
    WITH wanted (key, ends_at, most) AS (VALUES ${sql.join(rows, sql`, `)})
    INSERT INTO attempts AS a (key, count, ends_at) SELECT key, 1, ends_at FROM wanted ORDER BY key
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN a.ends_at <= ${now.toISOString()}::timestamptz THEN 1 ELSE a.count + 1 END,
      ends_at = CASE WHEN a.ends_at <= ${now.toISOString()}::timestamptz THEN excluded.ends_at ELSE a.ends_at END
    WHERE a.ends_at <= ${now.toISOString()}::timestamptz OR a.count < (SELECT most FROM wanted w WHERE w.key = a.key)
    RETURNING a.key`)

  const counted = taken.rows.map(({ key }) => key)
  if (counted.length === keys.length) return { giveBack: () => takeBack(database, counted, now) }
  await takeBack(database, counted, now)
  const full = keys.filter((key) => !counted.includes(key))
  // By the clock of this moment: a call that began after this one may have begun the span.
  throw tooManyAttempts(await secondsUntilFree(database, full, clock))
}

/** Forgets what was counted for a limit: who has shown to be the right one need not wait. */
export async function forgetAttempts(means: Means, limit: Pick<Limit, 'action' | 'who'>): Promise<void> {
  await means.database.delete(attempts).where(eq(attempts.key, keyOf(means, limit)))
}

/** Sealed, so that the table lists no addresses of people who may not even have an account. */
function keyOf({ secrets }: Means, { action, who }: Pick<Limit, 'action' | 'who'>): string {
  return `${action} ${hmacSign(secrets.key('attempts'), who)}`
}

async function takeBack(database: Database, keys: readonly string[], now: Date): Promise<void> {
  if (keys.length === 0) return
  const ordered = database
    .select({ key: attempts.key })
    .from(attempts)
    .where(and(inArray(attempts.key, [...keys]), gt(attempts.endsAt, now), gt(attempts.count, 0)))
    .orderBy(attempts.key)
    .for('update')
  await database
    .update(attempts)
    .set({ count: sql`${attempts.count} - 1` })
    .where(inArray(attempts.key, ordered))
}

async function secondsUntilFree(database: Database, keys: readonly string[], clock: Clock): Promise<number> {
  const rows = await database
    .select({ endsAt: attempts.endsAt })
    .from(attempts)
    .where(inArray(attempts.key, [...keys]))
  const now = clock.now()
  return Math.max(0, ...rows.map(({ endsAt }) => endsAt.getTime() - now.getTime())) / 1_000
}

/** Removes the counters whose time is over, some thousands at a time so that no statement takes long. */
export function throttleJobs({
  jobs,
  database,
  clock,
}: { jobs: Jobs } & Pick<Means, 'database' | 'clock'>): void {
  jobs.every(SWEEP_MINUTES, 'platform.forget-attempts', async () => {
    const ended = database
      .select({ key: attempts.key })
      .from(attempts)
      .where(lte(attempts.endsAt, clock.now()))
      .limit(SWEEP_BATCH)
    await database.delete(attempts).where(inArray(attempts.key, ended))
  })
}
