import { isIPv6 } from 'node:net'
import { lt } from 'drizzle-orm'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Config } from '../config/config.ts'
import type { Database } from '../database/database.ts'
import { attempts } from '../database/tables.ts'
import { tooManyAttempts } from '../errors.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { hmacSign, type Secrets } from '../secrets.ts'

type LimitDeps = { config: Config; database: Database; secrets: Secrets }

/**
 * At most `most` attempts at `action` by `who` within `minutes` of the first. `rule` says so in the refusal.
 * An attempt counts as `cost`, 1 by default.
 */
export type Limit = {
  action: string
  who: string
  most: number
  minutes: number
  rule?: string
  cost?: number
}

/** An allowed attempt, as it was counted. */
export type Counted = {
  /** Uncounts the attempt, when it turns out that it should not count. */
  uncount(): Promise<void>
}

/**
 * Waits for the work. If it fails, as when a queue is full, the attempt is uncounted: the caller is not to
 * blame.
 */
export async function uncountOnFailure<Result>(counted: Counted, work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    await counted.uncount()
    throw error
  }
}

const SWEEP_MINUTES = 10

/** Anyone can rent a whole /48, but thousands of a mobile network's customers may share one. */
const SITE_FACTOR = 10

/**
 * Limits what comes from a network: an IPv4 address, or an IPv6 /64, since a customer usually has a whole
 * one. All networks of an IPv6 /48 together have ten times as much.
 * @see docs/rules/accounts.md#attempt-limits
 */
export function limitNetwork(limit: Omit<Limit, 'who'> & { ipAddress: string }): Limit[] {
  const { action, ipAddress, most, minutes } = limit
  const network = toNetwork(ipAddress)
  const limits = [{ action, who: network, most, minutes }]
  if (!network.includes(':')) return limits
  const site = network.split(':').slice(0, 3).join(':')
  // Counted last, so that a network over its limit doesn't use up the attempts of its neighbors.
  return [...limits, { action, who: `${site}/48`, most: most * SITE_FACTOR, minutes }]
}

/**
 * The network that limits count an address under.
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
 * Counts an attempt against each limit before it is made, so that parallel attempts can't slip past. Counters
 * are in the database, so a restart does not reset them.
 * @param limits in the order in which they are counted; those after a full one are not counted
 * @throws AppError 429 if one of the limits is reached
 * @see docs/rules/accounts.md#attempt-limits
 */
export async function countAttempt(deps: LimitDeps, limits: readonly Limit[]): Promise<Counted> {
  if (!deps.config.rateLimits) return { uncount: async () => {} }
  const counters = limits.map((limit) => ({
    limiter: createLimiter(deps, limit),
    key: toKey(deps, limit),
    limit,
  }))
  for (const { limiter, key, limit } of counters) {
    await limiter.consume(key, limit.cost).catch((reason: unknown) => {
      throw reason instanceof RateLimiterRes
        ? tooManyAttempts(reason.msBeforeNext / 1_000, limit.rule)
        : reason
    })
  }
  return {
    async uncount() {
      for (const { limiter, key, limit } of counters) await limiter.reward(key, limit.cost)
    },
  }
}

/** Resets a limit, after the caller has proved who they are. */
export async function forgetAttempts(deps: LimitDeps, limit: Limit): Promise<void> {
  await createLimiter(deps, limit).delete(toKey(deps, limit))
}

function createLimiter({ database }: LimitDeps, { most, minutes }: Limit): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: database.$client,
    storeType: 'pool',
    tableName: 'attempts',
    tableCreated: true,
    // A job does this, on one node at a time.
    clearExpiredByTimeout: false,
    keyPrefix: '',
    points: most,
    duration: minutes * 60,
  })
}

/** Signed, so that the table does not list the addresses of people who may not even have an account. */
function toKey({ secrets }: LimitDeps, { action, who }: Limit): string {
  return `${action} ${hmacSign(secrets.key('attempts'), who)}`
}

/** Registers the job that deletes expired counters. */
export function attemptLimitJobs({
  jobs,
  database,
}: {
  jobs: Pick<Jobs, 'everyMinutes'>
  database: Database
}): void {
  jobs.everyMinutes(SWEEP_MINUTES, 'platform.forget-attempts', async () => {
    await database.delete(attempts).where(lt(attempts.expire, Date.now()))
  })
}
