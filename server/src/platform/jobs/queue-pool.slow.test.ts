import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  connectTo,
  createTestDatabase,
  type DatabaseClient,
  type TestDatabase,
} from '../../../test/database.ts'
import { waitUntil } from '../../../test/wait.ts'
import { createClock } from '../clock.ts'
import { type Database, openDatabase, withTransaction } from '../database/database.ts'
import { createLog } from '../log.ts'
import { createMetrics } from '../observability/metrics.ts'
import { createJobs } from './jobs.ts'

let messages: string[] = []
const log = createLog('debug', { write: (message) => messages.push(message) })
const role = `limited_${randomBytes(4).toString('hex')}`

let testDatabase: TestDatabase
let database: Database
let admin: DatabaseClient
beforeEach(async () => {
  testDatabase = await createTestDatabase()
  admin = await connectTo(testDatabase.url)
  await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD 'limited'; GRANT tendwell TO ${role}`)
  const url = new URL(testDatabase.url)
  Object.assign(url, { username: role, password: 'limited' })
  database = openDatabase(url.href, log)
})
afterEach(async () => {
  await database.$client.end()
  await admin.query(`DROP ROLE ${role}`)
  await admin.end()
  await testDatabase.drop()
})

async function countJobs(): Promise<number> {
  const { rows } = await admin.query('SELECT count(*)::int AS jobs FROM graphile_worker._private_jobs')
  return rows[0].jobs
}

/** How the database refuses connections: why, its message, and a call that begins it and returns its end. */
const refusals: [string, RegExp, () => Promise<() => Promise<unknown>>][] = [
  [
    'has no connection left',
    /too many connections for role/,
    async () => {
      await admin.query(`ALTER ROLE ${role} CONNECTION LIMIT 0`)
      return () => admin.query(`ALTER ROLE ${role} CONNECTION LIMIT -1`)
    },
  ],
  [
    'refuses the password',
    /password authentication failed/,
    async () => {
      await admin.query(`ALTER ROLE ${role} PASSWORD 'changed'`)
      return () => admin.query(`ALTER ROLE ${role} PASSWORD 'limited'`)
    },
  ],
]

test.each(refusals)('releases a job that ended while the database %s', async (_why, refusal, refuse) => {
  const countRefusals = () =>
    messages.filter((line) => line.includes('jobs of dead processes') && refusal.test(line)).length
  const unhandled: unknown[] = []
  const note = (error: unknown) => unhandled.push(error)
  process.on('unhandledRejection', note)
  const jobs = createJobs({ database, clock: createClock(), log, metrics: createMetrics(database) })
  messages = []
  let runs = 0
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const started = new Promise<void>((resolve) => {
    jobs.handle('long', async () => {
      runs += 1
      resolve()
      await ended
    })
  })
  await jobs.start()
  await withTransaction(database, (transaction) => jobs.add(transaction, 'long', {}))
  await started
  const allow = await refuse()
  await admin.query(`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE usename = '${role}'`)
  // The lock of this process tries to connect every half a second. Once it is refused, the queue has noticed
  // too.
  await waitUntil(() => countRefusals() > 0)
  const refused = countRefusals()
  end()
  await waitUntil(() => countRefusals() > refused + 1)
  await allow()
  while ((await countJobs()) > 0 && unhandled.length === 0) await new Promise(setImmediate)
  await jobs.stop()
  process.off('unhandledRejection', note)
  expect([runs, unhandled]).toEqual([1, []])
})
