/** Reviews of visits whose payment the family's bank took back. @see docs/rules/bookings.md#reviews */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeUser, type TestUser } from '../../../test/factories/accounts.ts'
import { dateIn, makeListedCaregiver, openHours } from '../../../test/factories/availability.ts'
import { checkout, confirm, makeAcceptedRequest } from '../../../test/factories/bookings.ts'
import { makeFamily } from '../../../test/factories/profiles.ts'
import { openStripe } from '../../../test/factories/providers.ts'
import { findRequestPayment } from '../payments/index.ts'

let provider: Awaited<ReturnType<typeof openStripe>>
beforeAll(async () => {
  provider = await openStripe({}, { isAlone: false })
})
afterAll(() => provider.close())

/** Two visits of $50.00 that were paid together; the first is over, and its family gave five stars for it. */
async function makeReviewed() {
  const { app } = provider
  const caregiver = await makeListedCaregiver(app, { rateCents: 5_000 })
  const family = await makeFamily(app)
  const dates = [7, 8].map((days) => dateIn(app, days))
  for (const date of dates) await openHours(caregiver, date)
  const windows = dates.map((date) => ({ date, start: '09:00', end: '10:00' }))
  const request = await makeAcceptedRequest(app, { caregiver, family, windows })
  await provider.pay(await checkout(request))
  await provider.deliverEvents()
  await confirm(request)
  // Stripe goes by the machine's clock, so the visit moves and not the time.
  await app.deps.database.execute(sql`UPDATE request_windows
    SET starts_at = starts_at - interval '8 days', ends_at = ends_at - interval '8 days'
    WHERE request_id = ${request.id} AND date_local = ${dates[0]}`)
  const { body } = await family.client.get('/api/reviews/caretakers/reviewable-bookings')
  const review = { booking_id: body.results[0].id, rating: 5 }
  expect((await family.client.post('/api/reviews/reviews', review)).status).toBe(201)
  const payment = await findRequestPayment(app.deps.database, request.id)
  return { caregiver, family, chargeId: payment?.chargeId ?? '' }
}

async function openChargeback(chargeId: string, cents?: number): Promise<string> {
  const id = provider.stripe.dispute(chargeId, cents)
  await provider.deliverEvents()
  return id
}

async function endChargeback(chargeback: string, status: 'won' | 'lost'): Promise<void> {
  provider.stripe.endDispute(chargeback, status)
  await provider.deliverEvents()
}

/** The caregiver's average and number of reviews, and their only review as the public sees it. */
async function look({ id }: TestUser) {
  const path = `/api/reviews/caregivers/${id}`
  const { body: summary } = await provider.app.visitor.get(`${path}/rating-summary`)
  const [review] = (await provider.app.visitor.get(`${path}/reviews`)).body.results
  const { is_counted, is_refunded } = review
  return { ...summary, is_counted, is_refunded }
}
const COUNTED = { average_rating: 5, total_reviews: 1, is_counted: true, is_refunded: false }
const NOT_COUNTED = { average_rating: null, total_reviews: 0, is_counted: false, is_refunded: true }

it.each([
  ['all', undefined],
  ['a part', 1_000],
])('doesn’t count in the average once the bank has taken back %s of the payment', async (_, cents) => {
  const { caregiver, chargeId } = await makeReviewed()
  const chargeback = await openChargeback(chargeId, cents)
  expect(await look(caregiver)).toEqual(COUNTED)
  await endChargeback(chargeback, 'lost')
  expect(await look(caregiver)).toEqual(NOT_COUNTED)
})

it('counts when the bank decides for the payment, until it decides again', async () => {
  const { caregiver, chargeId } = await makeReviewed()
  const chargeback = await openChargeback(chargeId)
  await endChargeback(chargeback, 'won')
  expect(await look(caregiver)).toEqual(COUNTED)
  provider.stripe.changeDispute(chargeback, { status: 'needs_response' })
  await provider.deliverEvents()
  expect(await look(caregiver)).toEqual(COUNTED)
  await endChargeback(chargeback, 'lost')
  expect(await look(caregiver)).toEqual(NOT_COUNTED)
})

it('counts when the bank took back no more than what a canceled visit gives back', async () => {
  const { caregiver, family, chargeId } = await makeReviewed()
  const admin = await makeUser(provider.app, { role: 'admin' })
  const chargeback = await openChargeback(chargeId, 5_000)
  const removal = { is_active: false, reason: 'Forged papers', refund: 'full', refund_usd: 50 }
  expect((await admin.client.post(`/api/admin-panel/users/${caregiver.id}/status`, removal)).status).toBe(200)
  await provider.app.drain()
  await endChargeback(chargeback, 'lost')
  const [review] = (await family.client.get('/api/reviews/reviews/my_reviews')).body.results
  expect(review.is_refunded).toBe(false)
})
