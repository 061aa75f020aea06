import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { readConfig } from '../config/config.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { type DatabaseProbe, type DatabaseState, openDatabaseProbe } from '../database/probe.ts'
import { noReplica, type Replica } from '../database/replica.ts'
import { createLog } from '../log.ts'
import { createMetrics } from '../observability/metrics.ts'
import { guardRoutes } from './access.ts'
import { healthRoutes } from './health.ts'
import { createHttp } from './http.ts'

const TOKEN = 'a-token-for-Prometheus'
const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://u:p@127.0.0.1/tendwell',
  APP_SECRET: 'k2Jq8vN4xW7zR1mP6tY3bL9cD5fG0hSa',
  PUBLIC_URL: 'https://tendwell.example/',
  SMTP_URL: 'smtp://127.0.0.1:25',
  MAIL_FROM: 'hello@tendwell.example',
  PAYMENTS: 'stripe',
  STRIPE_SECRET_KEY: 'sk_live_abc',
  STRIPE_WEBHOOK_SECRET: 'whsec_a',
}

const log = createLog('silent')
let testDatabase: TestDatabase
let database: Database
let probe: DatabaseProbe
let app: FastifyInstance
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase(testDatabase.url, log)
  probe = openDatabaseProbe(testDatabase.url, log)
  await probe.start()
})
afterEach(() => app.close())
afterAll(async () => {
  await probe.stop()
  await database.$client.end()
  await testDatabase.drop()
})

async function start(
  settings: Record<string, string>,
  load: { busyMs?: number; countWaiting?: () => number } = {},
  states: Partial<Parameters<typeof healthRoutes>[1]> = {},
): Promise<void> {
  const config = readConfig(settings)
  const http = await createHttp(config, log, load)
  guardRoutes(http, async () => null)
  healthRoutes(http, {
    probe,
    storageState: () => 'ok',
    replica: noReplica(database),
    redis: null,
    metrics: createMetrics(database),
    metricsToken: config.metricsToken,
    isStopping: () => false,
    ...states,
  })
  http.get('/api/hello', { config: { access: 'public', rateLimit: false } }, () => 'hello')
  app = http
}

const usedReplica: Replica = {
  read: () => Promise.reject(new Error('not asked')),
  isUsed: () => true,
  start: async () => {},
  stop: async () => {},
}
const fakeProbe = (state: DatabaseState): DatabaseProbe => ({
  state: () => state,
  start: async () => {},
  stop: async () => {},
})
const getStatus = async (url: string) => (await app.inject(url)).statusCode

test.each([
  ['the event loop is late', { busyMs: Number.MIN_VALUE }],
  ['too many queries wait for a connection', { countWaiting: () => 1_000 }],
])('answers probes while calls get 503 because %s', async (_why, load) => {
  await start({}, load)
  while ((await getStatus('/api/hello')) === 200) await new Promise(setImmediate)
  for (const path of ['/healthz', '/readyz', '/metrics']) expect(await getStatus(path)).toBe(200)
  expect((await app.inject('/readyz')).json()).toMatchObject({
    status: 'ready',
    checks: { database: 'ok', load: 'busy' },
  })
  const { statusCode, headers } = await app.inject('/api/hello')
  expect([statusCode, headers['retry-after']]).toEqual([503, '5'])
})

test.each([
  [{ RATE_LIMITS: 'off' }, 503],
  [{ OVERLOAD_PROTECTION: 'off' }, 200],
])('while too many queries wait, %j answers %i', async (settings, status) => {
  await start(settings, { countWaiting: () => 1_000 })
  expect(await getStatus('/api/hello')).toBe(status)
  expect((await app.inject('/api/hello')).headers['retry-after']).toBe(status === 503 ? '5' : undefined)
})

test.each([
  ['nothing is wrong', {}, 200, { database: 'ok', storage: 'ok' }],
  ['the database is gone', { probe: fakeProbe('unavailable') }, 503, { database: 'unavailable' }],
  ['the database is read-only', { probe: fakeProbe('read-only') }, 503, { database: 'read-only' }],
  ['the disk is full', { storageState: () => 'full' as const }, 503, { storage: 'full' }],
  ['the bucket is gone', { storageState: () => 'unavailable' as const }, 200, { storage: 'unavailable' }],
  [
    'only the replica is there',
    { probe: fakeProbe('unavailable'), replica: usedReplica },
    200,
    { replica: 'ok' },
  ],
  ['it is stopping', { isStopping: () => true }, 503, { database: 'ok' }],
])('GET /readyz, when %s', async (_state, states, status, checks) => {
  await start({}, {}, states)
  const answer = await app.inject('/readyz')
  expect(answer.statusCode).toBe(status)
  expect(answer.json()).toMatchObject({
    status: status === 503 ? 'unavailable' : 'replica' in checks ? 'reads-only' : 'ready',
    checks: { load: 'ok', ...checks },
  })
  expect(answer.headers['retry-after']).toBe(status === 200 ? undefined : '5')
})

test('sends Strict-Transport-Security in production only', async () => {
  await start(production)
  const { headers } = await app.inject('/api/hello')
  expect(headers['strict-transport-security']).toMatch(/^max-age=[1-9]/)
})

/** Calls /metrics from the address `peer`. @returns the status */
async function getMetrics(peer: string, headers: Record<string, string>) {
  const { statusCode, body } = await app.inject({ url: '/metrics', remoteAddress: peer, headers })
  if (statusCode === 200) expect(body).toContain('process_cpu_seconds_total')
  else expect(body).not.toContain('process_')
  return statusCode
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const via = (...addresses: string[]) => ({ 'x-forwarded-for': addresses.join(', ') })

describe('GET /metrics', () => {
  test.each([
    ['loopback', '127.0.0.1', {}, 200],
    ['loopback over IPv6', '::1', {}, 200],
    ['loopback with a wrong token', '127.0.0.1', bearer('wrong'), 200],
    ['another host', '203.0.113.7', {}, 404],
    ['another host that claims to forward for loopback', '203.0.113.7', via('127.0.0.1'), 404],
    ['another host with the token', '203.0.113.7', bearer(TOKEN), 200],
    ['another host with another token', '203.0.113.7', bearer(`${TOKEN}x`), 404],
    ['another host with part of the token', '203.0.113.7', bearer(TOKEN.slice(0, -1)), 404],
    ['another host with the token, not as a bearer', '203.0.113.7', { authorization: TOKEN }, 404],
    ['another host with an empty token', '203.0.113.7', bearer(''), 404],
  ])('called from %s', async (_caller, peer, headers, status) => {
    await start({ METRICS_TOKEN: TOKEN })
    expect(await getMetrics(peer, headers)).toBe(status)
  })

  test.each([
    ['loopback', '127.0.0.1', {}, 200],
    ['another host through a proxy on loopback', '127.0.0.1', via('203.0.113.7'), 404],
    [
      'another host through a proxy, with the token',
      '127.0.0.1',
      { ...via('203.0.113.7'), ...bearer(TOKEN) },
      200,
    ],
    ['another host that claims loopback, through a proxy', '127.0.0.1', via('127.0.0.1', '203.0.113.7'), 404],
    ['a private address that claims to forward for loopback', '10.0.0.5', via('127.0.0.1'), 404],
    ['a private address that does so, through a proxy', '127.0.0.1', via('127.0.0.1', '10.0.0.5'), 404],
  ])('called in production from %s', async (_caller, peer, headers, status) => {
    await start({ ...production, METRICS_TOKEN: TOKEN })
    expect(await getMetrics(peer, headers)).toBe(status)
  })

  test('rejects other hosts if no token is configured', async () => {
    await start({})
    for (const token of ['', 'undefined', TOKEN]) {
      expect(await getMetrics('203.0.113.7', bearer(token))).toBe(404)
    }
  })
})
