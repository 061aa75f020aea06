/** `/ws/notifications/`, with a worker that runs jobs as they become due. */
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { logIn, makeUser } from '../../../../test/factories/accounts.ts'
import { makeListedCaregiver } from '../../../../test/factories/availability.ts'
import { makeRequest } from '../../../../test/factories/bookings.ts'
import { setActive } from '../../../../test/factories/profiles.ts'
import { withTransaction } from '../../../platform/database/database.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({}, { work: true })
})
afterAll(() => app.close())

type TestSocket = { socket: WebSocket; frames: { event: string; id: number }[]; closed: Promise<number> }

function connect(query: string, headers: Record<string, string> = {}): TestSocket {
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/ws/notifications${query}`, { headers })
  const frames: TestSocket['frames'] = []
  socket.on('message', (content) => frames.push(JSON.parse(String(content))))
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  return { socket, frames, closed }
}

/** Opens a socket and waits until the hub pushes to it. */
async function listen(user: { id: number; token: string }): Promise<TestSocket> {
  const testSocket = connect(`/?token=${user.token}`)
  await once(testSocket.socket, 'open')
  const greeting = { userIds: [user.id], frame: { event: 'notification.created', id: 1 } } as const
  while (testSocket.frames.length === 0) {
    await app.deps.hub.push('notifications', greeting)
    await Promise.race([
      once(testSocket.socket, 'message'),
      new Promise((resolve) => setTimeout(resolve, 20)),
    ])
  }
  testSocket.frames.length = 0
  return testSocket
}

/** The HTTP status of a rejected handshake. */
async function readRejectedStatus({ socket }: TestSocket): Promise<number | undefined> {
  socket.on('error', () => {})
  const [, response] = await once(socket, 'unexpected-response')
  socket.terminate()
  return response.statusCode
}

/** The first frame that wasn't pushed by `listen`, which repeats frame 1 until one arrives. */
async function readFirstFrame({ socket, frames }: TestSocket) {
  const isNew = ({ id }: { id: number }) => id !== 1
  while (!frames.some(isNew)) await once(socket, 'message')
  return frames.find(isNew)
}

/** Publishes a verification decision. An error from `beforeCommit` rolls the transaction back. */
function publishDecision(
  userId: number,
  changeId: string,
  beforeCommit: () => void = () => {},
): Promise<void> {
  return withTransaction(app.deps.database, async (transaction) => {
    await app.deps.jobs.publish(transaction, 'caregiver.verification-changed', {
      userId,
      status: 'flagged',
      rejectionReason: null,
      actorId: userId,
      changeId,
    })
    beforeCommit()
  })
}

describe('a socket', () => {
  test('receives a frame for each of its user’s notifications and no one else’s', async () => {
    const bystander = await makeUser(app, { role: 'caregiver' })
    const bystanderSocket = await listen(bystander)
    const { caregiver, family } = await makeRequest(app)
    await app.drain()
    const caregiverSocket = await listen(caregiver)
    const familySocket = await listen(family)
    const { id } = (await family.client.get('/api/requests/mine')).body.results[0]

    await caregiver.client.patch(`/api/requests/${id}/status`, { status: 'rejected' })
    const frame = await readFirstFrame(familySocket)
    const { body } = await family.client.get('/api/notifications')
    expect(frame).toEqual({ event: 'notification.created', id: body.results[0].id })
    expect(body.results[0].type).toBe('booking_status_changed')

    await app.drain()
    for (const { frames, socket } of [caregiverSocket, bystanderSocket]) {
      const newFrames = frames.filter(({ event, id }) => event === 'notification.created' && id !== 1)
      expect(newFrames).toEqual([])
      socket.close()
    }
    familySocket.socket.close()
  })

  test('receives nothing from a transaction that was rolled back', async () => {
    const user = await makeListedCaregiver(app)
    const listening = await listen(user)
    const rolledBack = publishDecision(user.id, 'never', () => {
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    await publishDecision(user.id, 'once')
    const frame = await readFirstFrame(listening)
    await app.drain()
    const { body } = await user.client.get('/api/notifications')
    expect(body.results.map(({ id }: { id: number }) => id)).toEqual([frame?.id])
    listening.socket.close()
  })

  test('receives the same frame in each of a user’s tabs', async () => {
    const user = await makeListedCaregiver(app)
    const tabs = [await listen(user), await listen(user)]
    await publishDecision(user.id, 'tabs')
    const [first, second] = await Promise.all(tabs.map(readFirstFrame))
    expect(first?.id).toBeGreaterThan(1)
    expect(second).toEqual(first)
    for (const { socket } of tabs) socket.close()
  })
})

test('pushes a notification read on one device once to the user’s other devices and to no one else', async () => {
  const [user, bystander] = [await makeListedCaregiver(app), await makeUser(app, { role: 'caregiver' })]
  const [first, second, bystanderSocket] = [await listen(user), await listen(user), await listen(bystander)]
  await publishDecision(user.id, 'to be read')
  const notification = await readFirstFrame(first)
  await readFirstFrame(second)
  const read = (client: typeof user.client) =>
    client.post('/api/notifications/mark-read', { ids: [notification?.id] })
  expect((await read(bystander.client)).status).toBe(200)
  expect((await read(user.client)).status).toBe(200)
  expect((await read(user.client)).status).toBe(200)
  const listReadFrames = ({ frames }: TestSocket) =>
    frames.filter(({ event }) => event === 'notifications.read')
  for (const device of [first, second]) {
    while (listReadFrames(device).length === 0) await once(device.socket, 'message')
  }
  // A later notification arrives after any repeated `notifications.read` frames.
  await publishDecision(user.id, 'after it')
  while (first.frames.filter(({ id }) => id > 1).length < 2) await once(first.socket, 'message')
  for (const device of [first, second]) {
    expect(listReadFrames(device)).toEqual([{ event: 'notifications.read', ids: [notification?.id] }])
    device.socket.close()
  }
  expect(listReadFrames(bystanderSocket)).toEqual([])
  bystanderSocket.socket.close()
})

test('answers pings and ignores other frames', async () => {
  const user = await makeUser(app, { role: 'caregiver' })
  const { socket, frames } = await listen(user)
  for (const frame of [{ action: 'shout' }, { action: 'ping', client_id: 'a b' }, null, [], 'ping']) {
    socket.send(JSON.stringify(frame))
  }
  socket.send(JSON.stringify({ action: 'ping' }))
  socket.send(JSON.stringify({ action: 'ping', client_id: 'p-2' }))
  const pongs = () => frames.filter(({ event }) => event !== 'notification.created')
  while (pongs().length < 2) await once(socket, 'message')
  expect(pongs()).toEqual([{ event: 'pong' }, { event: 'pong', client_id: 'p-2' }])
  socket.close()
})

describe('a socket is closed with 4401', () => {
  test('without the access token of an active session', async () => {
    const user = await makeUser(app, { role: 'caregiver' })
    const ended = await makeUser(app, { role: 'caregiver' })
    const inactive = await makeUser(app, { role: 'caregiver', active: false })
    await app.visitor.post('/api/auth/logout', { refresh: ended.refresh })
    const queries = [
      '',
      '?token=',
      '?token=nonsense',
      '?token=%00',
      '?token=%ED%A0%80',
      `?token=${user.refresh}`,
      `?token=${user.token.slice(0, -2)}`,
      `?token=${ended.token}`,
      `?token=${inactive.token}`,
      `?access=${user.token}`,
    ]
    const codes = await Promise.all(queries.map((query) => connect(query).closed))
    expect(codes).toEqual(queries.map(() => 4401))
  })

  test('when its session ends, but not the user’s other sessions', async () => {
    const user = await makeUser(app, { role: 'caretaker' })
    const other = (await logIn(app, user.email)).body
    const [first, second] = [await listen(user), await listen({ id: user.id, token: other.access })]
    expect((await app.visitor.post('/api/auth/logout', { refresh: user.refresh })).status).toBe(200)
    expect(await first.closed).toBe(4401)
    expect(second.socket.readyState).toBe(WebSocket.OPEN)
    expect(await connect(`?token=${user.token}`).closed).toBe(4401)
    second.socket.close()
  })

  test('after the account was deactivated', async () => {
    const user = await makeUser(app, { role: 'caregiver' })
    await setActive(app, user.id, false)
    expect(await connect(`?token=${user.token}`).closed).toBe(4401)
  })
})

describe('a page of another origin', () => {
  test.each(['https://evil.test', 'http://127.0.0.1', 'null', 'nonsense', 'http://'])(
    'such as %s opens no socket',
    async (origin) => {
      const user = await makeUser(app, { role: 'caregiver' })
      expect(await readRejectedStatus(connect(`?token=${user.token}`, { origin }))).toBe(403)
    },
  )

  test('is distinguished from our own origin', async () => {
    const user = await makeUser(app, { role: 'caregiver' })
    const { socket } = connect(`?token=${user.token}`, { origin: app.url })
    await once(socket, 'open')
    expect(socket.readyState).toBe(WebSocket.OPEN)
    socket.close()
  })
})
