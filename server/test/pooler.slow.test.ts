/**
 * The product behind PgBouncer in transaction mode, as old as Debian 12's: it can't carry prepared statements
 * over.
 * @see docs/operations.md#database
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { and, eq, like } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findProgram } from '../../scripts/debian.mjs'
import { findFreePort } from '../../scripts/free-port.mjs'
import { mailbox } from '../src/ports/mailer/tables.ts'
import { type TestApp, testApp } from './app.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { logIn, makeUser } from './factories/accounts.ts'
import { countBookings, getRequestState, makePaidRequest } from './factories/bookings.ts'
import { makeConversation, openChatSocket } from './factories/chat.ts'
import { buildServer, startNode } from './nodes.ts'
import { waitUntil } from './wait.ts'

const SERVER_CONNECTIONS = 3

let testDatabase: TestDatabase
let folder: string
let pooler: ChildProcess
let app: TestApp
beforeAll(buildServer)
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
  await app.drain()
  expect(await app.deps.database.$count(mailbox, isReset)).toBe(1)
  const { rows } = await app.deps.database.execute<{ connections: number }>(
    `SELECT count(*)::int AS connections FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'tendwell'`,
  )
  expect(rows[0]?.connections).toBeLessThanOrEqual(SERVER_CONNECTIONS)
})

test('people log in, book and pay', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => makeUser(app, { role: 'caretaker' })))
  // More sessions than connections, so that each is read on several.
  const requests = await Promise.all(
    people.map(async ({ email, ...user }) => {
      const { status, body } = await logIn(app, email)
      expect(status).toBe(200)
      return makePaidRequest(app, { family: { ...user, email, client: app.withToken(body.access) } })
    }),
  )
  for (const request of requests) {
    expect(await getRequestState(request)).toEqual(['accepted', null, true])
    expect(await countBookings(app, request)).toBe(1)
  }
})

test('shows a message to the other person, who is connected to another node', async () => {
  const node = await startNode(app, { DATABASE_DIRECT_URL: testDatabase.url })
  const { id, caregiver, family } = await makeConversation(app)
  const sender = await openChatSocket(app, caregiver)
  const receiver = await openChatSocket(node, family)
  sender.send({ action: 'send_message', conversation_id: id, client_id: 'one', text: 'Good morning' })
  const { message } = await receiver.waitFor('message.created', ({ message }) => message.sequence === 2)
  expect(message).toMatchObject({ text: 'Good morning', sender_id: caregiver.id })
  sender.socket.close()
  expect(await node.stop()).toBe(0)
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
