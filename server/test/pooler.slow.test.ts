/**
 * The product behind PgBouncer in transaction mode. Debian 12's version can't carry prepared statements over, which
 * signed-in calls use, so this covers visitors, transactions, jobs and the bus.
 * @see docs/operations.md#database
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { and, eq, like } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findProgram } from '../../scripts/debian.mjs'
import { mailbox } from '../src/ports/mailer/tables.ts'
import { type TestApp, testApp } from './app.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { makeUser } from './factories/accounts.ts'
import { waitUntil } from './wait.ts'

const SERVER_CONNECTIONS = 3

let testDatabase: TestDatabase
let folder: string
let pooler: ChildProcess
let app: TestApp
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  const url = await startPooler()
  const settings = { DATABASE_URL: url, DATABASE_DIRECT_URL: testDatabase.url }
  app = await testApp(settings, { databaseUrl: url, work: true })
})
afterAll(async () => {
  await app.close()
  const ended = once(pooler, 'exit')
  pooler.kill('SIGINT')
  await ended
  await rm(folder, { recursive: true, force: true })
  await testDatabase.drop()
})

async function findFreePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as net.AddressInfo
  server.close()
  return port
}

/** Starts PgBouncer as the operations guide says. @returns the database's address through it */
async function startPooler(): Promise<string> {
  const { path: program, env } = await findProgram('pgbouncer')
  const { hostname, port: serverPort, username, password } = new URL(testDatabase.url)
  const port = await findFreePort()
  folder = await mkdtemp(path.join(tmpdir(), 'tendwell-pooler-'))
  await chmod(folder, 0o755)
  const config = path.join(folder, 'pgbouncer.ini')
  await writeFile(
    config,
    `[databases]
* = host=${hostname} port=${serverPort} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${SERVER_CONNECTIONS}
ignore_startup_parameters = options
`,
  )
  // PgBouncer refuses to run as root.
  const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  pooler = spawn(program, [config], { ...account, env, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
  for await (const line of createInterface({ input: pooler.stderr as NodeJS.ReadableStream })) {
    if (line.includes('process up')) break
  }
  const url = new URL(testDatabase.url)
  url.port = String(port)
  return url.href
}

test('answers calls over fewer connections than it asks for, and runs the jobs that they add', async () => {
  const searches = await Promise.all(
    Array.from({ length: 30 }, () => app.visitor.get('/api/auth/caregivers')),
  )
  expect(new Set(searches.map(({ status }) => status))).toEqual(new Set([200]))
  const { email } = await makeUser(app, { role: 'caretaker' })
  expect((await app.visitor.post('/api/auth/password/reset', { email })).status).toBe(200)
  const isReset = and(eq(mailbox.recipient, email), like(mailbox.subject, '%password%'))
  await vi.waitUntil(() => app.deps.database.$count(mailbox, isReset), { timeout: 20_000 })
  const { rows } = await app.deps.database.execute<{ connections: number }>(
    `SELECT count(*)::int AS connections FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'tendwell'`,
  )
  expect(rows[0]?.connections).toBeLessThanOrEqual(SERVER_CONNECTIONS)
})

test('receives what it publishes, because it listens past the pooler', async () => {
  let received: unknown
  app.deps.bus.listen('pooled', (data) => {
    received = data
  })
  await app.deps.bus.publish('pooled', { number: 7 })
  await waitUntil(() => received !== undefined)
  expect(received).toEqual({ number: 7 })
})
