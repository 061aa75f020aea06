/** The figures of /metrics while the database or the mail server fails. */
import net from 'node:net'
import { expect, test } from 'vitest'
import { readConfig } from '../src/platform/config/config.ts'
import { openDatabase } from '../src/platform/database/database.ts'
import { openDatabaseProbe } from '../src/platform/database/probe.ts'
import { noReplica } from '../src/platform/database/replica.ts'
import { guardRoutes } from '../src/platform/http/access.ts'
import { healthRoutes } from '../src/platform/http/health.ts'
import { createHttp } from '../src/platform/http/http.ts'
import { createLog } from '../src/platform/log.ts'
import { createMetrics, measureProcess } from '../src/platform/observability/metrics.ts'
import { testApp } from './app.ts'
import { scrape } from './scrape.ts'

test('counts emails that the mail server refuses, and the jobs that retry or gave up', async () => {
  const app = await testApp({ SMTP_URL: 'smtp://127.0.0.1:1' })
  const message = { name: 'Ada', email: 'ada@example.test', subject: 'Hello', message: 'Hello' }
  await app.visitor.post('/api/contact', message)
  await app.drain()
  // The next attempt would be due within seconds.
  const { rows } = await app.deps.database.execute<{ attempts: number }>(
    `UPDATE graphile_worker._private_jobs SET run_at = run_at + interval '1 hour' RETURNING attempts`,
  )
  expect(await scrape(app, 'tendwell_emails_total{result="failed"}')).toBe(rows[0]?.attempts)
  expect(await scrape(app, 'tendwell_emails_total{result="sent"}')).toBe(0)
  expect(await scrape(app, 'tendwell_jobs{state="retrying"}')).toBe(1)
  await app.deps.database.execute('UPDATE graphile_worker._private_jobs SET max_attempts = attempts')
  expect(await scrape(app, 'tendwell_jobs{state="retrying"}')).toBe(0)
  expect(await scrape(app, 'tendwell_jobs{state="failed"}')).toBe(1)
  // Its last attempt is running.
  await app.deps.database.execute('UPDATE graphile_worker._private_jobs SET locked_at = now()')
  expect(await scrape(app, 'tendwell_jobs{state="failed"}')).toBe(0)
  await app.close()
})

test('answers with its own figures while the database is silent', async () => {
  const silent = net.createServer()
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as net.AddressInfo
  const log = createLog('silent')
  const url = `postgres://u:p@127.0.0.1:${port}/none`
  const database = openDatabase(url, log)
  const probe = openDatabaseProbe(url, log)
  const app = await createHttp(readConfig({}), log)
  guardRoutes(app, async () => null)
  const metrics = createMetrics(database)
  const health = {
    probe,
    storageState: () => 'unavailable' as const,
    replica: noReplica(database),
    redis: null,
  }
  measureProcess(metrics, { database, ...health })
  healthRoutes(app, {
    ...health,
    metrics,
    metricsToken: undefined,
    isStopping: () => false,
  })
  const { statusCode, body } = await app.inject('/metrics')
  expect(statusCode).toBe(200)
  expect(body).toContain('\ntendwell_database_up 0\n')
  expect(body).toContain('\ntendwell_storage_up 0\n')
  expect(body).toContain('\ntendwell_build_info{')
  expect(body).not.toMatch(/^tendwell_jobs/m)
  await app.close()
  await probe.stop()
  await database.$client.end()
  silent.close()
})
