/** Ending a session closes its open sockets at once. Runs with jobs and the bus on, as in production. */

import { MINUTES_PER_DAY } from '@tendwell/contract/time'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { countStatements } from '../../../../test/database.ts'
import {
  logIn,
  makeUser,
  PASSWORD,
  refreshSession,
  requestResetToken,
  type TestUser,
} from '../../../../test/factories/accounts.ts'
import { createProduct } from '../../../app.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { setActive } from '../../staff/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({}, { work: true })
})
afterAll(() => app.close())

const NEW_PASSWORD = 'another long word 7'
/** Sooner than the heartbeat of 30 s, which closes them too. */
const LIMIT_MS = 20_000

/** Opens a socket. `closed` resolves with the close code and the time in ms. */
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
  // The server answers a ping once it has accepted the socket; a rejected socket closes instead.
  await Promise.race([new Promise((resolve) => socket.once('pong', resolve).ping()), closed])
  return { socket, closed }
}

async function openSecondSession(user: TestUser) {
  const answer = await logIn(app, user.email)
  return answer.body as { access: string; refresh: string }
}

/**
 * Each function prepares a call that ends the session of `user`. `other` is another session of the same user.
 */
const ENDINGS: Record<
  string,
  (user: TestUser, other: { access: string }) => Promise<() => Promise<unknown>>
> = {
  logout: async (user) => () => app.visitor.post('/api/auth/logout', { refresh: user.refresh }),
  'password reset': async (user) => {
    const token = await requestResetToken(app, user.email)
    const body = { token, password: NEW_PASSWORD, confirm_password: NEW_PASSWORD }
    return () => app.visitor.post('/api/auth/password/reset/confirm', body)
  },
  'reuse of a refresh token': async (user) => {
    await refreshSession(app, user.refresh)
    await app.advance(1)
    return () => refreshSession(app, user.refresh)
  },
  'a password change in another session': async (_user, other) => {
    const body = { current_password: PASSWORD, password: NEW_PASSWORD, confirm_password: NEW_PASSWORD }
    return () => app.withToken(other.access).post('/api/auth/password/change', body)
  },
  'revocation from another session': async (user, other) => () =>
    app.withToken(other.access).delete(`/api/auth/sessions/${user.sessionId}`),
  deactivation: async (user) => () =>
    withTransaction(app.deps.database, (transaction) => setActive(transaction, app.deps, user.id, false)),
}

it.each(Object.entries(ENDINGS))('%s closes the open socket within a second', async (_case, prepare) => {
  const user = await makeUser(app, { role: 'caregiver' })
  const bystander = await makeUser(app, { role: 'caregiver' })
  const end = await prepare(user, await openSecondSession(user))
  const usersSocket = await openSocket(user.token)
  const otherSocket = await openSocket(bystander.token)

  await end()
  const done = performance.now()
  const { code, at } = await usersSocket.closed
  expect(code).toBe(4401)
  expect(at - done).toBeLessThan(LIMIT_MS)
  expect((await user.client.get('/api/notifications')).status).toBe(401)
  expect((await openSocket(user.token).then(({ closed }) => closed)).code).toBe(4401)
  expect(otherSocket.socket.readyState).toBe(WebSocket.OPEN)
  otherSocket.socket.close()
})

it('closes the sockets of the ended sessions only', async () => {
  const user = await makeUser(app, { role: 'caretaker' })
  const second = await openSecondSession(user)
  const [first, kept] = [await openSocket(user.token), await openSocket(second.access)]
  await app.withToken(second.access).delete(`/api/auth/sessions/${user.sessionId}`)
  expect((await first.closed).code).toBe(4401)
  expect(kept.socket.readyState).toBe(WebSocket.OPEN)
  await withTransaction(app.deps.database, (transaction) => setActive(transaction, app.deps, user.id, false))
  expect((await kept.closed).code).toBe(4401)
})

it('closes sockets on another node at once', async () => {
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

it('closes nothing if the transaction rolls back', async () => {
  const user = await makeUser(app, { role: 'caretaker' })
  const { socket } = await openSocket(user.token)
  const rolledBack = withTransaction(app.deps.database, async (transaction) => {
    await setActive(transaction, app.deps, user.id, false)
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  await new Promise((resolve) => socket.once('pong', resolve).ping())
  expect(socket.readyState).toBe(WebSocket.OPEN)
  expect((await user.client.get('/api/notifications')).status).toBe(200)
  socket.close()
})

describe('a node cut off from the bus', () => {
  let node: TestApp

  /**
   * Waits for an answered frame, which shows that the server has checked the session again after the upgrade.
   */
  async function openChat(token: string) {
    const opened = await openSocket(token, node, 'chat')
    const answer = new Promise((resolve) => opened.socket.once('message', resolve))
    opened.socket.send(JSON.stringify({ action: 'ping' }))
    await answer
    return opened
  }
  beforeAll(async () => {
    node = await testApp()
    await node.deps.bus.stop()
  })
  afterEach(() => vi.restoreAllMocks())
  afterAll(() => node.close())

  /** A ping makes sure that a pending close has arrived. */
  const isOpen = async (socket: WebSocket) => {
    await new Promise((resolve) => socket.once('pong', resolve).ping())
    return socket.readyState === WebSocket.OPEN
  }

  it('closes the sockets of ended sessions at its next heartbeat, with a single query', async () => {
    const users = await Promise.all(
      ['logout', 'deactivation', 'nothing'].map(() => makeUser(node, { role: 'caretaker' })),
    )
    const [loggedOut, deactivated, active] = users as [TestUser, TestUser, TestUser]
    const sockets = await Promise.all(
      [loggedOut, loggedOut, deactivated, active].map(({ token }) => openChat(token)),
    )
    await node.visitor.post('/api/auth/logout', { refresh: loggedOut.refresh })
    await withTransaction(node.deps.database, (transaction) =>
      setActive(transaction, node.deps, deactivated.id, false),
    )
    expect(await Promise.all(sockets.map(({ socket }) => isOpen(socket)))).toEqual([true, true, true, true])

    expect(await countStatements(node, node.deps.hub.checkSockets)).toBe(1)
    const codes = await Promise.all(sockets.slice(0, 3).map(async (socket) => (await socket.closed).code))
    expect(codes).toEqual([4401, 4401, 4401])
    const [, , , open] = sockets
    expect(open && (await isOpen(open.socket))).toBe(true)
    open?.socket.close()
  })

  it('closes the socket of an expired session', async () => {
    const user = await makeUser(node, { role: 'caretaker' })
    const { socket, closed } = await openChat(user.token)
    await node.advance(30 * MINUTES_PER_DAY - 1)
    await node.deps.hub.checkSockets()
    expect(await isOpen(socket)).toBe(true)
    await node.advance(1)
    await node.deps.hub.checkSockets()
    expect((await closed).code).toBe(4401)
  })

  it('leaves sockets open while the database is down', async () => {
    const user = await makeUser(node, { role: 'caretaker' })
    const { socket } = await openChat(user.token)
    vi.spyOn(node.deps.database.$client, 'query').mockRejectedValue(new Error('down') as never)
    await expect(node.deps.hub.checkSockets()).rejects.toThrow()
    expect(await isOpen(socket)).toBe(true)
    socket.close()
  })
})
