/** The database becomes read-only while the product runs, as before a planned switch to a standby. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from './app.ts'
import { connectTo, type DatabaseClient } from './database.ts'
import { makeCaregiver, makeFamily } from './factories/profiles.ts'

let app: TestApp
let admin: DatabaseClient
beforeAll(async () => {
  app = await testApp({}, { repeats: false })
  admin = await connectTo(app.databaseUrl)
})
afterAll(async () => {
  await admin.end()
  await app.close()
})

/** Ends the product's connections, so that the next ones have the setting. */
async function setReadOnly(value: 'on' | 'off'): Promise<void> {
  const name = new URL(app.databaseUrl).pathname.slice(1)
  await admin.query(`ALTER DATABASE ${name} SET default_transaction_read_only = ${value}`)
  await admin.query(
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name = 'tendwell'`,
  )
  const expected = value === 'on' ? 'read-only' : 'ok'
  while ((await app.visitor.get('/readyz')).body.checks.database !== expected) await new Promise(setImmediate)
}

test('is not ready, still reads, and answers 503 to what it would have to write', async () => {
  const { id } = await makeCaregiver(app)
  const { client } = await makeFamily(app)
  expect((await app.visitor.get('/readyz')).status).toBe(200)
  await setReadOnly('on')
  const readiness = await app.visitor.get('/readyz')
  expect(readiness.status).toBe(503)
  expect(Number(readiness.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(readiness.body).toEqual({
    status: 'unavailable',
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    checks: { database: 'read-only', load: 'ok', storage: 'ok' },
  })
  expect((await app.visitor.get('/api/auth/caregivers')).status).toBe(200)
  const refused = await client.put(`/api/favorites/${id}`)
  expect([refused.status, refused.body.code]).toEqual([503, 'unavailable'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)

  await setReadOnly('off')
  expect((await app.visitor.get('/readyz')).status).toBe(200)
  expect((await client.put(`/api/favorites/${id}`)).status).toBe(204)
})
