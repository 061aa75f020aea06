/** PostgreSQL stops answering in the middle of a transaction. */
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../../../test/database-proxy.ts'
import { createLog } from '../log.ts'
import { type Database, isUnavailable, openDatabase, withTransaction } from './database.ts'

let source: TestDatabase
let proxy: DatabaseProxy
let database: Database
beforeEach(async () => {
  source = await createTestDatabase()
  proxy = await startDatabaseProxy(source.url)
  // Time passes only while the test waits, so that a slow machine ends no statement.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  database = openDatabase(proxy.url, createLog('silent'), { max: 1, query_timeout: 200 })
  await database.execute(sql`SELECT 1`)
})
afterEach(async () => {
  vi.useRealTimers()
  await database.$client.end()
  await proxy.close()
  await source.drop()
})

const read = () =>
  withTransaction(database, async (transaction) => (await transaction.execute(sql`SELECT 1`)).rowCount)

test.each([
  ['BEGIN', async () => proxy.freeze(), async () => {}],
  ['a statement', async () => {}, async () => proxy.freeze()],
])(
  'a transaction whose %s gets no answer is unavailable, and the next one runs',
  async (_what, before, inside) => {
    await before()
    let error: unknown
    withTransaction(database, async (transaction) => {
      await inside()
      await transaction.execute(sql`SELECT 1`)
    }).catch((reason: unknown) => {
      error = reason
    })
    await vi.waitUntil(() => error !== undefined, { timeout: 60_000 })
    expect(isUnavailable(error), String(error)).toBe(true)
    proxy.restore()
    expect(await read()).toBe(1)
  },
)
