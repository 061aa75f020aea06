import { Redis } from 'ioredis'
import type { Log } from '../log.ts'

const CONNECT_LIMIT_MS = 2_000
/** After this time without an answer, the connection counts as dead and calls continue without Redis. */
const ANSWER_LIMIT_MS = 1_000
const HEARTBEAT_MS = 2_000
const RECONNECT_MS = 500

/**
 * Creates a client for Redis or Valkey. It connects on `connect`, and again whenever it loses the connection.
 * Without a connection commands fail at once, because nothing may wait for Redis.
 * @param url such as `redis://user:password@host:6379`, or `rediss://…` for TLS
 */
export function createRedis(url: string, log: Log): Redis {
  const redis = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResubscribe: false,
    connectTimeout: CONNECT_LIMIT_MS,
    socketTimeout: ANSWER_LIMIT_MS,
    retryStrategy: () => RECONNECT_MS,
    connectionName: 'tendwell',
  })
  /** Whether the log says already that Redis is unavailable, so that not each retry logs it. */
  let isWarned = false
  redis.on('error', (error) => {
    if (!isWarned) log.warn({ err: error }, 'Redis is unavailable; PostgreSQL and memory stand in for it')
    isWarned = true
  })
  redis.on('ready', () => {
    isWarned = false
  })
  // The ping is an answer to wait for, so a dead connection is noticed within seconds.
  const heartbeat = setInterval(() => {
    if (redis.status === 'ready') redis.ping().catch(() => {})
  }, HEARTBEAT_MS).unref()
  redis.once('end', () => clearInterval(heartbeat))
  return redis
}
