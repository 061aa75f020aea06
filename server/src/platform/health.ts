import { createHash, timingSafeEqual } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Redis } from 'ioredis'
import { readBearerToken } from './access.ts'
import type { Database } from './database.ts'
import { notFound } from './errors.ts'
import type { App } from './http.ts'
import type { Metrics } from './metrics.ts'
import type { Replica } from './replica.ts'
import { VERSION } from './version.ts'

const READY_LIMIT_MS = 1_500
const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** Whether the database can be written: a standby and a database that is set to read-only can't. */
async function checkDatabaseWrites(database: Database): Promise<'ok' | 'read-only' | 'unavailable'> {
  const limit = new Promise<'unavailable'>((resolve) => {
    setTimeout(resolve, READY_LIMIT_MS, 'unavailable').unref()
  })
  const answer = database
    .execute<{ setting: string }>(sql`SELECT current_setting('transaction_read_only') AS setting`)
    .then(
      ({ rows }) => (rows[0]?.setting === 'off' ? 'ok' : 'read-only'),
      () => 'unavailable' as const,
    )
  return Promise.race([answer, limit])
}

/** Whether the caller and all proxies are on this machine. A proxy elsewhere could forge the addresses before it. */
function isLocal(request: FastifyRequest): boolean {
  return (request.ips ?? [request.ip]).every((address) => LOOPBACK.has(address))
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compares digests, so that the time reveals neither the token's length nor a correct prefix. */
function hasToken(request: FastifyRequest, token: string | undefined): boolean {
  const given = readBearerToken(request)
  return token !== undefined && given !== null && timingSafeEqual(digest(given), digest(token))
}

type Health = {
  database: Database
  replica: Replica
  /** Null: not configured. */
  redis: Redis | null
  metrics: Metrics
  /** Undefined: only loopback can read the metrics. */
  metricsToken: string | undefined
  isStopping: () => boolean
}

/** Liveness, which doesn't need the database; readiness, which does; and the metrics for Prometheus. */
export function healthRoutes(
  app: App,
  { database, replica, redis, metrics: { registry }, metricsToken, isStopping }: Health,
): void {
  const config = { access: 'public' as const, rateLimit: false as const, isProbe: true }
  // An overloaded process is alive, still does what it can, and its metrics are needed most then.
  const always = { config: { ...config, pressureHandler: () => {} }, schema: { hide: true } }

  app.get('/healthz', always, () => ({ status: 'ok' }))
  app.get('/readyz', always, async (_request, reply) => {
    const databaseCheck = await checkDatabaseWrites(database)
    const ready = !isStopping() && databaseCheck === 'ok'
    return reply.code(ready ? 200 : 503).send({
      status: ready ? 'ready' : 'unavailable',
      version: VERSION,
      // Without the replica, reads run on the primary; without Redis, PostgreSQL and memory stand in.
      checks: {
        database: databaseCheck,
        ...(replica.isUsed() !== null && { replica: replica.isUsed() ? 'ok' : 'unavailable' }),
        ...(redis && { redis: redis.status === 'ready' ? 'ok' : 'unavailable' }),
      },
    })
  })
  app.get('/metrics', always, async (request, reply) => {
    if (!isLocal(request) && !hasToken(request, metricsToken)) throw notFound()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
