/** An SMTP server that accepts connections but never answers delays emails and nothing else. */
import net from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from './app.ts'
import { makeUser, PASSWORD } from './factories/accounts.ts'

let app: TestApp
let server: net.Server
const sockets = new Set<net.Socket>()
/** The most connections that were open at the same time. */
let maxConnections = 0
let isClosing = false
beforeAll(async () => {
  server = net.createServer((socket) => {
    if (isClosing) socket.destroy()
    sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)))
    maxConnections = Math.max(maxConnections, sockets.size)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as net.AddressInfo
  app = await testApp({ SMTP_URL: `smtp://127.0.0.1:${port}` }, { work: true })
})
afterAll(async () => {
  isClosing = true
  for (const socket of sockets) socket.destroy()
  await app.close()
  await new Promise((resolve) => server.close(resolve))
})

/** A job creates the profile of a new account. */
async function hasProfile(userId: number): Promise<boolean> {
  const { rows } = await app.deps.database.execute(
    sql`SELECT FROM caregiver_profiles WHERE user_id = ${userId}`,
  )
  return rows.length === 1
}

test('sends at most four emails of all kinds at a time, while other jobs run', async () => {
  const users = await Promise.all(Array.from({ length: 5 }, () => makeUser(app, { role: 'caretaker' })))
  const question = { name: 'Ada', email: 'ada@example.test', subject: 'A question', message: 'Hello' }
  const answers = await Promise.all([
    ...users.map(({ email }) => app.visitor.post('/api/auth/password/reset', { email })),
    ...users.map(() => app.visitor.post('/api/contact', question)),
    ...users.map(({ client }, index) =>
      client.post('/api/auth/password/change', {
        current_password: PASSWORD,
        password: `another long word ${index}`,
        confirm_password: `another long word ${index}`,
      }),
    ),
  ])
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  while (maxConnections < 2) await new Promise(setImmediate)
  const newUser = await makeUser(app, { role: 'caregiver' })
  while (!(await hasProfile(newUser.id))) await new Promise(setImmediate)
  expect(maxConnections).toBeGreaterThan(1)
  expect(maxConnections).toBeLessThanOrEqual(4)
})
