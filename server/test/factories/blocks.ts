/** People who know each other, and blocks between them. */
import type { Answer, TestApp } from '../app.ts'
import type { TestUser } from './accounts.ts'
import { dateIn, makeListedCaregiver, openHours } from './availability.ts'
import { makeFamily } from './bookings.ts'
import { makeConversation } from './chat.ts'

export type Pair = { caregiver: TestUser; family: TestUser }

export function block(by: TestUser, whom: TestUser): Promise<Answer> {
  return by.client.post('/api/blocks', { user_id: whom.id, reason: 'unwanted', text: 'Too many messages' })
}

export function unblock(by: TestUser, whom: TestUser): Promise<Answer> {
  return by.client.delete(`/api/blocks/${whom.id}`)
}

/** A family and a listed caregiver with hours a week ahead and a conversation. */
export async function makePair(app: TestApp): Promise<Pair & { conversationId: number }> {
  const [caregiver, family] = [await makeListedCaregiver(app), await makeFamily(app)]
  await openHours(caregiver, dateIn(app, 7))
  const { id } = await makeConversation(app, { caregiver, family })
  await app.drain()
  return { caregiver, family, conversationId: id }
}
