/** Ratings can't be bought. @see docs/rules/bookings.md#reviews */
import { MINUTE_MS } from '@tendwell/contract/time'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeUser, type TestUser } from '../../../test/factories/accounts.ts'
import { dateIn, hours, makeListedCaregiver, openHours } from '../../../test/factories/availability.ts'
import { makePaidRequest, sendRequest } from '../../../test/factories/bookings.ts'
import { openDispute } from '../../../test/factories/disputes.ts'
import { logInAgain, makeCaregiver, makeFamily } from '../../../test/factories/profiles.ts'
import { makeEndedBooking } from '../../../test/factories/reviews.ts'
import { bookings } from '../bookings/index.ts'

let app: TestApp
let admin: TestUser
let day = 0

beforeAll(async () => {
  app = await testApp()
  admin = await makeUser(app, { role: 'admin' })
})
afterAll(() => app.close())

async function writeReview(family: TestUser, caregiver: TestUser, rating: number): Promise<void> {
  day += 1
  const startsAt = new Date(Date.UTC(2025, 0, day))
  const booking_id = await makeEndedBooking(app, { caregiver, family, startsAt })
  const { status } = await family.client.post('/api/reviews/reviews', {
    booking_id,
    rating,
    comment: `${rating}`,
  })
  expect(status).toBe(201)
}

/** The caregiver's average and count, as the public sees them. */
async function getRating({ id }: TestUser) {
  const { body } = await app.visitor.get(`/api/reviews/caregivers/${id}/rating-summary`)
  const { body: profile } = await app.visitor.get(`/api/auth/caregivers/${id}`)
  expect([profile.average_rating, profile.total_reviews]).toEqual([body.average_rating, body.total_reviews])
  return [body.average_rating, body.total_reviews]
}

const listRatings = async ({ id }: TestUser) => {
  const { body } = await app.visitor.get(`/api/reviews/caregivers/${id}/reviews?page_size=50`)
  return body.results.map(({ rating, is_counted }: Record<string, unknown>) => [rating, is_counted])
}

it('refuses a request that comes to less than $5.00', async () => {
  const caregiver = await makeListedCaregiver(app, { rateCents: 2 })
  const date = dateIn(app, 7)
  await openHours(caregiver, date, [hours('09:00', '17:00')])
  const family = await makeFamily(app)
  const windows = [{ date, start: '09:00', end: '17:00' }]

  const answer = await sendRequest(family, caregiver.id, windows)

  expect([answer.status, answer.body.windows]).toEqual([400, ['A request must come to at least $5.00']])
  expect((await family.client.get('/api/requests/mine')).body.count).toBe(0)
})

it('accepts a request of exactly $5.00 and refuses one of $4.99', async () => {
  const family = await makeFamily(app)
  const date = dateIn(app, 7)
  for (const [rateCents, status] of [
    [500, 201],
    [499, 400],
  ] as const) {
    const caregiver = await makeListedCaregiver(app, { rateCents })
    await openHours(caregiver, date)
    const answer = await sendRequest(family, caregiver.id, [{ date, start: '09:00', end: '10:00' }])
    expect(answer.status).toBe(status)
  }
})

it("counts a family once in a caregiver's average, by its newest review", async () => {
  const caregiver = await makeCaregiver(app)
  const [buyer, other] = [await makeFamily(app), await makeFamily(app)]
  for (let count = 0; count < 5; count += 1) await writeReview(buyer, caregiver, 5)
  expect(await getRating(caregiver)).toEqual([5, 1])

  await writeReview(buyer, caregiver, 2)
  await writeReview(other, caregiver, 4)

  expect(await getRating(caregiver)).toEqual([3, 2])
  expect(await listRatings(caregiver)).toEqual([
    [4, true],
    [2, true],
    ...Array.from({ length: 5 }, () => [5, false]),
  ])
})

it('counts parallel reviews of one family once', async () => {
  const [caregiver, family] = [await makeCaregiver(app), await makeFamily(app)]
  const bookings = []
  for (let count = 0; count < 10; count += 1) {
    day += 1
    bookings.push(
      await makeEndedBooking(app, { caregiver, family, startsAt: new Date(Date.UTC(2025, 0, day)) }),
    )
  }
  const answers = await Promise.all(
    bookings.map((booking_id) => family.client.post('/api/reviews/reviews', { booking_id, rating: 5 })),
  )
  expect(answers.map(({ status }) => status)).toEqual(bookings.map(() => 201))
  expect(await getRating(caregiver)).toEqual([5, 1])
})

it.each([
  ['in full', 50],
  ['in part', 1],
])('drops the review of a booking that was refunded %s from the average', async (_, refund_usd) => {
  const clean = await testApp()
  const staff = await makeUser(clean, { role: 'admin' })
  const { caregiver, family, id } = await makePaidRequest(clean)
  await clean.advance(8 * 24 * 60)
  const client = await logInAgain(clean, family)
  const { body: reviewable } = await client.get('/api/reviews/caretakers/reviewable-bookings')
  const booking_id = reviewable.results[0].id
  expect((await client.post('/api/reviews/reviews', { booking_id, rating: 5 })).status).toBe(201)
  const summary = () => clean.visitor.get(`/api/reviews/caregivers/${caregiver.id}/rating-summary`)
  expect((await summary()).body).toEqual({ average_rating: 5, total_reviews: 1 })
  const { body: dispute } = await openDispute({ ...family, client }, id)
  const admin = await logInAgain(clean, staff)
  await admin.post(`/api/admin-panel/disputes/${dispute.id}/escalate/`)

  const closed = await admin.post(`/api/admin-panel/disputes/${dispute.id}/close/`, {
    refund_usd,
    resolution: 'A refund is fair',
  })

  expect(closed.status).toBe(200)
  expect((await summary()).body).toEqual({ average_rating: null, total_reviews: 0 })
  await clean.close()
})

it('hides the reviews of a deactivated family and does not count them', async () => {
  const caregiver = await makeCaregiver(app)
  const [banned, honest] = [await makeFamily(app), await makeFamily(app)]
  await writeReview(banned, caregiver, 5)
  await writeReview(honest, caregiver, 3)
  expect(await getRating(caregiver)).toEqual([4, 2])
  const setActive = (is_active: boolean) =>
    admin.client.post(`/api/admin-panel/users/${banned.id}/status/`, { is_active, reason: 'Fake reviews' })

  await setActive(false)
  expect(await getRating(caregiver)).toEqual([3, 1])
  expect(await listRatings(caregiver)).toEqual([[3, true]])

  await setActive(true)
  expect(await getRating(caregiver)).toEqual([4, 2])
  expect((await listRatings(caregiver)).length).toBe(2)
})

it.each([
  ['before it began', -1, 409],
  ['once it had begun', 1, 201],
])('a visit that was canceled %s: %i minutes after its start, a review is %i', async (_, minutes, status) => {
  const [caregiver, family] = [await makeCaregiver(app), await makeFamily(app)]
  day += 1
  const startsAt = new Date(Date.UTC(2025, 0, day))
  const booking_id = await makeEndedBooking(app, { caregiver, family, startsAt })
  await app.deps.database
    .update(bookings)
    .set({
      canceledAt: new Date(startsAt.getTime() + minutes * MINUTE_MS),
      canceledBy: 'caregiver',
      bookedTimeId: null,
    })
    .where(eq(bookings.id, booking_id))
  const answer = await family.client.post('/api/reviews/reviews', { booking_id, rating: 1 })
  expect(answer.status).toBe(status)
  expect(await getRating(caregiver)).toEqual([null, 0])
  expect(await listRatings(caregiver)).toEqual(status === 201 ? [[1, false]] : [])
})
