/** @see docs/rules/chat-and-notifications.md#conversations */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { dateIn, openHours } from '../../../../test/factories/availability.ts'
import { answerRequest, makePaidRequest, makeRequest } from '../../../../test/factories/bookings.ts'
import { makeConversation } from '../../../../test/factories/chat.ts'
import { logInAgain } from '../../../../test/factories/profiles.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

it('names the next visit of the two, otherwise what is to pay, otherwise what is to answer', async () => {
  const conversation = await makeConversation(app)
  const { caregiver } = conversation
  let { family } = conversation
  const date = dateIn(app, 7)
  await openHours(caregiver, date)
  const find = async () => {
    const { body } = await family.client.get(`/api/chat/conversations/${conversation.id}`)
    return body.booking
  }
  const findInList = async (query = `?caregiver_id=${caregiver.id}`) =>
    (await family.client.get(`/api/chat/conversations${query}`)).body.booking
  const at = (start: string, end: string) => ({ caregiver, family, windows: [{ date, start, end }] })
  expect(await find()).toBeNull()
  // What others have with the caregiver is not theirs.
  await makePaidRequest(app, { caregiver, windows: [{ date, start: '16:00', end: '17:00' }] })
  expect(await find()).toBeNull()
  expect(await findInList()).toBeNull()

  const asked = await makeRequest(app, at('09:00', '10:00'))
  expect(await find()).toEqual({
    request_id: asked.id,
    start_utc: `${date}T09:00:00.000Z`,
    end_utc: `${date}T10:00:00.000Z`,
    status: 'submitted',
  })
  expect(await findInList()).toEqual(await find())
  expect(await findInList('')).toBeNull()
  const accepted = await makeRequest(app, at('10:00', '11:00'))
  await answerRequest(caregiver, accepted.id, 'accepted')
  expect(await find()).toMatchObject({ request_id: accepted.id, status: 'accepted' })
  await answerRequest(caregiver, asked.id, 'rejected')
  const paid = await makePaidRequest(app, at('11:00', '12:00'))
  expect(await find()).toMatchObject({ request_id: paid.id, status: 'confirmed' })

  const minutesTo = (Date.parse(`${date}T11:00:00Z`) - app.deps.clock.now().getTime()) / 60_000
  await app.advance(Math.ceil(minutesTo) + 1)
  family = { ...family, client: await logInAgain(app, family) }
  expect(await find()).toMatchObject({ request_id: paid.id, status: 'in_progress' })
})

it('names it to both before their first message', async () => {
  const { id, caregiver, family } = await makeRequest(app)
  for (const [{ client }, query] of [
    [family, `caregiver_id=${caregiver.id}`],
    [caregiver, `caretaker_id=${family.id}`],
  ] as const) {
    const { body } = await client.get(`/api/chat/conversations?${query}`)
    expect(body).toMatchObject({ count: 0, booking: { request_id: id, status: 'submitted' } })
  }
})

it('names no visit that was canceled', async () => {
  const { id, caregiver, family } = await makeConversation(app)
  const date = dateIn(app, 7)
  await openHours(caregiver, date)
  const paid = await makePaidRequest(app, {
    caregiver,
    family,
    windows: [{ date, start: '09:00', end: '10:00' }],
  })
  const cancel = { reason: 'illness', refund_usd: 25 }
  expect((await family.client.post(`/api/requests/${paid.id}/cancel`, cancel)).status).toBe(200)
  expect((await family.client.get(`/api/chat/conversations/${id}`)).body.booking).toBeNull()
})
