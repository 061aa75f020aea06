/** A mail server that takes connections and then says nothing holds up the letters, and nothing else. */
import net from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from './app.ts'
import { makeUser, PASSWORD } from './factories/accounts.ts'

let app: TestApp
let server: net.Server
const sockets = new Set<net.Socket>()
/** How many letters it was brought at once, at most. */
let most = 0
let isOver = false
beforeAll(async () => {
  server = net.createServer((socket) => {
    if (isOver) socket.destroy()
    sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)))
    most = Math.max(most, sockets.size)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as net.AddressInfo
  app = await testApp({ SMTP_URL: `smtp://127.0.0.1:${port}` }, { work: true })
})
afterAll(async () => {
  isOver = true
  for (const socket of sockets) socket.destroy()
  await app.close()
  await new Promise((resolve) => server.close(resolve))
})

/** A job makes the profile of a new account. */
async function hasProfile(userId: number): Promise<boolean> {
  const { rows } = await app.deps.database.execute(
    sql`SELECT FROM caregiver_profiles WHERE user_id = ${userId}`,
  )
  return rows.length === 1
}

test('letters of every kind wait for one another, and other work goes on', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => makeUser(app, { role: 'caretaker' })))
  const question = { name: 'Ada', email: 'ada@example.test', subject: 'A question', message: 'Hello' }
  const answers = await Promise.all([
    ...people.map(({ email }) => app.visitor.post('/api/auth/password/reset', { email })),
    ...people.map(() => app.visitor.post('/api/contact', question)),
    ...people.map(({ client }, at) =>
      client.post('/api/auth/password/change', {
        current_password: PASSWORD,
        password: `another long word ${at}`,
        confirm_password: `another long word ${at}`,
      }),
    ),
  ])
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  while (most === 0) await new Promise(setImmediate)
  const newcomer = await makeUser(app, { role: 'caregiver' })
  while (!(await hasProfile(newcomer.id))) await new Promise(setImmediate)
  expect(most).toBe(1)
})
