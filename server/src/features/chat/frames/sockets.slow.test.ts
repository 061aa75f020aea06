/** Chat over `/ws/chat/`: sending, delivery, catching up and rejected frames. */
import { once } from 'node:events'
import { MESSAGE_MAX_LENGTH } from '@tendwell/contract/chat/chat'
import {
  CLOSE_SESSION_ENDED,
  CLOSE_TOO_MANY_FRAMES,
  MAX_FRAMES_PER_MINUTE,
} from '@tendwell/contract/realtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import {
  connectChatSocket,
  makeConversation,
  openChatSocket,
  type TestConversation,
  type TestSocket,
} from '../../../../test/factories/chat.ts'
import { makeCaregiver, makeFamily, setActive } from '../../../../test/factories/profiles.ts'
import { digestTables } from '../../../../test/table-digests.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const openSockets: TestSocket[] = []
async function listen(user: TestUser): Promise<TestSocket> {
  const socket = await openChatSocket(app, user)
  openSockets.push(socket)
  return socket
}

type Sockets = { caregiverSocket: TestSocket; familySocket: TestSocket }

/** A conversation with one message, and a socket for each member. */
async function connectMembers(text?: string): Promise<TestConversation & Sockets> {
  const conversation = await makeConversation(app, { text })
  return {
    ...conversation,
    caregiverSocket: await listen(conversation.caregiver),
    familySocket: await listen(conversation.family),
  }
}

const getSequences = ({ frames }: TestSocket) =>
  frames.flatMap((frame) => (frame.event === 'message.created' ? [frame.message.sequence] : []))

describe('a message', () => {
  test('starts a conversation if it is the first, and reaches every socket of both members', async () => {
    const caregiver = await makeCaregiver(app)
    const family = await makeFamily(app)
    const [caregiverSocket, secondCaregiverSocket] = [await listen(caregiver), await listen(caregiver)]
    const familySocket = await listen(family)
    const text = ' <b>Good morning</b> 👋 '
    familySocket.send({ action: 'create_or_send_first', caregiver_id: caregiver.id, text, client_id: 'a-1' })

    const own = await familySocket.waitFor('message.created')
    const { conversation_id } = own
    expect(familySocket.frames).toEqual([
      {
        event: 'conversation.created',
        conversation_id,
        caretaker_id: family.id,
        caregiver_id: caregiver.id,
        sender_id: family.id,
        client_id: 'a-1',
      },
      {
        event: 'message.created',
        conversation_id,
        sender_id: family.id,
        client_id: 'a-1',
        message: {
          id: expect.any(Number),
          conversation_id,
          sequence: 1,
          sender_id: family.id,
          text,
          is_removed: false,
          has_contact_details: false,
          created_at: expect.stringMatching(/Z$/),
          read_at: null,
          client_id: 'a-1',
        },
      },
    ])
    for (const socket of [caregiverSocket, secondCaregiverSocket]) {
      const received = await socket.waitFor('message.created')
      expect(socket.frames.map(({ event }) => event)).toEqual(['conversation.created', 'message.created'])
      expect(JSON.stringify(socket.frames)).not.toContain('"client_id":"')
      expect(received.message).toEqual({ ...own.message, client_id: null })
    }
    caregiverSocket.send({ action: 'mark_read', conversation_id, message_ids: [own.message.id] })
    const read = {
      event: 'messages.read',
      conversation_id,
      sender_id: family.id,
      reader_id: caregiver.id,
      read_sequence: 1,
      read_at: expect.stringMatching(/Z$/),
    }
    for (const socket of [familySocket, caregiverSocket, secondCaregiverSocket])
      expect(await socket.waitFor('messages.read')).toEqual(read)
    const { body } = await family.client.get(`/api/chat/conversations/${conversation_id}/messages`)
    expect(body.results[0].read_at).toBe((await familySocket.waitFor('messages.read')).read_at)
  })

  test('sent again with the same client id is stored once and acknowledged only to its sender', async () => {
    const { id, caregiverSocket, familySocket, family } = await connectMembers()
    const frame = { action: 'send_message', conversation_id: id, text: 'Once', client_id: 'once' }
    familySocket.send(frame)
    const first = await familySocket.waitFor('message.created')
    familySocket.frames.length = 0
    familySocket.send(frame)
    expect(await familySocket.waitFor('message.created')).toEqual(first)
    familySocket.send({ ...frame, text: 'Twice' })
    expect(await familySocket.waitFor('error')).toMatchObject({
      code: 'conflict',
      client_id: 'once',
      detail: 'This client_id was already used for a different message',
    })
    const again = await family.client.post(`/api/chat/conversations/${id}/messages`, {
      text: 'Once',
      client_id: 'once',
    })
    expect(again.body).toEqual(first.message)
    // The other member may use the same client id.
    caregiverSocket.send({ ...frame, text: 'From the caregiver' })
    await caregiverSocket.waitFor('message.created', ({ sender_id }) => sender_id !== family.id)
    expect(getSequences(caregiverSocket)).toEqual([2, 3])
  })

  test('of the maximum length arrives intact, even if JSON needs the most bytes for it', async () => {
    const { id, caregiverSocket, familySocket } = await connectMembers()
    for (const [index, letter] of ['☃', '\u0001', '"'].entries()) {
      const text = `${letter.repeat(MESSAGE_MAX_LENGTH - 1)}x`
      familySocket.send({ action: 'send_message', conversation_id: id, text, client_id: `long-${index}` })
      const received = await caregiverSocket.waitFor(
        'message.created',
        ({ message }) => message.sequence === index + 2,
      )
      expect(received.message.text === text).toBe(true)
    }
  })

  test('arrives in the same order on every socket when both members write concurrently', async () => {
    const { id, caregiverSocket, familySocket, family } = await connectMembers()
    const third = await listen(family)
    for (let index = 0; index < 40; index += 1) {
      for (const socket of [caregiverSocket, familySocket, third]) {
        const text = `${index} ${'long '.repeat(index % 7 === 0 ? 700 : 1)}`
        socket.send({ action: 'send_message', conversation_id: id, text })
      }
    }
    const all = Array.from({ length: 120 }, (_, index) => index + 2)
    for (const socket of [caregiverSocket, familySocket, third]) {
      await socket.waitFor('message.created', ({ message }) => message.sequence === 121)
      expect(getSequences(socket)).toEqual(all)
    }
  })

  test('that races another first message ends up in the same conversation', async () => {
    for (let round = 0; round < 5; round += 1) {
      const caregiver = await makeCaregiver(app)
      const family = await makeFamily(app)
      const sockets = [await listen(family), await listen(family)]
      for (const [index, socket] of sockets.entries()) {
        const client_id = `first-${index}`
        socket.send({ action: 'create_or_send_first', caregiver_id: caregiver.id, text: 'Hello', client_id })
      }
      const [socket] = sockets as [TestSocket]
      await socket.waitFor('message.created', ({ message }) => message.sequence === 2)
      expect(socket.frames.map(({ event }) => event)).toEqual([
        'conversation.created',
        'message.created',
        'message.created',
      ])
    }
  })

  test('to a closed account is rejected, and the conversation stays readable', async () => {
    const { id, familySocket, caregiver, family } = await connectMembers()
    await setActive(app, caregiver.id, false)
    const before = await digestTables(app)
    for (const [index, action] of ['send_message', 'create_or_send_first'].entries()) {
      const to = index === 0 ? { conversation_id: id } : { caregiver_id: caregiver.id }
      familySocket.send({ action, ...to, text: 'Are you there?', client_id: action })
      const { code } = await familySocket.waitFor('error', ({ client_id }) => client_id === action)
      expect(code).toBe('conflict')
    }
    expect(await digestTables(app)).toEqual(before)
    const { body } = await family.client.get('/api/chat/conversations')
    expect(body.results[0]).toMatchObject({ id, can_write: false, last_message: 'Hello' })
  })
})

describe('catching up', () => {
  test('returns missed messages in order, a page at a time', async () => {
    const { id, family, familySocket } = await connectMembers()
    for (let index = 0; index < 69; index += 1) {
      familySocket.send({ action: 'send_message', conversation_id: id, text: `Message ${index}` })
    }
    await familySocket.waitFor('message.created', ({ message }) => message.sequence === 70)
    const late = await listen(family)
    late.send({ action: 'join', conversation_id: id, after: 3, client_id: 'one' })
    const one = await late.waitFor('joined')
    expect(one).toMatchObject({ last_sequence: 70, has_more: true, client_id: 'one', read_sequence: 0 })
    late.send({ action: 'join', conversation_id: id, after: 53, client_id: 'two' })
    const two = await late.waitFor('joined', ({ client_id }) => client_id === 'two')
    expect(two).toMatchObject({ last_sequence: 70, has_more: false })
    const caughtUp = [...one.messages, ...two.messages].map(({ sequence }) => sequence)
    expect(caughtUp).toEqual(Array.from({ length: 67 }, (_, index) => index + 4))
    for (const after of [70, 2_147_483_647]) {
      late.send({ action: 'join', conversation_id: id, after, client_id: `at ${after}`.replace(' ', '') })
      const none = await late.waitFor('joined', ({ client_id }) => client_id === `at${after}`)
      expect(none).toMatchObject({ messages: [], has_more: false })
    }
    late.send({ action: 'join', conversation_id: id, client_id: 'three' })
    const three = await late.waitFor('joined', ({ client_id }) => client_id === 'three')
    expect(three).toMatchObject({ last_sequence: 70, messages: [], has_more: false })
    late.send({ action: 'leave', conversation_id: id })
    expect(await late.waitFor('left')).toEqual({ event: 'left', conversation_id: id })
  })

  test('limits the size of each frame and still reaches the last message', async () => {
    const { id, familySocket } = await connectMembers()
    const text = '☃'.repeat(MESSAGE_MAX_LENGTH)
    for (let index = 0; index < 40; index += 1) {
      familySocket.send({ action: 'send_message', conversation_id: id, text })
    }
    await familySocket.waitFor('message.created', ({ message }) => message.sequence === 41)
    const received: number[] = []
    for (let after = 0, more = true; more; after = received.at(-1) as number) {
      familySocket.send({ action: 'join', conversation_id: id, after, client_id: `after-${after}` })
      const joined = await familySocket.waitFor('joined', ({ client_id }) => client_id === `after-${after}`)
      expect(JSON.stringify(joined).length).toBeLessThan(80_000)
      received.push(...joined.messages.map(({ sequence }) => sequence))
      more = joined.has_more
    }
    expect(received).toEqual(Array.from({ length: 41 }, (_, index) => index + 1))
  })
})

describe('a non-member', () => {
  test('gets the same error for every action as for a missing conversation, stores nothing and receives nothing', async () => {
    const { id, messageId, caregiverSocket, familySocket, caregiver, family } =
      await connectMembers('A secret')
    const strangers = [
      await makeCaregiver(app),
      await makeFamily(app),
      await makeUser(app, { role: 'admin' }),
    ]
    await app.drain()
    const before = await digestTables(app)
    for (const stranger of strangers) {
      const socket = await listen(stranger)
      const actionsOn = (conversation_id: number, message_id: number) => [
        { action: 'join', conversation_id },
        { action: 'join', conversation_id, after: 0 },
        { action: 'leave', conversation_id },
        { action: 'send_message', conversation_id, text: 'Let me in' },
        { action: 'mark_read', conversation_id, message_ids: [message_id] },
      ]
      const answers: unknown[][] = []
      for (const frames of [actionsOn(id, messageId), actionsOn(999_999_999, 999_999_999)]) {
        socket.frames.length = 0
        for (const [index, frame] of frames.entries()) socket.send({ ...frame, client_id: `c${index}` })
        await socket.flush()
        answers.push([...socket.frames])
      }
      expect(answers[0]).toEqual(
        [0, 1, 2, 3, 4].map((index) => ({
          event: 'error',
          code: 'not_found',
          detail: 'Not found',
          client_id: `c${index}`,
        })),
      )
      expect(answers[1]).toEqual(answers[0])
      socket.frames.length = 0
      for (const to of [{ caretaker_id: family.id }, { caregiver_id: family.id }, {}]) {
        socket.send({ action: 'create_or_send_first', ...to, text: 'Let me in' })
      }
      await socket.flush()
      expect(socket.frames.map(({ event }) => event)).toEqual(['error', 'error', 'error'])
    }
    expect(await digestTables(app)).toEqual(before)
    for (const socket of [caregiverSocket, familySocket]) {
      await socket.flush()
      expect(socket.frames).toEqual([])
    }
    caregiverSocket.send({ action: 'send_message', conversation_id: id, text: 'Still private' })
    await familySocket.waitFor('message.created')
    expect(caregiver.id).not.toBe(family.id)
    for (const socket of openSockets.slice(-3)) {
      await socket.flush()
      expect(JSON.stringify(socket.frames)).not.toContain('Still private')
    }
  })

  test('is rejected when marking a message of another conversation as read', async () => {
    const { caregiverSocket, messageId } = await connectMembers()
    const other = await makeConversation(app)
    const before = await digestTables(app)
    caregiverSocket.send({ action: 'mark_read', conversation_id: other.id, message_ids: [messageId] })
    expect((await caregiverSocket.waitFor('error')).code).toBe('not_found')
    expect(await digestTables(app)).toEqual(before)
  })
})

describe('a frame', () => {
  test.each([
    ['', 'The frame is not JSON'],
    ['{', 'The frame is not JSON'],
    ['null', 'The frame is not valid'],
    ['[]', 'The frame is not valid'],
    ['"join"', 'The frame is not valid'],
    ['{}', 'Unknown action'],
    ['{"action":"delete"}', 'Unknown action'],
    ['{"action":"__proto__"}', 'Unknown action'],
    ['{"action":"join"}', null],
    ['{"action":"join","conversation_id":"1"}', null],
    ['{"action":"join","conversation_id":1e309}', null],
    ['{"action":"join","conversation_id":1,"after":-1}', null],
    ['{"action":"join","conversation_id":1,"unknown":1}', null],
    ['{"action":"send_message","conversation_id":1}', 'Message is required'],
    ['{"action":"send_message","conversation_id":1,"text":" \\n\\t "}', 'Message is required'],
    [
      '{"action":"send_message","conversation_id":1,"text":"\\u0000"}',
      "Message has characters that can't be stored",
    ],
    [
      '{"action":"send_message","conversation_id":1,"text":"\\ud800"}',
      "Message has characters that can't be stored",
    ],
    ['{"action":"send_message","conversation_id":1,"text":"x","client_id":"a b"}', null],
    ['{"action":"mark_read","conversation_id":1,"message_ids":[]}', null],
    ['{"action":"create_or_send_first","text":"x"}', 'Caregiver is required'],
    ['{"action":"create_or_send_first","text":"x","caretaker_id":1}', 'Caregiver is required'],
  ])('such as %s is rejected, and the socket stays open', async (text, detail) => {
    const socket = await listen(await makeFamily(app))
    socket.send(text)
    const rejected = await socket.waitFor('error')
    expect(rejected).toMatchObject({ code: 'invalid', detail: detail ?? expect.stringMatching(/./) })
    await socket.flush()
    socket.socket.close()
  })

  test('with a text that is too long is rejected with its client id', async () => {
    const { id, familySocket } = await connectMembers()
    const text = 'x'.repeat(MESSAGE_MAX_LENGTH + 1)
    familySocket.send({ action: 'send_message', conversation_id: id, text, client_id: 'long' })
    expect(await familySocket.waitFor('error')).toEqual({
      event: 'error',
      code: 'invalid',
      detail: 'Message must be at most 4000 characters',
      client_id: 'long',
    })
  })

  test('of more than 64 kB closes the socket', async () => {
    const socket = await listen(await makeFamily(app))
    socket.send('x'.repeat(64 * 1024 + 1))
    expect(await socket.closed).toBe(1009)
  })

  test('over the limit per minute is rejected and closes the socket, but not other sockets', async () => {
    const limited = await testApp({ RATE_LIMITS: 'on' })
    try {
      const { id, family, caregiver } = await makeConversation(limited)
      const [socket, other] = [
        await openChatSocket(limited, family),
        await openChatSocket(limited, caregiver),
      ]
      for (let sent = 0; sent <= MAX_FRAMES_PER_MINUTE; sent += 1) {
        const text = `Message ${sent}`
        socket.send({ action: 'send_message', conversation_id: id, text, client_id: `n${sent}` })
      }
      expect(await socket.waitFor('error')).toMatchObject({
        code: 'too_many_frames',
        client_id: `n${MAX_FRAMES_PER_MINUTE}`,
      })
      expect(await socket.closed).toBe(CLOSE_TOO_MANY_FRAMES)
      other.send({ action: 'join', conversation_id: id })
      const { last_sequence } = await other.waitFor('joined')
      expect(last_sequence).toBeLessThanOrEqual(1 + MAX_FRAMES_PER_MINUTE)
      const { body } = await family.client.get(`/api/chat/conversations/${id}`)
      expect(body.last_message).not.toBe(`Message ${MAX_FRAMES_PER_MINUTE}`)
    } finally {
      await limited.close()
    }
  })
})

describe('a socket', () => {
  test('needs an active session and our own origin', async () => {
    const family = await makeFamily(app)
    expect(await connectChatSocket(app.url, 'nonsense').closed).toBe(CLOSE_SESSION_ENDED)
    expect(await connectChatSocket(app.url, family.refresh).closed).toBe(CLOSE_SESSION_ENDED)
    const { socket } = connectChatSocket(app.url, family.token, { origin: 'https://evil.test' })
    const [, response] = await once(socket, 'unexpected-response')
    expect(response.statusCode).toBe(403)
    socket.terminate()
  })

  test('is closed when its session ends or its account is deactivated', async () => {
    const { id, caregiverSocket, familySocket, family, caregiver } = await connectMembers()
    expect((await app.visitor.post('/api/auth/logout', { refresh: family.refresh })).status).toBe(200)
    expect(await familySocket.closed).toBe(CLOSE_SESSION_ENDED)
    await setActive(app, caregiver.id, false)
    expect(await caregiverSocket.closed).toBe(CLOSE_SESSION_ENDED)
    const { rows } = await app.deps.database.execute(`SELECT 1 FROM messages WHERE conversation_id = ${id}`)
    expect(rows).toHaveLength(1)
  })

  test('that does not read is dropped without delaying others', async () => {
    const { id, caregiverSocket, familySocket, caregiver, family } = await connectMembers()
    const slow = await listen(caregiver)
    await slow.flush()
    slow.socket.pause()
    let hasClosed = false
    void slow.closed.then(() => {
      hasClosed = true
    })
    const countUsers = () => app.deps.hub.listUsers().length
    const before = countUsers()
    caregiverSocket.socket.close()
    await caregiverSocket.closed
    // The kernel buffers data before the server does.
    for (let pushed = 1; app.deps.hub.listUsers().includes(caregiver.id); pushed += 1) {
      expect(pushed).toBeLessThan(2_000)
      const frame = {
        event: 'error',
        code: `n${pushed}`,
        detail: 'x'.repeat(50_000),
        client_id: null,
      } as const
      await app.deps.hub.push('chat', { userIds: [caregiver.id, family.id], frame })
      await familySocket.waitFor('error', ({ code }) => code === `n${pushed}`)
      familySocket.frames.length = 0
    }
    expect([hasClosed, countUsers()]).toEqual([false, before - 1])
    slow.socket.terminate()
    familySocket.send({ action: 'send_message', conversation_id: id, text: 'Still here' })
    expect((await familySocket.waitFor('message.created')).message.sequence).toBe(2)
  })

  test('is closed with 1012 after its node lost its connection to the other nodes', async () => {
    const { id, familySocket, caregiverSocket, family } = await connectMembers()
    await app.deps.database.execute(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'tendwell bus' AND datname = current_database()`,
    )
    expect([await familySocket.closed, await caregiverSocket.closed]).toEqual([1012, 1012])
    const again = await listen(family)
    again.send({ action: 'send_message', conversation_id: id, text: 'Back' })
    expect((await again.waitFor('message.created')).message.text).toBe('Back')
  })
})
