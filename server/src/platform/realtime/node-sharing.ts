import type { Config } from '../config/config.ts'
import type { Database } from '../database/database.ts'
import { createSharedStore } from '../limits/calls.ts'
import type { Log } from '../log.ts'
import { createMemoryPageCache } from '../pages/cache.ts'
import { createRedisPageCache } from '../pages/redis-cache.ts'
import type { Secrets } from '../secrets.ts'
import { createBus } from './bus.ts'
import { createRedis } from './redis.ts'
import { createRedisBus } from './redis-bus.ts'

type SharingDeps = { directUrl: string; database: Database; secrets: Secrets; log: Log }

/**
 * Creates what nodes share besides the database: the bus for messages and, with Redis, the counts of calls
 * and the rendered pages.
 */
export function shareBetweenNodes({ redisUrl }: Config, { directUrl, database, secrets, log }: SharingDeps) {
  const postgresBus = createBus(directUrl, database.$client, log)
  const memoryCache = createMemoryPageCache()
  if (!redisUrl) return { redis: null, bus: postgresBus, limitStore: undefined, pageCache: memoryCache }
  const redis = createRedis(redisUrl, log)
  const subscriber = createRedis(redisUrl, log)
  // The namespace is made of the secret, which is different for each installation, because Redis may be
  // shared.
  const namespace = `tendwell:${Buffer.from(secrets.key('redis')).toString('base64url')}`
  return {
    redis,
    bus: createRedisBus({ redis, subscriber, channel: namespace, fallback: postgresBus, log }),
    limitStore: createSharedStore(redis, namespace),
    pageCache: createRedisPageCache(redis, namespace, memoryCache),
  }
}
