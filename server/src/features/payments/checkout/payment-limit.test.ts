import { MINUTES_PER_DAY } from '@tendwell/contract/time'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import type { TestUser } from '../../../../test/factories/accounts.ts'
import { dateIn, makeListedCaregiver, openHours } from '../../../../test/factories/availability.ts'
import {
  confirm,
  makeAcceptedRequest,
  makeFamily,
  makePaidRequest,
  openCheckout,
  type TestRequest,
} from '../../../../test/factories/bookings.ts'
import { payFor } from '../../../../test/factories/payments.ts'
import { logInAgain } from '../../../../test/factories/profiles.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ FIRST_WEEK_PAYMENTS_USD: '2000' })
})
afterAll(() => app.close())

type Parents = NonNullable<Parameters<typeof makeAcceptedRequest>[1]>

/** Accepted requests of one family for these hours of a day of its own each, $100 an hour. */
async function makeRequests(hours: number[], parents: Parents = {}): Promise<TestRequest[]> {
  const family = parents.family ?? (await makeFamily(app))
  const caregiver = await makeListedCaregiver(app, { rateCents: 10_000 })
  const made: TestRequest[] = []
  for (const [index, length] of hours.entries()) {
    const date = dateIn(app, 9 + index)
    await openHours(caregiver, date, [
      { start_local: '00:00', end_local: '23:00', slot_minutes: 60, buffer_minutes: 0 },
    ])
    const windows = [{ date, start: '00:00', end: `${String(length).padStart(2, '0')}:00` }]
    made.push(await makeAcceptedRequest(app, { caregiver, family, windows }))
  }
  return made
}

const openCheckoutOf = ({ family, id }: TestRequest) => openCheckout(family, id)

it('refuses a payment above the limit before the provider is asked, and says what is left and when it ends', async () => {
  const [request, small] = (await makeRequests([21, 20])) as [TestRequest, TestRequest]
  const createCheckout = vi.spyOn(app.deps.payments, 'createCheckout')
  const { status, body } = await openCheckoutOf(request)
  expect([status, body.code, body.detail]).toEqual([
    409,
    'conflict',
    expect.stringMatching(
      /^In your first week of paying you can pay up to \$2,000\.00 in all, and \$2,000\.00 of it is left\. The limit ends 7 days after your first payment$/,
    ),
  ])
  expect(body).toMatchObject({ limit_usd: 2_000, left_usd: 2_000, limit_ends_at: null })
  expect(createCheckout).not.toHaveBeenCalled()
  createCheckout.mockRestore()
  expect((await confirm(request)).status).toBe(409)
  expect((await openCheckoutOf(small)).status).toBe(200)
})

it('counts what was paid and what may still be paid, and opens the same checkout again', async () => {
  const [first, second, third] = (await makeRequests([12, 8, 1])) as [TestRequest, TestRequest, TestRequest]
  expect((await openCheckoutOf(first)).status).toBe(200)
  expect((await openCheckoutOf(second)).status).toBe(200)
  expect((await openCheckoutOf(second)).status).toBe(200)
  const { status, body } = await openCheckoutOf(third)
  expect([status, body.left_usd]).toEqual([409, 0])
  expect(body.detail).toContain('Payments that you started and didn’t finish count for an hour.')
  const { status: withdrawn } = await second.family.client.post(`/api/requests/${second.id}/withdraw`)
  expect(withdrawn).toBe(200)
  await app.drain()
  expect((await openCheckoutOf(third)).status).toBe(200)
})

it('lets only as many of 6 payments at once pass as the limit allows', async () => {
  const requests = await makeRequests([7, 7, 7, 7, 7, 7])
  const answers = await Promise.all(requests.map(openCheckoutOf))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409, 409])
})

/** Pays through the card page. @returns the time of the payment */
async function pay(request: TestRequest): Promise<number> {
  const { body } = await openCheckoutOf(request)
  await payFor(app, body.checkout_url)
  await app.drain()
  expect((await confirm(request)).status).toBe(200)
  return app.deps.clock.now().getTime()
}

/** Moves the clock, which ends access tokens. */
async function waitDays(family: TestUser, days: number): Promise<TestUser> {
  await app.advance(days * MINUTES_PER_DAY + 1)
  return { ...family, client: await logInAgain(app, family) }
}

it('holds for an aged account that has paid nothing, and ends a week after its first payment', async () => {
  const aged = await waitDays(await makeFamily(app), 30)
  const [large, small] = (await makeRequests([22, 10], { family: aged })) as [TestRequest, TestRequest]
  expect((await openCheckoutOf(large)).status).toBe(409)
  const paidAt = await pay(small)
  const { status, body } = await openCheckoutOf(large)
  expect([status, body.left_usd, body.detail]).toEqual([
    409,
    1_000,
    expect.stringMatching(/\$1,000\.00 of it is left\. The limit ends .+ UTC$/),
  ])
  const weekMs = 7 * MINUTES_PER_DAY * 60_000
  expect(Math.abs(Date.parse(body.limit_ends_at) - paidAt - weekMs)).toBeLessThan(60_000)
  const family = await waitDays(aged, 7)
  const [later] = (await makeRequests([22], { family })) as [TestRequest]
  expect((await openCheckoutOf(later)).status).toBe(200)
})

it('does not begin with a payment that was refunded in full', async () => {
  const family = await makeFamily(app)
  const [request] = (await makeRequests([2], { family })) as [TestRequest]
  await pay(request)
  const order = { reason: 'plans_changed', refund_usd: 200 }
  const canceled = await family.client.post(`/api/requests/${request.id}/cancel`, order)
  expect([canceled.status, canceled.body.detail]).toEqual([200, undefined])
  await app.drain()
  const later = await waitDays(family, 8)
  const [large] = (await makeRequests([22], { family: later })) as [TestRequest]
  const { status, body } = await openCheckoutOf(large)
  expect([status, body.limit_ends_at]).toEqual([409, null])
})

it('sets no limit when it is switched off', async () => {
  const free = await testApp({ FIRST_WEEK_PAYMENTS_USD: '0' })
  const caregiver = await makeListedCaregiver(free, { rateCents: 200_000 })
  const date = dateIn(free, 7)
  await openHours(caregiver, date)
  const windows = [{ date, start: '09:00', end: '11:00' }]
  const { id } = await makePaidRequest(free, { caregiver, windows })
  expect(id).toBeGreaterThan(0)
  await free.close()
})
