/** Chat over HTTP, and the constraints of its tables. */
import { MESSAGE_MAX_LENGTH } from '@tendwell/contract/chat/chat'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { makeUser } from '../../../../test/factories/accounts.ts'
import { makeRequest } from '../../../../test/factories/bookings.ts'
import { makeConversation, openChatSocket, waitForPushes } from '../../../../test/factories/chat.ts'
import { makeCaregiver, makeFamily, setActive } from '../../../../test/factories/profiles.ts'
import { digestTables } from '../../../../test/table-digests.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const CREATE = '/api/chat/conversations/create'
const messagesPath = (id: number) => `/api/chat/conversations/${id}/messages`

describe('conversations', () => {
  test('lists the most recently active first, with unread counts for the caller', async () => {
    const family = await makeFamily(app, { name: 'Fay Family' })
    const clara = await makeCaregiver(app, { name: 'Clara Caregiver' })
    const first = await makeConversation(app, { family, caregiver: clara, text: 'To Clara' })
    const second = await makeConversation(app, { family, text: 'To another' })
    const listConversations = async () => (await family.client.get('/api/chat/conversations/')).body
    expect((await listConversations()).results.map(({ id }: { id: number }) => id)).toEqual([
      second.id,
      first.id,
    ])

    const { body: answer } = await clara.client.post(messagesPath(first.id), { text: 'Good morning' })
    await clara.client.post(messagesPath(first.id), { text: 'How are you?' })
    const { count, results, unread_total } = await listConversations()
    expect([count, unread_total]).toEqual([2, 2])
    expect(results[0]).toEqual({
      id: first.id,
      caretaker: { id: family.id, full_name: 'Fay Family', avatar: null },
      caregiver: { id: clara.id, full_name: 'Clara Caregiver', avatar: null },
      last_message: 'How are you?',
      last_message_at: expect.stringMatching(/Z$/),
      last_message_sender_id: clara.id,
      last_sequence: 3,
      unread_count: 2,
      read_sequence: 0,
      other_read_sequence: 0,
      is_caregiver_listed: expect.any(Boolean),
      can_write: true,
      has_blocked: false,
      booking: null,
    })
    const read = await family.client.post(`${messagesPath(first.id)}/mark-read/`, {
      message_ids: [answer.id],
    })
    expect([read.status, read.body]).toEqual([
      200,
      {
        conversation_id: first.id,
        read_sequence: 2,
        read_at: expect.stringMatching(/Z$/),
        unread_count: 1,
      },
    ])
    expect((await listConversations()).unread_total).toBe(1)
    const { body: forCaregiver } = await clara.client.get(`/api/chat/conversations/${first.id}`)
    expect(forCaregiver).toMatchObject({ unread_count: 1, read_sequence: 0, other_read_sequence: 2 })
    const { body: found } = await family.client.get(`/api/chat/conversations/?caregiver_id=${clara.id}`)
    expect(found.results.map(({ id }: { id: number }) => id)).toEqual([first.id])
    expect([found.count, found.unread_total]).toEqual([1, 1])
    const { body: page } = await family.client.get('/api/chat/conversations/?page_size=1')
    expect([page.results.length, page.count, page.next]).toEqual([1, 2, expect.stringContaining('page=2')])
  })

  test('pages through messages in both directions, always in ascending sequence', async () => {
    const { id, family } = await makeConversation(app, { text: 'Message 1' })
    for (let index = 2; index <= 9; index += 1) {
      await family.client.post(messagesPath(id), { text: `Message ${index}` })
    }
    const getSequences = async (path: string) => {
      const { status, body } = await family.client.get(path)
      expect([status, body.count]).toEqual([200, 9])
      return { ...body, results: body.results.map(({ sequence }: { sequence: number }) => sequence) }
    }
    const newest = await getSequences(`${messagesPath(id)}/?page_size=4`)
    expect([newest.results, newest.next]).toEqual([[6, 7, 8, 9], null])
    const older = await getSequences(newest.previous)
    expect(older.results).toEqual([2, 3, 4, 5])
    const oldest = await getSequences(older.previous)
    expect([oldest.results, oldest.previous]).toEqual([[1], null])
    expect((await getSequences(oldest.next)).results).toEqual([2, 3, 4, 5])
    const caughtUp = await getSequences(`${messagesPath(id)}?after=7`)
    expect([caughtUp.results, caughtUp.next]).toEqual([[8, 9], null])
    expect((await getSequences(`${messagesPath(id)}?after=9`)).results).toEqual([])
    expect((await family.client.get(`${messagesPath(id)}?after=1&before=5`)).status).toBe(400)
  })

  test('reading a message marks earlier ones as read and notifies the other member once', async () => {
    const { id, family, caregiver, messageId } = await makeConversation(app)
    const { body: second } = await family.client.post(messagesPath(id), { text: 'And more' })
    await waitForPushes(app)
    const familySocket = await openChatSocket(app, family)
    const path = (message: number) => `${messagesPath(id)}/${message}/read/`
    expect((await caregiver.client.patch(path(second.id))).body).toMatchObject({ read_sequence: 2 })
    const receipt = await familySocket.waitFor('messages.read')
    expect(receipt).toMatchObject({ reader_id: caregiver.id, sender_id: family.id, read_sequence: 2 })
    const again = await caregiver.client.patch(path(messageId))
    expect(again.body).toMatchObject({ read_sequence: 2, read_at: receipt.read_at, unread_count: 0 })
    await familySocket.flush()
    expect(familySocket.frames).toHaveLength(1)
    const { body } = await family.client.get(messagesPath(id))
    expect(body.results.map(({ read_at }: { read_at: string }) => read_at)).toEqual([
      receipt.read_at,
      receipt.read_at,
    ])
    familySocket.socket.close()
  })
})

describe('sending a message', () => {
  test('pushes it to the sockets, and a repeated call returns the same message', async () => {
    const { id, family, caregiver } = await makeConversation(app)
    const caregiverSocket = await openChatSocket(app, caregiver)
    const send = (text: string) =>
      family.client.post(messagesPath(id), { text }, { 'idempotency-key': `key-${id}` })
    const [one, two] = await Promise.all([send('Once'), send('Once')])
    expect([one.status, two.status]).toEqual([201, 201])
    expect(two.body).toEqual(one.body)
    expect((await send('Another')).status).toBe(409)
    expect((await caregiverSocket.waitFor('message.created')).message).toEqual(one.body)
    await caregiverSocket.flush()
    expect(caregiverSocket.frames).toHaveLength(1)
    caregiverSocket.socket.close()
  })

  test('twenty concurrent first messages make one conversation without gaps', async () => {
    const family = await makeFamily(app)
    const caregiver = await makeCaregiver(app)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        family.client.post(CREATE, {
          caregiver_id: caregiver.id,
          text: `Hello ${index}`,
          client_id: `c${index % 10}`,
        }),
      ),
    )
    const stored = answers.filter(({ status }) => status === 201)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(10)
    expect(new Set(stored.map(({ body }) => body.conversation.id)).size).toBe(1)
    expect(stored.map(({ body }) => body.message.sequence).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 10 }, (_, index) => index + 1),
    )
  })

  test.each([
    [{}, 'text'],
    [{ text: '' }, 'text'],
    [{ text: ' \n\t\u00a0\ufeff ' }, 'text'],
    [{ text: 'x'.repeat(MESSAGE_MAX_LENGTH + 1) }, 'text'],
    [{ text: 'x', client_id: '' }, 'client_id'],
    [{ text: 'x', client_id: 'x'.repeat(65) }, 'client_id'],
    [{ text: 'x', sender_id: 1 }, 'sender_id'],
  ])('%j is rejected and stores nothing', async (body, field) => {
    const { id, family } = await makeConversation(app)
    const before = await digestTables(app)
    const answer = await family.client.post(messagesPath(id), body)
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, expect.arrayContaining([field])])
    expect(await digestTables(app)).toEqual(before)
  })
})

describe('starting a conversation', () => {
  test('lets a family write only to verified, active caregivers', async () => {
    const family = await makeFamily(app)
    const gone = await makeCaregiver(app)
    await setActive(app, gone.id, false)
    const others = [
      await makeCaregiver(app, { verified: false }),
      await makeCaregiver(app, { status: 'flagged' }),
      gone,
      await makeFamily(app),
      await makeUser(app, { role: 'admin' }),
      family,
      { id: 999_999_999 },
    ]
    await app.drain()
    const before = await digestTables(app)
    for (const { id } of others) {
      const answer = await family.client.post(CREATE, { caregiver_id: id, text: 'Hello' })
      expect([answer.status, answer.body.detail]).toEqual([404, "You can't message this person"])
    }
    const withoutRecipient = await family.client.post(CREATE, { text: 'Hello' })
    expect([withoutRecipient.status, withoutRecipient.body.caregiver_id]).toEqual([
      400,
      ['Caregiver is required'],
    ])
    expect(await digestTables(app)).toEqual(before)
  })

  test('lets a caregiver write only to families that have sent them a request', async () => {
    const { caregiver, family } = await makeRequest(app)
    const stranger = await makeFamily(app)
    const write = (caretaker_id: number) => caregiver.client.post(CREATE, { caretaker_id, text: 'Hello' })
    for (const { id } of [stranger, caregiver]) expect((await write(id)).status).toBe(404)
    expect((await write(family.id)).status).toBe(201)
    expect(
      (await (await makeCaregiver(app)).client.post(CREATE, { caretaker_id: family.id, text: 'Hello' }))
        .status,
    ).toBe(404)
  })

  test('continues an existing conversation while both accounts are active', async () => {
    const { id, caregiver, family } = await makeConversation(app)
    const answer = await caregiver.client.post(CREATE, { caretaker_id: family.id, text: 'Good morning' })
    expect([answer.status, answer.body.conversation.id, answer.body.message.sequence]).toEqual([201, id, 2])
    expect((await family.client.post(messagesPath(id), { text: 'Are you all right?' })).status).toBe(201)
    await setActive(app, family.id, false)
    const refused = await caregiver.client.post(messagesPath(id), { text: 'Where are you?' })
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      "You can't send messages in this conversation right now",
    ])
  })
})

describe('the database rejects', () => {
  const insert = (id: number, columns: Record<string, string>) => {
    const row = { sequence: '2', sender: "'caretaker'", text: "'x'", client_id: 'NULL', ...columns }
    return app.deps.database.execute(
      `INSERT INTO messages (conversation_id, created_at, ${Object.keys(row)})
       VALUES (${id}, now(), ${Object.values(row)})`,
    )
  }

  test.each([
    ['a gap', { sequence: '3' }, '23503'],
    ['a sequence that is taken', { sequence: '1' }, '23505'],
    ['a sequence below 1', { sequence: '0' }, '23514'],
    ['a sender who is not a member', { sender: "'admin'" }, '23514'],
    ['only white space', { text: "E' \\n '" }, '23514'],
    ['more than 4,000 characters', { text: "repeat('x', 4001)" }, '23514'],
  ])('%s', async (_, columns, code) => {
    const { id } = await makeConversation(app)
    await expect(insert(id, columns)).rejects.toMatchObject({ cause: { code } })
  })

  test('a repeated client id, deleting an earlier message, a second conversation for a pair, and reading past the end', async () => {
    const { id, family, caregiver } = await makeConversation(app)
    await insert(id, { client_id: "'c'" })
    const { database } = app.deps
    await expect(insert(id, { sequence: '3', client_id: "'c'" })).rejects.toMatchObject({
      cause: { code: '23505' },
    })
    await expect(
      database.execute(`DELETE FROM messages WHERE conversation_id = ${id} AND sequence = 1`),
    ).rejects.toMatchObject({ cause: { code: '23503' } })
    await expect(
      database.execute(
        `INSERT INTO conversations (family_id, caregiver_id, last_message_at, created_at)
         VALUES (${family.id}, ${caregiver.id}, now(), now())`,
      ),
    ).rejects.toMatchObject({ cause: { code: '23505' } })
    await expect(
      database.execute(`UPDATE conversations SET caregiver_read = 2 WHERE id = ${id}`),
    ).rejects.toMatchObject({ cause: { code: '23514' } })
  })
})
