/**
 * A process is killed while the mail server is taking its email.
 * @see docs/rules/chat-and-notifications.md#emails
 */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from './app.ts'
import { PASSWORD } from './factories/accounts.ts'
import { buildServer, type ServerNode, startNode } from './nodes.ts'
import { waitUntil } from './wait.ts'

const PEOPLE = 12
const LIMIT_MS = 15_000

let app: TestApp
let server: SMTPServer
let nodes: ServerNode[] = []
let answers = false
/** How often the server got each recipient's email to the end, whether or not it answered. */
const emails = new Map<string, number>()

beforeAll(async () => {
  await buildServer()
  server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    onData: (stream, { envelope }, done) => {
      stream.resume().on('end', () => {
        const [to] = envelope.rcptTo.map(({ address }) => address)
        emails.set(to as string, (emails.get(to as string) ?? 0) + 1)
        if (answers) done()
      })
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  app = await testApp({ SMTP_URL: `smtp://127.0.0.1:${port}` })
  nodes = [await startNode(app, { SMTP_URL: `smtp://127.0.0.1:${port}` })]
})
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.kill()))
  await app.close()
  server.close()
})

test('another process sends the emails of a killed one within 15 s, each at most twice', async () => {
  const people = Array.from({ length: PEOPLE }, (_, index) => `person${index}@example.test`)
  for (const email of people) {
    const body = { full_name: 'Nora New', email, password: PASSWORD, role: 'caretaker' }
    expect((await app.visitor.post('/api/auth/signup', body)).status).toBe(201)
  }
  const { $client: client } = app.deps.database
  const listJobs = async () =>
    (await client.query('SELECT task_identifier AS name FROM graphile_worker.jobs')).rows
  // Otherwise the last sign-up is announced once more, and its email is sent twice.
  await expect.poll(listJobs).toEqual(people.map(() => ({ name: 'accounts.send-signup-email' })))
  // One email of each queue is unanswered. While the other process starts, this one can't give up on them.
  await waitUntil(() => emails.size === 4)
  process.kill((nodes[0] as ServerNode).pid, 'SIGSTOP')
  nodes.push(await startNode(app, { SMTP_URL: app.deps.config.smtpUrl as string }))
  answers = true
  const unanswered = [...emails.keys()]
  await nodes[0]?.kill()
  const killedAt = performance.now()
  await waitUntil(() => emails.size === PEOPLE, LIMIT_MS)
  await waitUntil(() => unanswered.every((to) => emails.get(to) === 2), LIMIT_MS)
  expect(performance.now() - killedAt).toBeLessThan(LIMIT_MS)
  await expect.poll(listJobs).toEqual([])
  const others = people.filter((email) => !unanswered.includes(email))
  expect(others.map((email) => emails.get(email))).toEqual(others.map(() => 1))
})

test('a process that is too busy to answer keeps its jobs, while those of a dead one are run', async () => {
  answers = false
  emails.clear()
  await app.visitor.post('/api/auth/password/reset', { email: 'person0@example.test' })
  await waitUntil(() => emails.size === 1)
  const busy = nodes[1] as ServerNode
  process.kill(busy.pid, 'SIGSTOP')
  nodes.push(await startNode(app, { SMTP_URL: app.deps.config.smtpUrl as string }))
  const { $client: client } = app.deps.database
  await client.query(`
    SELECT graphile_worker.add_job('accounts.send-password-changed-email', '{"userId": 0}');
    UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'pool-dead' WHERE locked_by IS NULL`)
  const list = async () => (await client.query('SELECT task_identifier FROM graphile_worker.jobs')).rows
  await vi.waitFor(async () => expect(await list()).toHaveLength(1), LIMIT_MS)
  expect(await list()).toEqual([{ task_identifier: 'accounts.send-reset-email' }])
  expect([...emails.values()]).toEqual([1])
  process.kill(busy.pid, 'SIGCONT')
})
