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
import { makeCaregiver } from '../../../../test/factories/profiles.ts'

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
  expect((await pay(chosen)).body).toMatchObject({ is_paid: true })
  await app.drain()
  expect(await getRequestState(other)).toEqual(['rejected', 'withdrawn', false])
  expect(await getRequestState(elsewhere)).toEqual(['submitted', null, false])
  const { results } = (await other.caregiver.client.get('/api/notifications/?status=all')).body
  expect(results[0].payload.message).toBe(
    `${other.family.fullName} has booked someone else for these times, so we withdrew their request. Thank you for accepting it.`,
  )
  const { body } = await chosen.family.client.get(`/api/requests/${other.id}/backup-caregivers`)
  expect(body.results).toEqual([])
})

it('refunds the second of two that are paid', async () => {
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
})
