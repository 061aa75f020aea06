/** The socket that the bell listens on, with a worker that works off jobs as they come. */
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeUser } from '../../../test/factories/accounts.ts'
import { makeListedCaregiver } from '../../../test/factories/availability.ts'
import { makeRequest } from '../../../test/factories/bookings.ts'
import { setActive } from '../../../test/factories/profiles.ts'
import { withTransaction } from '../../platform/database.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({}, { work: true })
})
afterAll(() => app.close())

type Listening = { socket: WebSocket; frames: { event: string; id: number }[]; closed: Promise<number> }

function connect(query: string, headers: Record<string, string> = {}): Listening {
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/ws/notifications${query}`, { headers })
  const frames: Listening['frames'] = []
  socket.on('message', (content) => frames.push(JSON.parse(String(content))))
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  return { socket, frames, closed }
}

/** A socket that is open and known to the hub: only then does it hear what is told of its person. */
async function listen(user: { id: number; token: string }): Promise<Listening> {
  const listening = connect(`/?token=${user.token}`)
  await once(listening.socket, 'open')
  const hello = { userIds: [user.id], frame: { event: 'notification.created', id: 1 } } as const
  while (listening.frames.length === 0) {
    await app.deps.hub.push('notifications', hello)
    await Promise.race([once(listening.socket, 'message'), new Promise((resolve) => setTimeout(resolve, 20))])
  }
  listening.frames.length = 0
  return listening
}

/** The status of a handshake that was refused. */
async function refusal({ socket }: Listening): Promise<number | undefined> {
  socket.on('error', () => {})
  const [, response] = await once(socket, 'unexpected-response')
  socket.terminate()
  return response.statusCode
}

/** The next frame that is not a late hello. */
async function nextFrame({ socket, frames }: Listening) {
  const isNews = ({ id }: { id: number }) => id !== 1
  while (!frames.some(isNews)) await once(socket, 'message')
  return frames.find(isNews)
}

/** Tells a caregiver of a decision, in a transaction that ends as `end` says. */
function tellOf(userId: number, changeId: string, end: () => void = () => {}): Promise<void> {
  return withTransaction(app.deps.database, async (transaction) => {
    await app.deps.jobs.publish(transaction, 'caregiver.verification-changed', {
      userId,
      status: 'flagged',
      rejectionReason: null,
      actorId: userId,
      changeId,
    })
    end()
  })
}

describe('a socket', () => {
  test('hears of a notification once it is there, and of nobody else’s', async () => {
    const bystander = await makeUser(app, { role: 'caregiver' })
    const elsewhere = await listen(bystander)
    const { caregiver, family } = await makeRequest(app)
    await app.drain()
    const hers = await listen(caregiver)
    const theirs = await listen(family)
    const { id } = (await family.client.get('/api/requests/mine')).body.results[0]

    await caregiver.client.patch(`/api/requests/${id}/status`, { status: 'rejected' })
    const frame = await nextFrame(theirs)
    const { body } = await family.client.get('/api/notifications')
    expect(frame).toEqual({ event: 'notification.created', id: body.results[0].id })
    expect(body.results[0].type).toBe('booking_status_changed')

    await app.drain()
    for (const { frames, socket } of [hers, elsewhere]) {
      expect(frames.filter((one) => one.id !== 1)).toEqual([])
      socket.close()
    }
    theirs.socket.close()
  })

  test('hears nothing of what was not committed', async () => {
    const user = await makeListedCaregiver(app)
    const listening = await listen(user)
    const rolledBack = tellOf(user.id, 'never', () => {
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    await tellOf(user.id, 'once')
    const frame = await nextFrame(listening)
    await app.drain()
    const { body } = await user.client.get('/api/notifications')
    expect(body.results.map(({ id }: { id: number }) => id)).toEqual([frame?.id])
    listening.socket.close()
  })

  test('of each of a person’s tabs hears of it', async () => {
    const user = await makeListedCaregiver(app)
    const tabs = [await listen(user), await listen(user)]
    await tellOf(user.id, 'tabs')
    const [first, second] = await Promise.all(tabs.map(nextFrame))
    expect(first?.id).toBeGreaterThan(1)
    expect(second).toEqual(first)
    for (const { socket } of tabs) socket.close()
  })
})

test('what is read on one device is told to the person’s others, once, and to nobody else', async () => {
  const [user, bystander] = [await makeListedCaregiver(app), await makeUser(app, { role: 'caregiver' })]
  const [here, there, elsewhere] = [await listen(user), await listen(user), await listen(bystander)]
  await tellOf(user.id, 'to be read')
  const told = await nextFrame(here)
  await nextFrame(there)
  const read = (client: typeof user.client) =>
    client.post('/api/notifications/mark-read', { ids: [told?.id] })
  expect((await read(bystander.client)).status).toBe(200)
  expect((await read(user.client)).status).toBe(200)
  expect((await read(user.client)).status).toBe(200)
  const readings = ({ frames }: Listening) => frames.filter(({ event }) => event === 'notifications.read')
  for (const device of [here, there]) {
    while (readings(device).length === 0) await once(device.socket, 'message')
  }
  // What is told later comes later.
  await tellOf(user.id, 'after it')
  while (here.frames.filter(({ id }) => id > 1).length < 2) await once(here.socket, 'message')
  for (const device of [here, there]) {
    expect(readings(device)).toEqual([{ event: 'notifications.read', ids: [told?.id] }])
    device.socket.close()
  }
  expect(readings(elsewhere)).toEqual([])
  elsewhere.socket.close()
})

test('a ping is answered, and whatever else is said changes nothing', async () => {
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
  test('without the access token of a live session', async () => {
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

  test('when its session ends, and the person’s other sessions go on', async () => {
    const user = await makeUser(app, { role: 'caretaker' })
    const login = { email: user.email, password: 'correct horse 42' }
    const other = (await app.visitor.post('/api/auth/login', login)).body
    const [here, there] = [await listen(user), await listen({ id: user.id, token: other.access })]
    expect((await app.visitor.post('/api/auth/logout', { refresh: user.refresh })).status).toBe(200)
    expect(await here.closed).toBe(4401)
    expect(there.socket.readyState).toBe(WebSocket.OPEN)
    expect(await connect(`?token=${user.token}`).closed).toBe(4401)
    there.socket.close()
  })

  test('for good: a deactivated person opens no other', async () => {
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
      expect(await refusal(connect(`?token=${user.token}`, { origin }))).toBe(403)
    },
  )

  test('is told from our own', async () => {
    const user = await makeUser(app, { role: 'caregiver' })
    const { socket } = connect(`?token=${user.token}`, { origin: app.url })
    await once(socket, 'open')
    expect(socket.readyState).toBe(WebSocket.OPEN)
    socket.close()
  })
})
