import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Redis } from 'ioredis'
import type { DatabaseProbe } from '../database/probe.ts'
import type { Replica } from '../database/replica.ts'
import { notFound } from '../errors.ts'
import type { Metrics } from '../observability/metrics.ts'
import { VERSION } from '../version.ts'
import { readBearerToken } from './access.ts'
import type { App } from './http.ts'

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/**
 * Whether the caller and all proxies between are on this machine. A proxy on another machine could forge the
 * caller's address.
 */
function isLocal(request: FastifyRequest): boolean {
  return (request.ips ?? [request.ip]).every((address) => LOOPBACK.has(address))
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Whether the call has this bearer token. Digests are compared, so that the time that it takes reveals
 * neither the token's length nor a correct prefix.
 */
function hasToken(request: FastifyRequest, token: string | undefined): boolean {
  const sentToken = readBearerToken(request)
  return token !== undefined && sentToken !== null && timingSafeEqual(digest(sentToken), digest(token))
}

type Health = {
  probe: DatabaseProbe
  storageState: () => 'ok' | 'full' | 'unavailable'
  replica: Replica
  /** Null: not configured. */
  redis: Redis | null
  metrics: Metrics
  /** Undefined: only loopback can read the metrics. */
  metricsToken: string | undefined
  isStopping: () => boolean
}

/** The answer of `/readyz`, for proxies and operators. @see docs/operations.md#readiness */
function readReadiness(app: App, { probe, storageState, replica, redis, isStopping }: Health) {
  const database = probe.state()
  const storage = storageState()
  // A node stays ready without the bucket (only files fail), without the replica (reads run on the primary),
  // without the primary while the replica serves reads, without Redis (PostgreSQL and memory replace it), and
  // while it is busy for a moment.
  const canReadReplica = replica.isUsed() === true
  const isReady = !isStopping() && storage !== 'full' && (database === 'ok' || canReadReplica)
  return {
    status: !isReady ? 'unavailable' : database === 'ok' ? 'ready' : 'reads-only',
    checks: {
      database,
      load: app.hasDecorator('isUnderPressure') && app.isUnderPressure() ? 'busy' : 'ok',
      storage,
      ...(replica.isUsed() !== null && { replica: replica.isUsed() ? 'ok' : 'unavailable' }),
      ...(redis && { redis: redis.status === 'ready' ? 'ok' : 'unavailable' }),
    },
  }
}

/**
 * `/healthz` says that the process runs, `/readyz` that it can answer calls, which needs the database;
 * `/metrics` are figures for Prometheus.
 */
export function healthRoutes(app: App, health: Health): void {
  const { registry } = health.metrics
  const config = { access: 'public' as const, rateLimit: false as const, isProbe: true }
  // Answered also under overload: the process is alive then, and its metrics are needed most.
  const always = { config: { ...config, pressureHandler: () => {} }, schema: { hide: true } }

  app.get('/healthz', always, () => ({ status: 'ok' }))
  app.get('/readyz', always, (_request, reply) => {
    const { status, checks } = readReadiness(app, health)
    return reply.code(status === 'unavailable' ? 503 : 200).send({ status, version: VERSION, checks })
  })
  app.get('/metrics', always, async (request, reply) => {
    if (!isLocal(request) && !hasToken(request, health.metricsToken)) throw notFound()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
