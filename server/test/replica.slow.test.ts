/**
 * Searches on a streaming replica that lags, is killed and comes back.
 * @see docs/operations.md#read-replica
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requireUsableDatabase } from '../src/platform/database/check.ts'
import { createClient, type TestApp, testApp } from './app.ts'
import { startCluster, startReplica, type TestCluster, type TestReplica } from './cluster.ts'
import { connectTo, type DatabaseClient } from './database.ts'
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts'
import { makeUser } from './factories/accounts.ts'
import { makeCaregiver } from './factories/profiles.ts'

const MESSAGE = { name: 'Ada', email: 'ada@example.test', subject: 'Hello', message: 'Hello' }

let primary: TestCluster
let replica: TestReplica
let proxy: DatabaseProxy
let primaryProxy: DatabaseProxy
let app: TestApp
let caregiverId: number
beforeAll(async () => {
  primary = await startCluster()
  replica = await startReplica(primary)
  proxy = await startDatabaseProxy(replica.url)
  primaryProxy = await startDatabaseProxy(primary.url)
  const settings = { DATABASE_URL: primaryProxy.url, DATABASE_REPLICA_URL: proxy.url }
  app = await testApp(settings, { databaseUrl: primaryProxy.url })
  caregiverId = (await makeCaregiver(app, { name: 'Name 0' })).id
})
afterAll(async () => {
  await app.close()
  await proxy.close()
  await primaryProxy.close()
  await replica.drop()
  await primary.drop()
})

/** The caregiver's name as the search answers it. */
async function searchName(): Promise<string> {
  const { status, body } = await app.visitor.get('/api/auth/caregivers')
  expect(status).toBe(200)
  return body.results[0]?.full_name
}

async function rename(name: string): Promise<void> {
  await app.deps.database.execute(`UPDATE caregiver_profiles SET full_name = '${name}'`)
}

/** Searches in five calls at once, each of which must succeed. @returns ms until then */
async function searchUntil(isTrue: () => boolean | Promise<boolean>): Promise<number> {
  const start = performance.now()
  while (!(await isTrue())) await Promise.all(Array.from({ length: 5 }, searchName))
  return performance.now() - start
}

const finds = (name: string) => async () => (await searchName()) === name
const getReplicaCheck = async () => (await app.visitor.get('/readyz')).body.checks.replica
const readMetrics = async () => (await app.visitor.get('/metrics')).body

async function pauseReplay(): Promise<DatabaseClient> {
  const client = await connectTo(replica.url)
  await client.query('SELECT pg_wal_replay_pause()')
  while (
    (await client.query('SELECT pg_get_wal_replay_pause_state() AS state')).rows[0].state !== 'paused'
  ) {}
  return client
}

/** Renames while replay is paused, so that only the primary knows the new name, and finds the old one. */
async function expectSearchOnReplica(oldName: string, newName: string): Promise<DatabaseClient> {
  await searchUntil(finds(oldName))
  const client = await pauseReplay()
  await rename(newName)
  expect(await searchName()).toBe(oldName)
  return client
}

async function resumeReplay(client: DatabaseClient): Promise<void> {
  await client.query('SELECT pg_wal_replay_resume()')
  await client.end()
  await searchUntil(async () => (await getReplicaCheck()) === 'ok')
}

test('searches on the replica, and on the primary once the replica is 5 s behind', async () => {
  await searchUntil(async () => (await getReplicaCheck()) === 'ok')
  const client = await expectSearchOnReplica('Name 0', 'Name 1')
  expect(await searchUntil(finds('Name 1'))).toBeLessThan(5_500)
  expect(await getReplicaCheck()).toBe('unavailable')
  expect((await app.visitor.get('/readyz')).status).toBe(200)
  expect(await readMetrics()).toContain('\ntendwell_replica_used 0\n')
  await resumeReplay(client)
  expect(await readMetrics()).toContain('\ntendwell_replica_used 1\n')
})

test('searches on the primary while the replica is gone, and on the replica when it is back', async () => {
  const ended = replica.kill()
  await rename('Name 2')
  await searchUntil(async () => (await getReplicaCheck()) === 'unavailable')
  expect(await searchName()).toBe('Name 2')
  await ended
  await replica.restart()
  await searchUntil(async () => (await getReplicaCheck()) === 'ok')
  await resumeReplay(await expectSearchOnReplica('Name 2', 'Name 3'))
})

test('repeats a search on the primary that the replica does not answer', async () => {
  await rename('Name 4')
  proxy.freeze()
  const start = performance.now()
  expect(await searchName()).toBe('Name 4')
  expect(performance.now() - start).toBeLessThan(5_000)
  await searchUntil(async () => (await getReplicaCheck()) === 'unavailable')
  proxy.restore()
  await searchUntil(async () => (await getReplicaCheck()) === 'ok')
})

test('reads analytics on the replica', async () => {
  const { client: admin } = await makeUser(app, { role: 'admin' })
  const readRevenue = async () => {
    const path = '/api/admin-panel/analytics/monthly-revenue?date_from=2025-01-01&date_to=2025-01-31'
    return (await admin.get(path)).body.results[0].revenue
  }
  await searchUntil(finds('Name 4'))
  const client = await pauseReplay()
  await app.deps.database.execute(
    "INSERT INTO analytics_days (day, revenue_cents, fee_cents) VALUES ('2025-01-07', 900000, 0)",
  )
  expect(await readRevenue()).toBe(0)
  await resumeReplay(client)
  await searchUntil(async () => (await readRevenue()) === 9)
})

test('finds a caregiver on the primary whom the replica does not have yet', async () => {
  const client = await pauseReplay()
  const { id } = await makeCaregiver(app, { name: 'New here' })
  expect((await app.visitor.get(`/api/auth/caregivers/${id}`)).body.full_name).toBe('New here')
  await resumeReplay(client)
})

test.each([
  ['is gone', () => primaryProxy.cut()],
  ['hangs', () => primaryProxy.freeze()],
])(
  'serves searches and caregivers on the replica while the primary %s, and is ready for them',
  async (_how, fail) => {
    await rename('Still here')
    await searchUntil(finds('Still here'))
    await searchUntil(async () => (await getReplicaCheck()) === 'ok')
    const visitor = createClient(app.url, undefined, { repeats: false })
    fail()
    const getReadiness = () => visitor.get('/readyz')
    while ((await getReadiness()).body.status !== 'reads-only') await new Promise(setImmediate)
    expect(await getReadiness()).toMatchObject({
      status: 200,
      body: { checks: { database: 'unavailable', replica: 'ok' } },
    })
    expect(await searchName()).toBe('Still here')
    expect((await visitor.get(`/api/auth/caregivers/${caregiverId}`)).body.full_name).toBe('Still here')
    const refused = await visitor.post('/api/contact', MESSAGE)
    expect([refused.status, refused.body.code]).toEqual([503, 'unavailable'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    primaryProxy.restore()
    while ((await getReadiness()).body.status !== 'ready') await new Promise(setImmediate)
  },
)

test('is not taken for the primary', async () => {
  await expect(requireUsableDatabase(replica.url)).rejects.toThrow('read-only. It may be a standby.')
})
