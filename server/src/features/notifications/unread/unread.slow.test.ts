/** Notifications and emails about chat messages. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { listEmailsTo, type TestUser } from '../../../../test/factories/accounts.ts'
import {
  makeConversation,
  openChatSocket,
  openNotificationsSocket,
  type TestConversation,
} from '../../../../test/factories/chat.ts'
import { logInAgain, makeCaregiver, makeFamily, setActive } from '../../../../test/factories/profiles.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

type ShownNotification = { id: number; type: string; payload: Record<string, unknown> }

async function makeNamedConversation(): Promise<TestConversation> {
  return makeConversation(app, {
    caregiver: await makeCaregiver(app, { name: 'Clara Caregiver' }),
    family: await makeFamily(app, { name: 'Fay Family' }),
  })
}

/** Runs all due jobs and lists a user's unread chat notifications, oldest first. */
async function listChatNotifications(user: TestUser): Promise<ShownNotification[]> {
  await app.drain()
  const { body } = await (await logInAgain(app, user)).get('/api/notifications')
  return body.results.filter(({ type }: ShownNotification) => type.startsWith('chat_')).reverse()
}

const listTypes = async (user: TestUser) => (await listChatNotifications(user)).map(({ type }) => type)

async function send(sender: TestUser, id: number, text = 'Hello again'): Promise<number> {
  const client = await logInAgain(app, sender)
  const { status, body } = await client.post(`/api/chat/conversations/${id}/messages`, { text })
  expect(status).toBe(201)
  return body.id
}

async function read(reader: TestUser, id: number, messageId: number): Promise<void> {
  const client = await logInAgain(app, reader)
  const { status } = await client.patch(`/api/chat/conversations/${id}/messages/${messageId}/read`)
  expect(status).toBe(200)
}

/** The emails about messages that a user received. */
async function listChatEmails(person: TestUser) {
  const emails = await listEmailsTo(app, person.email)
  return emails.filter(({ subject }) => /^(New message|\d+ new messages) from /.test(subject))
}

test('notifies of the first message immediately and of later ones once until they are read, without their text', async () => {
  const { id, messageId, caregiver, family } = await makeNamedConversation()
  const [first, ...more] = await listChatNotifications(caregiver)
  expect(more).toEqual([])
  expect(first).toMatchObject({
    type: 'chat_first_message',
    payload: {
      caretaker_name: 'Fay Family',
      caregiver_name: 'Clara Caregiver',
      message: 'Fay Family (Family) started a conversation with you.',
      action_url: `/chat?conversationId=${id}`,
      action_text: 'Read and reply',
    },
  })
  const second = await send(family, id, 'A secret')
  const last = await send(family, id, 'A secret')
  // The job of the two messages is due so soon that a slow machine would run it in the next drain.
  const { rows } = await app.deps.database.execute(`
    UPDATE graphile_worker._private_jobs SET run_at = run_at + interval '1 hour' FROM messages
    WHERE key = 'message.sent:${id}:${family.id}' AND messages.id = ${second}
    RETURNING extract(epoch FROM run_at - messages.created_at)::float8 AS seconds`)
  expect(rows).toEqual([{ seconds: 3_603 - app.deps.clock.offsetMs() / 1_000 }])
  expect(await listTypes(caregiver)).toEqual(['chat_first_message'])
  await app.advance(61)
  expect(await listTypes(caregiver)).toEqual(['chat_first_message', 'chat_message'])
  expect(JSON.stringify(await listChatNotifications(caregiver))).not.toContain('secret')
  expect(await listChatNotifications(family)).toEqual([])

  await read(caregiver, id, messageId)
  expect(await listChatNotifications(caregiver)).toEqual([])
  await read(caregiver, id, last)
  await send(family, id)
  await app.advance(1)
  expect(await listTypes(caregiver)).toEqual(['chat_message'])
})

test('does not notify of messages that are read within seconds', async () => {
  const { id, caregiver, messageId, family } = await makeNamedConversation()
  await read(caregiver, id, messageId)
  await app.drain()
  await read(caregiver, id, await send(family, id))
  await read(family, id, await send(caregiver, id))
  await app.advance(30)
  expect([await listChatNotifications(caregiver), await listChatNotifications(family)]).toEqual([[], []])
  expect([await listChatEmails(caregiver), await listChatEmails(family)]).toEqual([[], []])
})

test('notifies of a message that follows a read one after its own delay', async () => {
  const { id, caregiver, messageId, family } = await makeNamedConversation()
  await read(caregiver, id, messageId)
  await read(caregiver, id, await send(family, id))
  const last = await send(family, id)
  // The last message's own delay doesn't end meanwhile, however slow this machine is.
  await app.deps.database.execute(
    `UPDATE messages SET created_at = created_at + interval '1 minute' WHERE id = ${last}`,
  )
  // Both messages share one job, which is due when the first one is.
  await app.deps.database.execute('UPDATE graphile_worker._private_jobs SET run_at = now()')
  await app.drain()
  expect(await listChatNotifications(caregiver)).toEqual([])
  await app.advance(2)
  expect(await listTypes(caregiver)).toEqual(['chat_message'])
})

test('sends one email per conversation with the number of unread messages and the latest after five minutes away', async () => {
  const { id, caregiver, family } = await makeNamedConversation()
  await send(family, id, 'Never quoted')
  await send(family, id, 'Can you come at nine?')
  await app.drain()
  await app.advance(4)
  expect(await listChatEmails(caregiver)).toEqual([])
  await app.advance(2)
  const [email, ...more] = await listChatEmails(caregiver)
  expect(more).toEqual([])
  expect(email?.subject).toBe('3 new messages from Fay (Family)')
  expect(email?.text).toContain('You have 3 new messages from Fay Family (Family).')
  expect(email?.text).toContain(`${app.url}/chat?conversationId=${id}`)
  expect(email?.text).toContain('Latest message: Can you come at nine?')
  expect(email?.text).not.toContain('Never quoted')
  const last = await send(family, id)
  await app.advance(60)
  expect(await listChatEmails(caregiver)).toHaveLength(1)

  // Once messages are read, both members can get an email again.
  await read(caregiver, id, last)
  await send(caregiver, id)
  await app.advance(10)
  expect((await listChatEmails(family)).map(({ subject }) => subject)).toEqual([
    'New message from Clara (Caregiver)',
  ])
  await send(family, id)
  await app.advance(10)
  const emails = await listChatEmails(caregiver)
  expect(emails).toHaveLength(2)
  expect(emails[1]?.text).toContain('You have a new message from Fay Family (Family).')
})

/** Hides a message as staff do. */
const hide = (messageId: number) =>
  app.deps.database.execute(`UPDATE messages SET hidden_at = now() WHERE id = ${messageId}`)

test.each([
  ['has a phone number', 'Call me at 212 555 0142'],
  ['has a link', 'See https://example.com/me'],
  ['staff removed', 'A rude text'],
])('does not quote a message that %s', async (what, text) => {
  const { id, caregiver, family, messageId } = await makeNamedConversation()
  await read(caregiver, id, messageId)
  await send(family, id, 'A kind text')
  const last = await send(family, id, text)
  await app.drain()
  if (what === 'staff removed') await hide(last)
  await app.advance(10)
  const [email] = await listChatEmails(caregiver)
  expect(email?.text).toContain('from Fay Family (Family).')
  expect(email?.text).not.toContain(text)
  expect(email?.text, 'only the newest may be quoted').not.toContain('A kind text')
})

test('sends no email about messages that staff removed all', async () => {
  const { id, caregiver, family, messageId } = await makeNamedConversation()
  await read(caregiver, id, messageId)
  const last = await send(family, id, 'A rude text')
  await app.drain()
  await hide(last)
  await app.advance(10)
  expect(await listChatEmails(caregiver)).toEqual([])
})

test('delays the email until the recipient has been away for five minutes', async () => {
  const { id, caregiver, family, messageId } = await makeNamedConversation()
  await read(caregiver, id, messageId)
  await send(family, id)
  await app.drain()
  await app.advance(4)
  const tab = await openChatSocket(app, caregiver)
  tab.send({ action: 'ping', is_visible: true })
  await tab.flush()
  await app.advance(3)
  expect(await listChatEmails(caregiver)).toEqual([])
  await app.advance(3)
  expect(await listChatEmails(caregiver)).toHaveLength(1)
  tab.socket.close()
})

test('counts a recipient whose tab is in the background as away', async () => {
  const { id, caregiver, family, messageId } = await makeNamedConversation()
  await read(caregiver, id, messageId)
  await send(family, id)
  await app.drain()
  await app.advance(4)
  const tab = await openChatSocket(app, caregiver)
  tab.send({ action: 'ping', is_visible: false, client_id: 'hidden' })
  await tab.waitFor('pong', ({ client_id }) => client_id === 'hidden')
  await app.advance(2)
  expect(await listChatEmails(caregiver)).toHaveLength(1)
  tab.socket.close()
})

test('sends no email to a deactivated account', async () => {
  const { caregiver } = await makeNamedConversation()
  await setActive(app, caregiver.id, false)
  await app.advance(30)
  expect(await listChatEmails(caregiver)).toEqual([])
})

test('pushes read notifications but no chat events to the notifications socket', async () => {
  const { id, caregiver, family, messageId } = await makeNamedConversation()
  const [first] = await listChatNotifications(caregiver)
  const tab = await openNotificationsSocket(app, caregiver)
  await send(family, id)
  await read(caregiver, id, messageId)
  await app.drain()
  await tab.waitFor('notifications.read')
  // The push of the first message may still reach the new socket.
  const frames = tab.frames.filter(({ event }) => event !== 'notification.created')
  expect(frames).toEqual([{ event: 'notifications.read', ids: [first?.id] }])
  tab.socket.close()
})
