import net from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { startDatabaseProxy } from '../../../test/database-proxy.ts'
import { createLog } from '../log.ts'
import { openDatabaseProbe } from './probe.ts'

const POOL_MAX = 5

let app: TestApp
beforeAll(async () => {
  app = await testApp({
    DATABASE_POOL_MAX: String(POOL_MAX),
    DATABASE_URL: 'postgres://given.test/to-testApp',
  })
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => app.close())

test('a node is ready while its calls hold all connections and others wait', async () => {
  const { $client: pool } = app.deps.database
  const held = await Promise.all(Array.from({ length: POOL_MAX }, () => pool.connect()))
  const waiting = pool.query('SELECT 1')
  const { status, body } = await app.visitor.get('/readyz')
  expect([status, body.checks.database, pool.waitingCount]).toEqual([200, 'ok', 1])
  // A new probe finds the database too, although no connection of the pool is free.
  const probe = openDatabaseProbe(app.databaseUrl, createLog('silent'))
  await probe.start()
  expect([probe.state(), pool.waitingCount]).toEqual(['ok', 1])
  await probe.stop()
  for (const client of held) client.release()
  await waiting
})

test.each([
  ['refuses', 'postgres://u:p@127.0.0.1:1/none'],
  ['is silent', null],
])('a database that %s is unavailable', async (_how, address) => {
  const silent = net.createServer()
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as net.AddressInfo
  const probe = openDatabaseProbe(address ?? `postgres://u:p@127.0.0.1:${port}/none`, createLog('silent'))
  await probe.start()
  expect(probe.state()).toBe('unavailable')
  await probe.stop()
  silent.close()
})

test('a check that this process was too slow for changes nothing', async () => {
  const proxy = await startDatabaseProxy(app.databaseUrl)
  const probe = openDatabaseProbe(proxy.url, createLog('silent'))
  await probe.start()
  expect(probe.state()).toBe('ok')
  proxy.cut()
  let nowMs = 0
  const slowly = vi.spyOn(performance, 'now').mockImplementation(() => {
    nowMs += 3_000
    return nowMs
  })
  await probe.start()
  expect(probe.state()).toBe('ok')
  slowly.mockRestore()
  await probe.start()
  expect(probe.state()).toBe('unavailable')
  await probe.stop()
  await proxy.close()
})
