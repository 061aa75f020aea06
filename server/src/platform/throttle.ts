import { isIPv6 } from 'node:net'
import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './database.ts'
import { tooManyAttempts } from './errors.ts'
import type { Jobs } from './jobs.ts'
import { hmacSign, type Secrets } from './secrets.ts'
import { attempts } from './tables.ts'

type ThrottleDeps = { config: Config; clock: Clock; database: Database; secrets: Secrets }

/** At most `most` attempts at `action` by `who` within `minutes` of the first. */
export type Limit = { action: string; who: string; most: number; minutes: number }

/** An allowed attempt, as it was counted. */
export type Counted = {
  /** Uncounts the attempt, when it turns out that it should not count. */
  uncount(): Promise<void>
}

/** Waits for the work. If it fails, as when a queue is full, the attempt is uncounted: the caller is not to blame. */
export async function uncountOnFailure<Result>(counted: Counted, work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    await counted.uncount()
    throw error
  }
}

const SWEEP_MINUTES = 10
const SWEEP_BATCH = 5_000

/**
 * The network that limits count an address under. An IPv6 customer usually has a whole /64, so its addresses count as
 * one.
 * @param address as the server names its peer
 */
export function toNetwork(address: string): string {
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
 * Counts an attempt against each limit before it is made, in one statement, so that parallel attempts can't slip past.
 * Counters are in the database, so a restart does not reset them.
 * @throws AppError 429 if one of the limits is reached; then nothing is counted
 * @see docs/rules/accounts.md#throttling
 */
export async function countAttempt(deps: ThrottleDeps, limits: readonly Limit[]): Promise<Counted> {
  const { config, clock, database } = deps
  if (!config.rateLimits) return { uncount: async () => {} }
  const now = clock.now()
  const wanted = new Map(limits.map((limit) => [toKey(deps, limit), limit]))
  // Always in the same order, so that two calls can't deadlock.
  const keys = [...wanted.keys()].sort()
  const rows = keys.map((key) => {
    const { most, minutes } = wanted.get(key) as Limit
    const endsAt = new Date(now.getTime() + minutes * 60_000).toISOString()
    return sql`(${key}::text, ${endsAt}::timestamptz, ${most}::int)`
  })
  const allowed = await database.execute<{ key: string }>(sql`
    WITH wanted (key, ends_at, most) AS (VALUES ${sql.join(rows, sql`, `)})
    INSERT INTO attempts AS a (key, count, ends_at) SELECT key, 1, ends_at FROM wanted ORDER BY key
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN a.ends_at <= ${now.toISOString()}::timestamptz THEN 1 ELSE a.count + 1 END,
      ends_at = CASE WHEN a.ends_at <= ${now.toISOString()}::timestamptz THEN excluded.ends_at ELSE a.ends_at END
    WHERE a.ends_at <= ${now.toISOString()}::timestamptz OR a.count < (SELECT most FROM wanted w WHERE w.key = a.key)
    RETURNING a.key`)

  const counted = allowed.rows.map(({ key }) => key)
  if (counted.length === keys.length) return { uncount: () => uncountKeys(database, counted, now) }
  await uncountKeys(database, counted, now)
  const full = keys.filter((key) => !counted.includes(key))
  // By the current time: a call that started after this one may have started the span.
  throw tooManyAttempts(await getSecondsUntilFree(database, full, clock))
}

/** Resets a limit, after the caller has proved who they are. */
export async function forgetAttempts(
  deps: ThrottleDeps,
  limit: Pick<Limit, 'action' | 'who'>,
): Promise<void> {
  await deps.database.delete(attempts).where(eq(attempts.key, toKey(deps, limit)))
}

/** Signed, so that the table does not list the addresses of people who may not even have an account. */
function toKey({ secrets }: ThrottleDeps, { action, who }: Pick<Limit, 'action' | 'who'>): string {
  return `${action} ${hmacSign(secrets.key('attempts'), who)}`
}

async function uncountKeys(database: Database, keys: readonly string[], now: Date): Promise<void> {
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

async function getSecondsUntilFree(
  database: Database,
  keys: readonly string[],
  clock: Clock,
): Promise<number> {
  const rows = await database
    .select({ endsAt: attempts.endsAt })
    .from(attempts)
    .where(inArray(attempts.key, [...keys]))
  const now = clock.now()
  return Math.max(0, ...rows.map(({ endsAt }) => endsAt.getTime() - now.getTime())) / 1_000
}

/** Registers the job that deletes expired counters, in batches so that no statement takes long. */
export function throttleJobs({
  jobs,
  database,
  clock,
}: { jobs: Jobs } & Pick<ThrottleDeps, 'database' | 'clock'>): void {
  jobs.every(SWEEP_MINUTES, 'platform.forget-attempts', async () => {
    const ended = database
      .select({ key: attempts.key })
      .from(attempts)
      .where(lte(attempts.endsAt, clock.now()))
      .limit(SWEEP_BATCH)
    await database.delete(attempts).where(inArray(attempts.key, ended))
  })
}
