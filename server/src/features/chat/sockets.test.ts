/** The chat by its socket: what is sent, who hears of it, and what is refused. */
import { once } from 'node:events'
import { MESSAGE_MAX_LENGTH } from '@tendwell/contract/chat'
import {
  CLOSE_SESSION_ENDED,
  CLOSE_TOO_MANY_FRAMES,
  MAX_FRAMES_PER_MINUTE,
} from '@tendwell/contract/realtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { contentsOf } from '../../../test/contents.ts'
import { makeUser, type TestUser } from '../../../test/factories/accounts.ts'
import {
  connectChatSocket,
  makeConversation,
  openChatSocket,
  type TestConversation,
  type TestSocket,
} from '../../../test/factories/chat.ts'
import { makeCaregiver, makeFamily, setActive } from '../../../test/factories/profiles.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const open: TestSocket[] = []
async function listen(person: TestUser): Promise<TestSocket> {
  const listening = await openChatSocket(app, person)
  open.push(listening)
  return listening
}

/** A conversation of one message, and a socket of each of the two. */
async function talk(text?: string): Promise<TestConversation & { hers: TestSocket; theirs: TestSocket }> {
  const conversation = await makeConversation(app, { text })
  return {
    ...conversation,
    hers: await listen(conversation.caregiver),
    theirs: await listen(conversation.family),
  }
}

const sequencesIn = ({ frames }: TestSocket) =>
  frames.flatMap((frame) => (frame.event === 'message.created' ? [frame.message.sequence] : []))

describe('a message', () => {
  test('that is the first makes the conversation, and both are told on each of their sockets', async () => {
    const caregiver = await makeCaregiver(app)
    const family = await makeFamily(app)
    const [hers, alsoHers, theirs] = [await listen(caregiver), await listen(caregiver), await listen(family)]
    const text = ' <b>Good morning</b> 👋 '
    theirs.send({ action: 'create_or_send_first', caregiver_id: caregiver.id, text, client_id: 'a-1' })

    const own = await theirs.waitFor('message.created')
    const { conversation_id } = own
    expect(theirs.frames).toEqual([
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
          created_at: expect.stringMatching(/Z$/),
          read_at: null,
          client_id: 'a-1',
        },
      },
    ])
    for (const socket of [hers, alsoHers]) {
      const heard = await socket.waitFor('message.created')
      expect(socket.frames.map(({ event }) => event)).toEqual(['conversation.created', 'message.created'])
      expect(JSON.stringify(socket.frames)).not.toContain('"client_id":"')
      expect(heard.message).toEqual({ ...own.message, client_id: null })
    }
    hers.send({ action: 'mark_read', conversation_id, message_ids: [own.message.id] })
    const read = {
      event: 'messages.read',
      conversation_id,
      sender_id: family.id,
      reader_id: caregiver.id,
      read_sequence: 1,
      read_at: expect.stringMatching(/Z$/),
    }
    for (const socket of [theirs, hers, alsoHers]) expect(await socket.waitFor('messages.read')).toEqual(read)
    const { body } = await family.client.get(`/api/chat/conversations/${conversation_id}/messages`)
    expect(body.results[0].read_at).toBe((await theirs.waitFor('messages.read')).read_at)
  })

  test('sent again is stored once, told to its sender again and to nobody else', async () => {
    const { id, hers, theirs, family } = await talk()
    const frame = { action: 'send_message', conversation_id: id, text: 'Once', client_id: 'once' }
    theirs.send(frame)
    const first = await theirs.waitFor('message.created')
    theirs.frames.length = 0
    theirs.send(frame)
    expect(await theirs.waitFor('message.created')).toEqual(first)
    theirs.send({ ...frame, text: 'Twice' })
    expect(await theirs.waitFor('error')).toMatchObject({ code: 'conflict', client_id: 'once' })
    const again = await family.client.post(`/api/chat/conversations/${id}/messages`, {
      text: 'Once',
      client_id: 'once',
    })
    expect(again.body).toEqual(first.message)
    // The same name by the other one is another message.
    hers.send({ ...frame, text: 'Hers' })
    await hers.waitFor('message.created', ({ sender_id }) => sender_id !== family.id)
    expect(sequencesIn(hers)).toEqual([2, 3])
  })

  test('of the longest text in the most bytes reaches the other one whole', async () => {
    const { id, hers, theirs } = await talk()
    for (const [index, letter] of ['☃', '\u0001', '"'].entries()) {
      const text = `${letter.repeat(MESSAGE_MAX_LENGTH - 1)}x`
      theirs.send({ action: 'send_message', conversation_id: id, text, client_id: `long-${index}` })
      const heard = await hers.waitFor('message.created', ({ message }) => message.sequence === index + 2)
      expect(heard.message.text === text).toBe(true)
    }
  })

  test('comes in its turn: whatever two people write at once, all sockets hear in one order', async () => {
    const { id, hers, theirs, family } = await talk()
    const third = await listen(family)
    for (let index = 0; index < 40; index += 1) {
      for (const socket of [hers, theirs, third]) {
        const text = `${index} ${'long '.repeat(index % 7 === 0 ? 700 : 1)}`
        socket.send({ action: 'send_message', conversation_id: id, text })
      }
    }
    const all = Array.from({ length: 120 }, (_, index) => index + 2)
    for (const socket of [hers, theirs, third]) {
      await socket.waitFor('message.created', ({ message }) => message.sequence === 121)
      expect(sequencesIn(socket)).toEqual(all)
    }
  })

  test('of two at once that would each begin the conversation: there is one conversation, with both', async () => {
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

  test('to somebody whose account is closed is refused, and what was written stays readable', async () => {
    const { id, theirs, caregiver, family } = await talk()
    await setActive(app, caregiver.id, false)
    const before = await contentsOf(app)
    for (const [index, action] of ['send_message', 'create_or_send_first'].entries()) {
      const to = index === 0 ? { conversation_id: id } : { caregiver_id: caregiver.id }
      theirs.send({ action, ...to, text: 'Are you there?', client_id: action })
      const { code } = await theirs.waitFor('error', ({ client_id }) => client_id === action)
      expect(code).toBe('conflict')
    }
    expect(await contentsOf(app)).toEqual(before)
    const { body } = await family.client.get('/api/chat/conversations')
    expect(body.results[0]).toMatchObject({ id, can_write: false, last_message: 'Hello' })
  })
})

describe('catching up', () => {
  test('gives what was missed, in order, some at a time', async () => {
    const { id, family, theirs } = await talk()
    for (let index = 0; index < 69; index += 1) {
      theirs.send({ action: 'send_message', conversation_id: id, text: `Message ${index}` })
    }
    await theirs.waitFor('message.created', ({ message }) => message.sequence === 70)
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

  test('never comes in one huge frame, and still to its end', async () => {
    const { id, theirs } = await talk()
    const text = '☃'.repeat(MESSAGE_MAX_LENGTH)
    for (let index = 0; index < 40; index += 1) {
      theirs.send({ action: 'send_message', conversation_id: id, text })
    }
    await theirs.waitFor('message.created', ({ message }) => message.sequence === 41)
    const heard: number[] = []
    for (let after = 0, more = true; more; after = heard.at(-1) as number) {
      theirs.send({ action: 'join', conversation_id: id, after, client_id: `after-${after}` })
      const joined = await theirs.waitFor('joined', ({ client_id }) => client_id === `after-${after}`)
      expect(JSON.stringify(joined).length).toBeLessThan(80_000)
      heard.push(...joined.messages.map(({ sequence }) => sequence))
      more = joined.has_more
    }
    expect(heard).toEqual(Array.from({ length: 41 }, (_, index) => index + 1))
  })
})

describe('somebody else', () => {
  test('is refused at each action as if there were nothing, stores nothing and hears nothing', async () => {
    const { id, messageId, hers, theirs, caregiver, family } = await talk('A secret')
    const strangers = [
      await makeCaregiver(app),
      await makeFamily(app),
      await makeUser(app, { role: 'admin' }),
    ]
    await app.drain()
    const before = await contentsOf(app)
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
    expect(await contentsOf(app)).toEqual(before)
    for (const socket of [hers, theirs]) {
      await socket.flush()
      expect(socket.frames).toEqual([])
    }
    hers.send({ action: 'send_message', conversation_id: id, text: 'Still between us' })
    await theirs.waitFor('message.created')
    expect(caregiver.id).not.toBe(family.id)
    for (const socket of open.slice(-3)) {
      await socket.flush()
      expect(JSON.stringify(socket.frames)).not.toContain('between us')
    }
  })

  test('whose message is named to be read is another conversation’s', async () => {
    const { hers, messageId } = await talk()
    const other = await makeConversation(app)
    const before = await contentsOf(app)
    hers.send({ action: 'mark_read', conversation_id: other.id, message_ids: [messageId] })
    expect((await hers.waitFor('error')).code).toBe('not_found')
    expect(await contentsOf(app)).toEqual(before)
  })
})

describe('a frame', () => {
  test.each([
    ['', 'The frame is not JSON'],
    ['{', 'The frame is not JSON'],
    ['null', 'The frame is not valid'],
    ['[]', 'The frame is not valid'],
    ['"join"', 'The frame is not valid'],
    ['{}', 'This action is not known'],
    ['{"action":"delete"}', 'This action is not known'],
    ['{"action":"__proto__"}', 'This action is not known'],
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
  ])('such as %s is refused, and the socket goes on', async (text, detail) => {
    const socket = await listen(await makeFamily(app))
    socket.send(text)
    const refused = await socket.waitFor('error')
    expect(refused).toMatchObject({ code: 'invalid', detail: detail ?? expect.stringMatching(/./) })
    await socket.flush()
    socket.socket.close()
  })

  test('with a text that is too long is refused, with its name', async () => {
    const { id, theirs } = await talk()
    const text = 'x'.repeat(MESSAGE_MAX_LENGTH + 1)
    theirs.send({ action: 'send_message', conversation_id: id, text, client_id: 'long' })
    expect(await theirs.waitFor('error')).toEqual({
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

  test('too many a minute is not done, and closes the socket; others go on', async () => {
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
  test('without a live session, or of another origin, is not let in', async () => {
    const family = await makeFamily(app)
    expect(await connectChatSocket(app.url, 'nonsense').closed).toBe(CLOSE_SESSION_ENDED)
    expect(await connectChatSocket(app.url, family.refresh).closed).toBe(CLOSE_SESSION_ENDED)
    const { socket } = connectChatSocket(app.url, family.token, { origin: 'https://evil.test' })
    const [, response] = await once(socket, 'unexpected-response')
    expect(response.statusCode).toBe(403)
    socket.terminate()
  })

  test('is closed when its session ends, and nothing is done for it any more', async () => {
    const { id, hers, theirs, family, caregiver } = await talk()
    expect((await app.visitor.post('/api/auth/logout', { refresh: family.refresh })).status).toBe(200)
    expect(await theirs.closed).toBe(CLOSE_SESSION_ENDED)
    await setActive(app, caregiver.id, false)
    expect(await hers.closed).toBe(CLOSE_SESSION_ENDED)
    const { rows } = await app.deps.database.execute(`SELECT 1 FROM messages WHERE conversation_id = ${id}`)
    expect(rows).toHaveLength(1)
  })

  test('that does not read is dropped, and others hear all the while', async () => {
    const { id, hers, theirs, caregiver, family } = await talk()
    const slow = await listen(caregiver)
    await slow.flush()
    slow.socket.pause()
    let gone = false
    void slow.closed.then(() => {
      gone = true
    })
    const sizes = () => app.deps.hub.people().length
    const before = sizes()
    hers.socket.close()
    await hers.closed
    // What the kernel keeps for it comes on top of what the server does.
    for (let pushed = 1; app.deps.hub.people().includes(caregiver.id); pushed += 1) {
      expect(pushed).toBeLessThan(2_000)
      const frame = {
        event: 'error',
        code: `n${pushed}`,
        detail: 'x'.repeat(50_000),
        client_id: null,
      } as const
      await app.deps.hub.push('chat', { userIds: [caregiver.id, family.id], frame })
      await theirs.waitFor('error', ({ code }) => code === `n${pushed}`)
      theirs.frames.length = 0
    }
    expect([gone, sizes()]).toEqual([false, before - 1])
    slow.socket.terminate()
    theirs.send({ action: 'send_message', conversation_id: id, text: 'Still here' })
    expect((await theirs.waitFor('message.created')).message.sequence).toBe(2)
  })

  test('is closed to connect again when its node was cut off from the others', async () => {
    const { id, theirs, hers, family } = await talk()
    await app.deps.database.execute(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'tendwell bus' AND datname = current_database()`,
    )
    expect([await theirs.closed, await hers.closed]).toEqual([1012, 1012])
    const again = await listen(family)
    again.send({ action: 'send_message', conversation_id: id, text: 'Back' })
    expect((await again.waitFor('message.created')).message.text).toBe('Back')
  })
})
