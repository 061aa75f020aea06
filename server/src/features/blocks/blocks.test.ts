/** Who can block whom, and who sees it. @see docs/rules/safety.md#blocks */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import type { TestUser } from '../../../test/factories/accounts.ts'
import { dateIn, makeListedCaregiver, openHours } from '../../../test/factories/availability.ts'
import { block, makePair, unblock } from '../../../test/factories/blocks.ts'
import {
  getBooking,
  getPaymentStatus,
  listWindows,
  makeFamily,
  makePaidRequest,
  makeRequest,
} from '../../../test/factories/bookings.ts'
import { disputeRequest } from '../../../test/factories/disputes.ts'
import { logInAgain } from '../../../test/factories/profiles.ts'

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

test.each([
  { blocker: 'caregiver', refunds: [25, 25], rate: { now: null, after: null } },
  // By the moderate policy, half comes back two days before.
  { blocker: 'family', refunds: [12.5, 25], rate: null },
] as const)(
  'by the $blocker cancels paid visits ahead as the preview says, except in a dispute',
  async ({ blocker, refunds, rate }) => {
    const pair = await makePair(app)
    const [by, whom] = blocker === 'family' ? [pair.family, pair.caregiver] : [pair.caregiver, pair.family]
    const at = (days: number) => ({
      ...pair,
      windows: [{ date: dateIn(app, days), start: '09:00', end: '10:00' }],
    })
    for (const days of [2, 9, 10]) await openHours(pair.caregiver, dateIn(app, days))
    const [soon, later, disputed] = [
      await makePaidRequest(app, at(2)),
      await makePaidRequest(app, at(9)),
      await makePaidRequest(app, at(10)),
    ]
    await disputeRequest(app, disputed)
    const preview = `/api/blocks/${whom.id}/preview`
    const { body } = await by.client.get(preview)
    expect(body).toMatchObject({
      visits: refunds.map((refund_usd) => ({ refund_usd, kept_usd: 25 - refund_usd })),
      refund_usd: refunds[0] + refunds[1],
      kept_usd: 50 - refunds[0] - refunds[1],
      disputed: 1,
      completion_rate: rate,
    })

    expect((await block(by, whom)).status).toBe(204)
    await app.drain()
    for (const [index, request] of [soon, later].entries()) {
      const [booking, [visit]] = [await getBooking(request), await listWindows(request)]
      expect(visit).toMatchObject({
        state: 'canceled',
        canceled_by: blocker === 'family' ? 'caretaker' : 'caregiver',
        refund_usd: refunds[index],
      })
      expect(JSON.stringify(booking)).not.toMatch(/concern|unwanted/)
    }
    expect(await getPaymentStatus(later)).toBe('refunded')
    expect(await listWindows(disputed)).toMatchObject([{ state: 'upcoming' }])
    expect((await by.client.get(preview)).body).toMatchObject({ visits: [], refund_usd: 0, disputed: 1 })
  },
)

test('previews nothing about strangers', async () => {
  const { caregiver, family } = await makePaidRequest(app)
  const stranger = await makeFamily(app)
  const nothing = { visits: [], refund_usd: 0, kept_usd: 0, disputed: 0, completion_rate: null }
  expect((await stranger.client.get(`/api/blocks/${caregiver.id}/preview`)).body).toEqual(nothing)
  expect((await family.client.get(`/api/blocks/${caregiver.id}/preview`)).body.visits).toHaveLength(1)
})

test.each(['caregiver', 'family'] as const)(
  'by the %s needs a recent proof where it cancels paid visits, and only there',
  async (blocker) => {
    const request = await makePaidRequest(app)
    const unpaid = await makePair(app)
    await app.advance(11)
    const [by, whom] =
      blocker === 'family' ? [request.family, request.caregiver] : [request.caregiver, request.family]
    expect(await block(by, whom)).toMatchObject({ status: 403, body: { code: 'reauthentication_required' } })
    await app.drain()
    expect((await listWindows(request)).map(({ state }) => state)).toEqual(['upcoming'])
    expect(await listBlocked(by)).toMatchObject({ count: 0 })

    expect((await block({ ...by, client: await logInAgain(app, by) }, whom)).status).toBe(204)
    await app.drain()
    expect((await listWindows(request)).map(({ state }) => state)).toEqual(['canceled'])
    const [other, stranger] =
      blocker === 'family' ? [unpaid.family, unpaid.caregiver] : [unpaid.caregiver, unpaid.family]
    expect((await block(other, stranger)).status).toBe(204)
  },
)
