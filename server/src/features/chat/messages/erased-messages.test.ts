import { MINUTES_PER_DAY } from '@tendwell/contract/time'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { makeConversation } from '../../../../test/factories/chat.ts'
import { logInAgain } from '../../../../test/factories/profiles.ts'

const ERASED_TEXT = 'Removed, because this person closed their account'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

it('marks the messages of an erased person as removed, and no others with the same words', async () => {
  const { id, caregiver, family } = await makeConversation(app, { text: 'Call me at 212 555 0187' })
  const path = `/api/chat/conversations/${id}/messages`
  await caregiver.client.post(path, { text: ERASED_TEXT })
  await app.drain()
  const { email } = family
  expect((await family.client.post('/api/account/close', { email })).status).toBe(200)
  await app.drain()
  await app.advance(14 * MINUTES_PER_DAY + 60)
  await app.drain()
  const client = await logInAgain(app, caregiver)
  expect((await client.get(path)).body.results).toMatchObject([
    { text: ERASED_TEXT, is_removed: true },
    { text: ERASED_TEXT, is_removed: false },
  ])
})
