import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { makeConversation } from '../../../../test/factories/chat.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { setMessageHidden } from './hiding.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

it('leaves out a message that staff removed, until they show it again', async () => {
  const { id, caregiver, family } = await makeConversation(app)
  const path = `/api/chat/conversations/${id}/messages`
  const before = await countUnread()
  const { body: message } = await family.client.post(path, { text: 'Are you free on Monday?' })
  expect(await countUnread()).toEqual(before.map((count) => count + 1))
  const hide = (isHidden: boolean) =>
    withTransaction(app.deps.database, (transaction) =>
      setMessageHidden(transaction, app.deps, message.id, isHidden),
    )
  await hide(true)
  expect(await countUnread()).toEqual(before)
  await hide(false)
  expect(await countUnread()).toEqual(before.map((count) => count + 1))

  async function countUnread(): Promise<[conversation: number, total: number]> {
    const { body } = await caregiver.client.get('/api/chat/conversations')
    return [body.results[0].unread_count, body.unread_total]
  }
})
