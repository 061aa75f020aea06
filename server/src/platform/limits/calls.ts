import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { RouteOptions } from 'fastify'
import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'

/** Never reached: the plugin compares the count with each route's limit, and sets the time window. */
const COUNT_ONLY = { points: Number.MAX_SAFE_INTEGER, duration: 60 }

/** Counts calls in Redis, or in this node's memory while there is no connection. */
class CallCounter implements FastifyRateLimitStore {
  readonly #redis: Redis
  readonly #keyPrefix: string
  readonly #limiter: RateLimiterRedis

  constructor(redis: Redis, keyPrefix: string) {
    this.#redis = redis
    this.#keyPrefix = keyPrefix
    this.#limiter = new RateLimiterRedis({
      storeClient: redis,
      keyPrefix,
      ...COUNT_ONLY,
      rejectIfRedisNotReady: true,
      insuranceLimiter: new RateLimiterMemory(COUNT_ONLY),
    })
  }

  incr(
    caller: string,
    callback: (error: Error | null, result?: { current: number; ttl: number }) => void,
    windowMs: number,
  ): void {
    this.#limiter.consume(caller, 1, { customDuration: windowMs / 1_000 }).then(
      ({ consumedPoints, msBeforeNext }) => callback(null, { current: consumedPoints, ttl: msBeforeNext }),
      (error: Error) => callback(error),
    )
  }

  /** The counter of a route with its own limit. */
  child(options: object): CallCounter {
    const { method, url } = (options as { routeInfo: RouteOptions }).routeInfo
    return new CallCounter(this.#redis, `${this.#keyPrefix} ${method} ${url}`)
  }
}

/**
 * A store for @fastify/rate-limit that all nodes share.
 * @param namespace begins the keys. It is different for each installation, because Redis may be shared
 */
export function createSharedStore(redis: Redis, namespace: string): FastifyRateLimitStoreCtor {
  return class extends CallCounter {
    constructor() {
      super(redis, `${namespace} calls`)
    }
  }
}
