/** Asking several caregivers for the same hours. @see docs/rules/bookings.md#asking-several */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import type { TestUser } from '../../../../test/factories/accounts.ts'
import { dateIn, openHours } from '../../../../test/factories/availability.ts'
import {
  answerRequest,
  confirm,
  getRequestPayment,
  getRequestState,
  makeRequest,
  openCheckout,
  payCard,
  type TestRequest,
} from '../../../../test/factories/bookings.ts'
import { makeCaregiver, makeFamily } from '../../../../test/factories/profiles.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** Two requests for the same hours, both accepted, after the first caregiver rejected one. */
async function askTwo(date: string): Promise<[TestRequest, TestRequest]> {
  const windows = [{ date, start: '09:00', end: '11:00' }]
  const people: TestUser[] = []
  for (let made = 0; made < 3; made += 1) {
    const caregiver = await makeCaregiver(app)
    await openHours(caregiver, date)
    people.push(caregiver)
  }
  const [first, ...others] = people as [TestUser, TestUser, TestUser]
  const { id, family } = await makeRequest(app, { caregiver: first, windows })
  await answerRequest(first, id, 'rejected')
  const asked: TestRequest[] = []
  for (const caregiver of others) {
    const path = `/api/requests/${id}/backup-requests`
    const { body } = await family.client.post(path, { caregiver_id: caregiver.id })
    await answerRequest(caregiver, body.id, 'accepted')
    asked.push({ id: body.id, caregiver, family, windows })
  }
  return asked as [TestRequest, TestRequest]
}

async function pay(request: TestRequest) {
  const { body } = await openCheckout(request.family, request.id)
  expect(await payCard(body.checkout_url)).toBe(303)
  return confirm(request)
}

it('books the first that is paid, and withdraws and thanks the others, but only for the same hours', async () => {
  const [chosen, other] = await askTwo(dateIn(app, 10))
  const elsewhere = await makeRequest(app, {
    family: chosen.family,
    windows: [{ date: dateIn(app, 11), start: '09:00', end: '11:00' }],
  })
  const getGroup = async ({ id }: TestRequest, { client }: TestUser = chosen.family) =>
    (await client.get(`/api/requests/${id}`)).body.group
  expect(await getGroup(other)).toEqual({ open_others: 1, booked_name: null })
  expect(await getGroup(other, other.caregiver)).toBeNull()
  expect(await getGroup(elsewhere)).toBeNull()
  const { body: home } = await chosen.family.client.get('/api/home')
  expect(home.open_requests).toMatchObject({ count: 2, only: null, are_alternatives: true })
  expect((await pay(chosen)).body).toMatchObject({ is_paid: true })
  await app.drain()
  expect(await getGroup(other)).toEqual({ open_others: 0, booked_name: chosen.caregiver.fullName })
  expect(await getGroup(chosen)).toEqual({ open_others: 0, booked_name: null })
  expect(await getRequestState(other)).toEqual(['rejected', 'withdrawn', false])
  expect(await getRequestState(elsewhere)).toEqual(['submitted', null, false])
  const { results } = (await other.caregiver.client.get('/api/notifications/?status=all')).body
  expect(results[0].payload.message).toBe(
    `${other.family.fullName} booked someone else for these times, so we withdrew their request. Thank you for accepting it.`,
  )
  const { body } = await chosen.family.client.get(`/api/requests/${other.id}/backup-caregivers`)
  expect(body.results).toEqual([])
})

it('refunds the second of two that are paid, and thanks its caregiver', async () => {
  const [chosen, other] = await askTwo(dateIn(app, 12))
  const { body } = await openCheckout(other.family, other.id)
  const first = await openCheckout(chosen.family, chosen.id)
  await payCard(first.body.checkout_url)
  await payCard(body.checkout_url)
  const [answer] = [await confirm(chosen), await confirm(other)]
  await app.drain()
  expect(answer.body).toMatchObject({ is_paid: true })
  expect(await getRequestState(other)).toEqual(['rejected', 'withdrawn', false])
  expect((await getRequestPayment(other.family, other.id)).body.status).toBe('refunded')
  const { results } = (await other.caregiver.client.get('/api/notifications/?status=all')).body
  expect(results[0].payload.message).toMatch(
    / booked someone else for these times, so we withdrew their request/,
  )
})

it('offers two others for hours that are being chosen, near the visit, and asks three at most', async () => {
  const date = dateIn(app, 14)
  const windows = [{ date, start: '09:00', end: '11:00' }]
  const people: TestUser[] = []
  for (const city of ['Lyon', 'Lyon', 'Lyon', 'Lyon', 'Paris']) {
    const person = await makeCaregiver(app, { city, rateCents: 2_000 + 500 * people.length })
    await openHours(person, date)
    people.push(person)
  }
  const [first, second, third, fourth, distant] = people as [TestUser, TestUser, TestUser, TestUser, TestUser]
  const family = await makeFamily(app)
  const listOthers = async (more: object = {}) => {
    const body = { caregiver_id: first.id, timezone: 'UTC', windows, ...more }
    const { body: answer } = await family.client.post('/api/requests/others', body)
    return answer.results.map(({ id }: { id: number }) => id)
  }
  expect(await listOthers()).toEqual([second.id, third.id])
  expect(await listOthers({ address: { city: 'Paris', country: 'France' } })).toEqual([distant.id])
  expect(await listOthers({ windows: [{ date, start: '19:00', end: '20:00' }] })).toEqual([])
  const unknown = { caregiver_id: family.id, timezone: 'UTC', windows }
  expect((await family.client.post('/api/requests/others', unknown)).status).toBe(404)

  const { id } = await makeRequest(app, { caregiver: first, family, windows })
  const ask = async (caregiver: TestUser) => {
    const path = `/api/requests/${id}/backup-requests`
    const { status, body } = await family.client.post(path, { caregiver_id: caregiver.id })
    return [status, body.detail ?? body.total_price_usd]
  }
  const already = [409, 'This caregiver has your request for these times already']
  expect(await ask(first)).toEqual(already)
  expect(await ask(second)).toEqual([201, 50])
  expect(await ask(second)).toEqual(already)
  expect(await listOthers()).toEqual([third.id, fourth.id])
  expect(await ask(third)).toEqual([201, 60])
  expect(await ask(fourth)).toEqual([409, 'You can ask up to 3 caregivers for the same times'])
  await answerRequest(first, id, 'accepted')
  expect((await pay({ id, caregiver: first, family, windows })).body).toMatchObject({ is_paid: true })
  await app.drain()
  const { results } = (await family.client.get('/api/requests/mine')).body
  expect(results.map(({ rejection_cause }: { rejection_cause: string }) => rejection_cause)).toEqual([
    'withdrawn',
    'withdrawn',
    null,
  ])
})
