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
 * A limit: at most `most` attempts at `action` by `who`, such as a network or an email, within `minutes`
 * after the first of these attempts. An attempt counts as `cost`, by default 1. `rule` is a sentence about
 * the limit for the error.
 */
export type Limit = {
  action: string
  who: string
  most: number
  minutes: number
  rule?: string
  cost?: number
}

/** An attempt that was counted and allowed. */
export type Counted = {
  /** Uncounts the attempt, when it turns out that it should not count. */
  uncount(): Promise<void>
}

/**
 * Waits for `work`. If it fails, such as when a queue is full, the attempt is uncounted, because the caller
 * isn't to blame.
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

/**
 * A whole IPv6 /48 has this many times the limit of one of its /64s. A /48 has a limit because anyone can
 * rent one, and a higher limit because thousands of customers of a mobile network may share one.
 */
const PREFIX_48_FACTOR = 10

/**
 * The limits of a network: an IPv4 address, or an IPv6 /64, because a customer usually has a whole one. All
 * networks of an IPv6 /48 together have ten times the limit.
 * @see docs/rules/accounts.md#attempt-limits
 */
export function limitNetwork(limit: Omit<Limit, 'who'> & { ipAddress: string }): Limit[] {
  const { action, ipAddress, most, minutes } = limit
  const network = toNetwork(ipAddress)
  const limits = [{ action, who: network, most, minutes }]
  if (!network.includes(':')) return limits
  const prefix48 = network.split(':').slice(0, 3).join(':')
  // The /48 is counted after the /64, so that a network over its limit doesn't use up its neighbors'
  // attempts.
  return [...limits, { action, who: `${prefix48}/48`, most: most * PREFIX_48_FACTOR, minutes }]
}

/**
 * The network to which limits count an address: an IPv4 address itself, or the /64 of an IPv6 address.
 * @param address an IP address as Node.js writes it
 */
export function toNetwork(address: string): string {
  // An IPv4 address that reached a socket for both versions is written as an IPv6 address.
  const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mappedIpv4?.[1]) return mappedIpv4[1]
  if (!isIPv6(address)) return address
  // `%` begins the name of a network interface, and `::` is as many zeros as fit.
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? []
  const headGroups = head.split(':').filter(Boolean)
  const tailGroups = tail.split(':').filter(Boolean)
  const zeros = address.includes('::')
    ? Array(Math.max(0, 8 - headGroups.length - tailGroups.length)).fill('0')
    : []
  const groups = [...headGroups, ...zeros, ...tailGroups].slice(0, 4)
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')
}

/**
 * Counts an attempt against each limit. Call this before the attempt, so that parallel attempts can't exceed
 * a limit. The counters are in the database, so a restart doesn't reset them.
 * @param limits in the order in which they are counted; limits after an exceeded one are not counted
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

/** Counts the attempts of this limit from zero again, after the caller has proved who they are. */
export async function forgetAttempts(deps: LimitDeps, limit: Limit): Promise<void> {
  await createLimiter(deps, limit).delete(toKey(deps, limit))
}

/** The counters of a limit, in the table `attempts`. */
function createLimiter({ database }: LimitDeps, { most, minutes }: Limit): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: database.$client,
    storeType: 'pool',
    tableName: 'attempts',
    tableCreated: true,
    // Off, because a job deletes expired counters, on one node at a time.
    clearExpiredByTimeout: false,
    keyPrefix: '',
    points: most,
    duration: minutes * 60,
  })
}

/** The counter's key. It has a keyed hash of `who`, so that the table doesn't list addresses of people. */
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
