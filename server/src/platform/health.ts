import { sql } from 'drizzle-orm'
import { collectDefaultMetrics, Registry } from 'prom-client'
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

/** Liveness, which never asks the database; readiness, which does; and the figures for Prometheus. */
export function healthRoutes(app: App, database: Database, isStopping: () => boolean): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const open = { config: { access: 'public' as const, rateLimit: false }, schema: { hide: true } }

  app.get('/healthz', open, () => ({ status: 'ok' }))
  app.get('/readyz', open, async (_request, reply) => {
    const ready = !isStopping() && (await databaseAnswers(database))
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'unavailable' })
  })
  app.get('/metrics', open, async (request, reply) => {
    if (!LOOPBACK.has(request.ip)) throw notFound()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
