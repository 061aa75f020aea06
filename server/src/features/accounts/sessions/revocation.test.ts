/** Whatever ends a session closes its open sockets within a second, with the product at work as it is for people. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { makeUser, PASSWORD, requestResetToken, type TestUser } from '../../../../test/factories/accounts.ts'
import { createProduct } from '../../../app.ts'
import { withTransaction } from '../../../platform/database.ts'
import { setActive } from '../index.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({}, { work: true })
})
afterAll(() => app.close())

const NEW_PASSWORD = 'another long word 7'
const LIMIT_MS = 1_000

/** An open socket, and when and how it closes. */
async function openSocket(
  token: string,
  node: Pick<TestApp, 'url'> = app,
  channel: 'notifications' | 'chat' = 'notifications',
) {
  const socket = new WebSocket(`${node.url.replace('http', 'ws')}/ws/${channel}/?token=${token}`)
  const closed = new Promise<{ code: number; at: number }>((resolve) =>
    socket.once('close', (code) => resolve({ code, at: performance.now() })),
  )
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  // A ping that comes back: the server has let the socket in. One that it turns away closes instead.
  await Promise.race([new Promise((resolve) => socket.once('pong', resolve).ping()), closed])
  return { socket, closed }
}

async function secondSession(user: TestUser) {
  const answer = await app.visitor.post('/api/auth/login', { email: user.email, password: PASSWORD })
  return answer.body as { access: string; refresh: string }
}

/** Each ends the session of `user`; `other` is another session of the same person. */
const ENDINGS: Record<
  string,
  (user: TestUser, other: { access: string }) => Promise<() => Promise<unknown>>
> = {
  'a logout': async (user) => () => app.visitor.post('/api/auth/logout', { refresh: user.refresh }),
  'a reset': async (user) => {
    const token = await requestResetToken(app, user.email)
    const body = { token, password: NEW_PASSWORD, confirm_password: NEW_PASSWORD }
    return () => app.visitor.post('/api/auth/password/reset/confirm', body)
  },
  'a stolen refresh token that comes back': async (user) => {
    await app.visitor.post('/api/auth/token/refresh', { refresh: user.refresh })
    await app.advance(1)
    return () => app.visitor.post('/api/auth/token/refresh', { refresh: user.refresh })
  },
  'a change of password elsewhere': async (_user, other) => {
    const body = { current_password: PASSWORD, password: NEW_PASSWORD, confirm_password: NEW_PASSWORD }
    return () => app.withToken(other.access).post('/api/auth/password/change', body)
  },
  'a revocation elsewhere': async (user, other) => () =>
    app.withToken(other.access).delete(`/api/auth/sessions/${user.sessionId}`),
  'a deactivation': async (user) => () =>
    withTransaction(app.deps.database, (transaction) => setActive(transaction, app.deps, user.id, false)),
}

it.each(Object.entries(ENDINGS))('%s closes the open socket within a second', async (_name, prepare) => {
  const user = await makeUser(app, { role: 'caregiver' })
  const bystander = await makeUser(app, { role: 'caregiver' })
  const end = await prepare(user, await secondSession(user))
  const theirs = await openSocket(user.token)
  const others = await openSocket(bystander.token)

  await end()
  const done = performance.now()
  const { code, at } = await theirs.closed
  expect(code).toBe(4401)
  expect(at - done).toBeLessThan(LIMIT_MS)
  expect((await user.client.get('/api/notifications')).status).toBe(401)
  expect((await openSocket(user.token).then(({ closed }) => closed)).code).toBe(4401)
  expect(others.socket.readyState).toBe(WebSocket.OPEN)
  others.socket.close()
})

it('of all of a person’s sessions closes each socket, and of one that one', async () => {
  const user = await makeUser(app, { role: 'caretaker' })
  const second = await secondSession(user)
  const [first, kept] = [await openSocket(user.token), await openSocket(second.access)]
  await app.withToken(second.access).delete(`/api/auth/sessions/${user.sessionId}`)
  expect((await first.closed).code).toBe(4401)
  expect(kept.socket.readyState).toBe(WebSocket.OPEN)
  await withTransaction(app.deps.database, (transaction) => setActive(transaction, app.deps, user.id, false))
  expect((await kept.closed).code).toBe(4401)
})

it('on one node closes the sockets on another within a second', async () => {
  const other = await createProduct(app.deps.config, {
    databaseUrl: app.deps.database.$client.options.connectionString ?? '',
    appSecret: 'a secret that only tests know, long enough',
    log: app.deps.log,
  })
  const url = await other.start({ work: false })
  try {
    const user = await makeUser(app, { role: 'caretaker' })
    const { closed } = await openSocket(user.token, { url })
    await app.visitor.post('/api/auth/logout', { refresh: user.refresh })
    const done = performance.now()
    const { code, at } = await closed
    expect(code).toBe(4401)
    expect(at - done).toBeLessThan(LIMIT_MS)
  } finally {
    await other.stop()
  }
})

it('does not close anything when what was to end the session is undone', async () => {
  const user = await makeUser(app, { role: 'caretaker' })
  const { socket } = await openSocket(user.token)
  const undone = withTransaction(app.deps.database, async (transaction) => {
    await setActive(transaction, app.deps, user.id, false)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await new Promise((resolve) => socket.once('pong', resolve).ping())
  expect(socket.readyState).toBe(WebSocket.OPEN)
  expect((await user.client.get('/api/notifications')).status).toBe(200)
  socket.close()
})

describe('a node that does not hear the others', () => {
  let deaf: TestApp

  /** A socket that has been looked at for the second time as well: frames are read only after that. */
  async function openChat(token: string) {
    const opened = await openSocket(token, deaf, 'chat')
    const answered = new Promise((resolve) => opened.socket.once('message', resolve))
    opened.socket.send(JSON.stringify({ action: 'ping' }))
    await answered
    return opened
  }
  beforeAll(async () => {
    deaf = await testApp()
    await deaf.deps.bus.stop()
  })
  afterEach(() => vi.restoreAllMocks())
  afterAll(() => deaf.close())

  /** So that what is closed has been closed before. */
  const isOpen = async (socket: WebSocket) => {
    await new Promise((resolve) => socket.once('pong', resolve).ping())
    return socket.readyState === WebSocket.OPEN
  }

  it('closes the sockets of ended sessions at its next heartbeat, with one question for all', async () => {
    const people = await Promise.all(
      ['logout', 'deactivation', 'nothing'].map(() => makeUser(deaf, { role: 'caretaker' })),
    )
    const [leaving, closed, staying] = people as [TestUser, TestUser, TestUser]
    const sockets = await Promise.all([leaving, leaving, closed, staying].map(({ token }) => openChat(token)))
    await deaf.visitor.post('/api/auth/logout', { refresh: leaving.refresh })
    await withTransaction(deaf.deps.database, (transaction) =>
      setActive(transaction, deaf.deps, closed.id, false),
    )
    expect(await Promise.all(sockets.map(({ socket }) => isOpen(socket)))).toEqual([true, true, true, true])

    const asked = vi.spyOn(deaf.deps.database.$client, 'query')
    await deaf.deps.hub.beat()
    expect(asked).toHaveBeenCalledTimes(1)
    const codes = await Promise.all(sockets.slice(0, 3).map(async (socket) => (await socket.closed).code))
    expect(codes).toEqual([4401, 4401, 4401])
    const [, , , stayed] = sockets
    expect(stayed && (await isOpen(stayed.socket))).toBe(true)
    stayed?.socket.close()
  })

  it('closes the socket of a session that has gone unused until it expired', async () => {
    const user = await makeUser(deaf, { role: 'caretaker' })
    const { socket, closed } = await openChat(user.token)
    await deaf.advance(30 * 24 * 60 - 1)
    await deaf.deps.hub.beat()
    expect(await isOpen(socket)).toBe(true)
    await deaf.advance(1)
    await deaf.deps.hub.beat()
    expect((await closed).code).toBe(4401)
  })

  it('leaves sockets open while the database can’t be asked', async () => {
    const user = await makeUser(deaf, { role: 'caretaker' })
    const { socket } = await openChat(user.token)
    vi.spyOn(deaf.deps.database.$client, 'query').mockRejectedValueOnce(new Error('away') as never)
    await expect(deaf.deps.hub.beat()).rejects.toThrow()
    expect(await isOpen(socket)).toBe(true)
    socket.close()
  })
})
