import type { Redis } from 'ioredis'
import type { Page, PageCache } from './cache.ts'

/**
 * Keeps rendered pages for all nodes, in Redis.
 * @param namespace begins the keys. It is different for each installation, because Redis may be shared
 * @param fallback keeps the pages while Redis is unavailable
 */
export function createRedisPageCache(redis: Redis, namespace: string, fallback: PageCache): PageCache {
  const isReady = () => redis.status === 'ready'
  const toRedisKey = (key: string) => `${namespace} page ${key}`
  return {
    async get(key) {
      if (!isReady()) return fallback.get(key)
      const text = await redis.get(toRedisKey(key)).catch(() => null)
      return text === null ? null : (JSON.parse(text) as Page)
    },
    async set(key, page, ttlMs) {
      if (!isReady()) return fallback.set(key, page, ttlMs)
      await redis.set(toRedisKey(key), JSON.stringify(page), 'PX', ttlMs).catch(() => {})
    },
  }
}
