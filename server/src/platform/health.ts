import { createHash, timingSafeEqual } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { readBearerToken } from './access.ts'
import type { Database } from './database.ts'
import { notFound } from './errors.ts'
import type { App } from './http.ts'
import type { Metrics } from './metrics.ts'

const READY_LIMIT_MS = 1_500
const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

async function isDatabaseUp(database: Database): Promise<boolean> {
  const limit = new Promise<false>((resolve) => setTimeout(resolve, READY_LIMIT_MS, false).unref())
  const answer = database.execute(sql`SELECT 1`).then(
    () => true,
    () => false,
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
  metrics: Metrics
  /** Undefined: only loopback can read the metrics. */
  metricsToken: string | undefined
  isStopping: () => boolean
}

/** Liveness, which doesn't need the database; readiness, which does; and the metrics for Prometheus. */
export function healthRoutes(
  app: App,
  { database, metrics: { registry }, metricsToken, isStopping }: Health,
): void {
  const config = { access: 'public' as const, rateLimit: false as const, isProbe: true }
  const open = { config, schema: { hide: true } }
  // An overloaded process is alive, and its metrics are needed most then.
  const always = { ...open, config: { ...config, pressureHandler: () => {} } }

  app.get('/healthz', always, () => ({ status: 'ok' }))
  app.get('/readyz', open, async (_request, reply) => {
    const ready = !isStopping() && (await isDatabaseUp(database))
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'unavailable' })
  })
  app.get('/metrics', always, async (request, reply) => {
    if (!isLocal(request) && !hasToken(request, metricsToken)) throw notFound()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
