/** The chat by its socket: what is sent, who hears of it, and what is refused. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import type { TestUser } from '../../../test/factories/accounts.ts'
import { listenAs } from '../../../test/factories/chat.ts'
import { makeCaregiver, makeFamily } from '../../../test/factories/profiles.ts'

let app: TestApp
let caregiver: TestUser
let family: TestUser
beforeAll(async () => {
  app = await testApp()
  caregiver = await makeCaregiver(app, { name: 'Clara Caregiver' })
  family = await makeFamily(app, { name: 'Fay Family' })
})
afterAll(() => app.close())

test('the first message makes the conversation, and both are told on each of their sockets', async () => {
  const [hers, alsoHers, theirs] = [
    await listenAs(app, caregiver),
    await listenAs(app, caregiver),
    await listenAs(app, family),
  ]
  const text = ' <b>Good morning</b> 👋 '
  theirs.send({ action: 'create_or_send_first', caregiver_id: caregiver.id, text, client_id: 'a-1' })

  const own = await theirs.next('message.created')
  expect(theirs.frames).toEqual([
    {
      event: 'conversation.created',
      conversation_id: own.conversation_id,
      caretaker_id: family.id,
      caregiver_id: caregiver.id,
      sender_id: family.id,
      client_id: 'a-1',
    },
    {
      event: 'message.created',
      conversation_id: own.conversation_id,
      sender_id: family.id,
      client_id: 'a-1',
      message: {
        id: expect.any(Number),
        conversation_id: own.conversation_id,
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
    const heard = await socket.next('message.created')
    expect(socket.frames.map(({ event }) => event)).toEqual(['conversation.created', 'message.created'])
    expect(JSON.stringify(socket.frames)).not.toContain('a-1')
    expect(heard.message).toEqual({ ...own.message, client_id: null })
  }

  hers.send({ action: 'mark_read', conversation_id: own.conversation_id, message_ids: [own.message.id] })
  const read = {
    event: 'messages.read',
    conversation_id: own.conversation_id,
    sender_id: family.id,
    reader_id: caregiver.id,
    read_sequence: 1,
    read_at: expect.stringMatching(/Z$/),
  }
  expect(await theirs.next('messages.read')).toEqual(read)
  expect(await alsoHers.next('messages.read')).toEqual(read)
  for (const { socket } of [hers, alsoHers, theirs]) socket.close()
})
