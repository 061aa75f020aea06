/** What people are told of messages: in the bell until they read, and by one mail a conversation while they are away. */
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type TestApp, testApp } from '../../../test/app.ts'
import { listEmailsTo, type TestUser } from '../../../test/factories/accounts.ts'
import { makeConversation, openChatSocket, type TestConversation } from '../../../test/factories/chat.ts'
import { loggedInAgain, makeCaregiver, makeFamily, setActive } from '../../../test/factories/profiles.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

type Shown = { id: number; type: string; payload: Record<string, unknown> }

/** A conversation between two people of known names. */
async function talk(): Promise<TestConversation> {
  return makeConversation(app, {
    caregiver: await makeCaregiver(app, { name: 'Clara Caregiver' }),
    family: await makeFamily(app, { name: 'Fay Family' }),
  })
}

/** What waits of messages in a person's bell, oldest first, once all that is due was done. */
async function bellOf(person: TestUser): Promise<Shown[]> {
  await app.drain()
  const { body } = await (await loggedInAgain(app, person)).get('/api/notifications')
  return body.results.filter(({ type }: Shown) => type.startsWith('chat_')).reverse()
}

const typesOf = async (person: TestUser) => (await bellOf(person)).map(({ type }) => type)

async function write(sender: TestUser, id: number, text = 'Hello again'): Promise<number> {
  const client = await loggedInAgain(app, sender)
  const { status, body } = await client.post(`/api/chat/conversations/${id}/messages`, { text })
  expect(status).toBe(201)
  return body.id
}

async function read(reader: TestUser, id: number, messageId: number): Promise<void> {
  const client = await loggedInAgain(app, reader)
  const { status } = await client.patch(`/api/chat/conversations/${id}/messages/${messageId}/read`)
  expect(status).toBe(200)
}

/** Letters about messages that a person was sent. */
async function lettersOf(person: TestUser) {
  const letters = await listEmailsTo(app, person.email)
  return letters.filter(({ subject }) => subject.endsWith('has written to you'))
}

test('a first message is told at once, later ones once until they are read, and never what they say', async () => {
  const { id, messageId, caregiver, family } = await talk()
  const [told, ...more] = await bellOf(caregiver)
  expect(more).toEqual([])
  expect(told).toMatchObject({
    type: 'chat_first_message',
    payload: {
      caretaker_name: 'Fay Family',
      caregiver_name: 'Clara Caregiver',
      message: 'Fay Family has written to you for the first time.',
      action_url: `/chat?conversationId=${id}`,
      action_text: 'Read and answer',
    },
  })
  await write(family, id, 'A secret')
  const last = await write(family, id, 'A secret')
  expect(await typesOf(caregiver)).toEqual(['chat_first_message'])
  await app.advance(1)
  expect(await typesOf(caregiver)).toEqual(['chat_first_message', 'chat_message'])
  expect(JSON.stringify(await bellOf(caregiver))).not.toContain('secret')
  expect(await bellOf(family)).toEqual([])

  await read(caregiver, id, messageId)
  expect(await bellOf(caregiver)).toEqual([])
  await read(caregiver, id, last)
  await write(family, id)
  await app.advance(1)
  expect(await typesOf(caregiver)).toEqual(['chat_message'])
})

test('what is read within moments is never told of', async () => {
  const { id, caregiver, messageId, family } = await talk()
  await read(caregiver, id, messageId)
  await app.drain()
  await read(caregiver, id, await write(family, id))
  await read(family, id, await write(caregiver, id))
  await app.advance(30)
  expect([await bellOf(caregiver), await bellOf(family)]).toEqual([[], []])
  expect([await lettersOf(caregiver), await lettersOf(family)]).toEqual([[], []])
})

test('what comes just after something was read is told of in its own time', async () => {
  const { id, caregiver, messageId, family } = await talk()
  await read(caregiver, id, messageId)
  await read(caregiver, id, await write(family, id))
  await write(family, id)
  // One job stands for both messages, and its time is the first one's.
  await app.deps.database.execute('UPDATE graphile_worker._private_jobs SET run_at = now()')
  await app.drain()
  expect(await bellOf(caregiver)).toEqual([])
  await app.advance(1)
  expect(await typesOf(caregiver)).toEqual(['chat_message'])
})

test('one mail a conversation goes to who is away for five minutes, with the number of messages', async () => {
  const { id, caregiver, family } = await talk()
  await write(family, id, 'A secret')
  await write(family, id, 'A secret')
  await app.drain()
  await app.advance(4)
  expect(await lettersOf(caregiver)).toEqual([])
  await app.advance(2)
  const [letter, ...more] = await lettersOf(caregiver)
  expect(more).toEqual([])
  expect(letter?.subject).toBe('Fay Family has written to you')
  expect(letter?.text).toContain('3 messages from Fay Family wait for you.')
  expect(letter?.text).toContain(`${app.url}/chat?conversationId=${id}`)
  expect(letter?.text).not.toContain('secret')
  const last = await write(family, id)
  await app.advance(60)
  expect(await lettersOf(caregiver)).toHaveLength(1)

  // An answer, and then another conversation's worth of silence: that is news again, for each of the two.
  await read(caregiver, id, last)
  await write(caregiver, id)
  await app.advance(10)
  expect((await lettersOf(family)).map(({ subject }) => subject)).toEqual([
    'Clara Caregiver has written to you',
  ])
  await write(family, id)
  await app.advance(10)
  const letters = await lettersOf(caregiver)
  expect(letters).toHaveLength(2)
  expect(letters[1]?.text).toContain('A message from Fay Family waits for you.')
})

test('nobody is mailed who was there, until they have been away for five minutes', async () => {
  const { id, caregiver, family, messageId } = await talk()
  await read(caregiver, id, messageId)
  await write(family, id)
  await app.drain()
  await app.advance(4)
  const tab = await openChatSocket(app, caregiver)
  tab.send({ action: 'ping', is_visible: true })
  await tab.flush()
  await app.advance(3)
  expect(await lettersOf(caregiver)).toEqual([])
  await app.advance(3)
  expect(await lettersOf(caregiver)).toHaveLength(1)
  tab.socket.close()
})

test('a tab in the background is not somebody who is there', async () => {
  const { id, caregiver, family, messageId } = await talk()
  await read(caregiver, id, messageId)
  await write(family, id)
  await app.drain()
  await app.advance(4)
  const tab = await openChatSocket(app, caregiver)
  tab.send({ action: 'ping', is_visible: false, client_id: 'hidden' })
  await tab.waitFor('pong', ({ client_id }) => client_id === 'hidden')
  await app.advance(2)
  expect(await lettersOf(caregiver)).toHaveLength(1)
  tab.socket.close()
})

test('a closed account is mailed nothing', async () => {
  const { caregiver } = await talk()
  await setActive(app, caregiver.id, false)
  await app.advance(30)
  expect(await lettersOf(caregiver)).toEqual([])
})

test('the bell hears by its own socket what was told and what was read, and nothing of the chat', async () => {
  const { id, caregiver, family, messageId } = await talk()
  await app.drain()
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/ws/notifications/?token=${caregiver.token}`)
  const frames: { event: string; ids?: number[] }[] = []
  socket.on('message', (content) => frames.push(JSON.parse(String(content))))
  const refused = once(socket, 'close').then(() => {
    throw new Error('The socket was closed')
  })
  refused.catch(() => {})
  await Promise.race([once(socket, 'open'), refused])
  const [first] = await bellOf(caregiver)
  await write(family, id)
  await read(caregiver, id, messageId)
  await app.drain()
  while (frames.length === 0) await Promise.race([once(socket, 'message'), refused])
  expect(frames).toEqual([{ event: 'notifications.read', ids: [first?.id] }])
  socket.terminate()
})
