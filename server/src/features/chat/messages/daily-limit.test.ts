/** @see docs/rules/chat-and-notifications.md#messages */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { makeConversation, openChatSocket } from '../../../../test/factories/chat.ts'
import { countSentMessages } from './sending.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ RATE_LIMITS: 'on' })
})
afterAll(() => app.close())

it('lets a person send 2,000 messages a day, by calls and frames together', async () => {
  const { id, family, caregiver } = await makeConversation(app)
  const path = `/api/chat/conversations/${id}/messages`
  await countSentMessages(app.deps, caregiver.id, 1_998)
  const socket = await openChatSocket(app, caregiver)
  expect((await caregiver.client.post(path, { text: 'The last but one' })).status).toBe(201)
  socket.send({ action: 'send_message', conversation_id: id, text: 'The last', client_id: 'last' })
  await socket.flush()
  const refused = await caregiver.client.post(path, { text: 'One too many' })
  expect([refused.status, refused.body.detail]).toEqual([
    429,
    'You can send 2,000 messages a day. Please try again in 24 hours',
  ])
  socket.send({ action: 'send_message', conversation_id: id, text: 'Another', client_id: 'more' })
  await socket.flush()
  expect(socket.frames.at(-1)).toMatchObject({ event: 'error', code: 'too_many_attempts', client_id: 'more' })
  const { body } = await family.client.get(path)
  const texts = body.results.map(({ text }: { text: string }) => text)
  expect(texts).toEqual(expect.arrayContaining(['The last but one', 'The last']))
  expect(texts).not.toEqual(expect.arrayContaining(['One too many']))
  expect((await family.client.post(path, { text: 'Mine' })).status).toBe(201)
})
