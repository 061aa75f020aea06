/** Who can block whom, and who sees it. @see docs/rules/safety.md#blocks */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import type { TestUser } from '../../../test/factories/accounts.ts'
import { makeListedCaregiver } from '../../../test/factories/availability.ts'
import { block, makePair, unblock } from '../../../test/factories/blocks.ts'
import { makeFamily, makePaidRequest, makeRequest } from '../../../test/factories/bookings.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const listBlocked = async ({ client }: TestUser) => (await client.get('/api/blocks')).body

test('needs a conversation or a request, and is for families and caregivers', async () => {
  const pair = await makePair(app)
  const strangers = [await makeFamily(app), await makeListedCaregiver(app)]
  for (const stranger of strangers) {
    for (const person of [pair.caregiver, pair.family, stranger]) {
      expect(await block(stranger, person)).toMatchObject({ status: 404, body: { detail: 'Not found' } })
    }
  }
  expect((await block(pair.family, { ...pair.family, id: 999_999_999 })).status).toBe(404)
  expect((await app.visitor.post('/api/blocks', {})).status).toBe(401)
  expect((await pair.family.client.post('/api/blocks', { user_id: pair.caregiver.id })).status).toBe(400)
  const request = await makeRequest(app)
  expect((await block(request.caregiver, request.family)).status).toBe(204)
})

test("lists only the caller's own blocks, and only they can remove them", async () => {
  const { caregiver, family } = await makePair(app)
  expect([(await block(family, caregiver)).status, (await block(family, caregiver)).status]).toEqual([
    204, 204,
  ])
  const found = await listBlocked(family)
  expect(found).toMatchObject({
    count: 1,
    results: [{ user_id: caregiver.id, full_name: caregiver.fullName }],
  })
  expect(JSON.stringify(found)).not.toContain('Too many messages')
  expect(await listBlocked(caregiver)).toMatchObject({ count: 0, results: [] })
  const stranger = await makeFamily(app)
  for (const [person, id] of [
    [caregiver, family.id],
    [caregiver, caregiver.id],
    [stranger, caregiver.id],
  ] as const) {
    expect((await person.client.delete(`/api/blocks/${id}`)).status).toBe(404)
  }
  expect((await listBlocked(family)).count).toBe(1)
  expect((await unblock(family, caregiver)).status).toBe(204)
  expect((await unblock(family, caregiver)).status).toBe(404)
  expect((await listBlocked(family)).count).toBe(0)
})

test('shows on requests and bookings only to the one who blocked', async () => {
  const request = await makePaidRequest(app)
  const { caregiver, family } = request
  const listFlags = async ({ client }: TestUser, side: 'caregiver' | 'caretaker') => {
    const lists = [side === 'caretaker' ? 'mine' : 'incoming', `bookings/${side}`]
    const answers = await Promise.all(lists.map((list) => client.get(`/api/requests/${list}`)))
    return answers.flatMap(({ body }) => body.results.map((row: { has_blocked: boolean }) => row.has_blocked))
  }
  expect(await listFlags(family, 'caretaker')).toEqual([false, false])
  await block(family, caregiver)
  expect(await listFlags(family, 'caretaker')).toEqual([true, true])
  expect(await listFlags(caregiver, 'caregiver')).toEqual([false, false])
})

test('by both sides ends when both have lifted it', async () => {
  const pair = await makePair(app)
  for (const [by, whom] of [
    [pair.family, pair.caregiver],
    [pair.caregiver, pair.family],
  ] as const) {
    expect((await block(by, whom)).status).toBe(204)
  }
  await app.drain()
  expect((await unblock(pair.family, pair.caregiver)).status).toBe(204)
  const path = `/api/chat/conversations/${pair.conversationId}`
  expect((await pair.family.client.get(path)).body).toMatchObject({ can_write: false, has_blocked: false })
  expect((await pair.caregiver.client.get(path)).body).toMatchObject({
    can_write: false,
    has_blocked: true,
  })
  expect((await unblock(pair.caregiver, pair.family)).status).toBe(204)
  expect((await pair.family.client.get(path)).body.can_write).toBe(true)
})
