import { createHash, timingSafeEqual } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { bearerToken } from './access.ts'
import type { Database } from './database.ts'
import { notFound } from './errors.ts'
import type { App } from './http.ts'

const READY_LIMIT_MS = 1_500
const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

async function databaseAnswers(database: Database): Promise<boolean> {
  const limit = new Promise<false>((resolve) => setTimeout(resolve, READY_LIMIT_MS, false).unref())
  const answer = database.execute(sql`SELECT 1`).then(
    () => true,
    () => false,
  )
  return Promise.race([answer, limit])
}

/** Whether a call comes from this machine, and each proxy on its way is on it as well: one elsewhere may say anything. */
function isFromHere(request: FastifyRequest): boolean {
  return (request.ips ?? [request.ip]).every((address) => LOOPBACK.has(address))
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compared by digests, so that the time tells neither the token's length nor how much of it was right. */
function hasToken(request: FastifyRequest, token: string | undefined): boolean {
  const given = bearerToken(request)
  return token !== undefined && given !== null && timingSafeEqual(digest(given), digest(token))
}

type Health = {
  database: Database
  /** Undefined where the figures are for loopback alone. */
  metricsToken: string | undefined
  isStopping: () => boolean
}

/** Liveness, which never asks the database; readiness, which does; and the figures for Prometheus. */
export function healthRoutes(app: App, { database, metricsToken, isStopping }: Health): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const config = { access: 'public' as const, rateLimit: false as const }
  const open = { config, schema: { hide: true } }
  // A process that has too much to do lives all the same, and its figures tell what it does.
  const always = { ...open, config: { ...config, pressureHandler: () => {} } }

  app.get('/healthz', always, () => ({ status: 'ok' }))
  app.get('/readyz', open, async (_request, reply) => {
    const ready = !isStopping() && (await databaseAnswers(database))
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'unavailable' })
  })
  app.get('/metrics', always, async (request, reply) => {
    if (!isFromHere(request) && !hasToken(request, metricsToken)) throw notFound()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
