import { MINUTES_PER_DAY } from '@tendwell/contract/time'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, type TestApp, testApp } from '../../../test/app.ts'
import { makeUser } from '../../../test/factories/accounts.ts'
import { dateIn } from '../../../test/factories/availability.ts'
import { makePaidRequest, type TestRequest } from '../../../test/factories/bookings.ts'
import { openDispute } from '../../../test/factories/disputes.ts'
import { logInAgain } from '../../../test/factories/profiles.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

type EndedRequest = TestRequest & { client: Client; bookingIds: number[] }

/**
 * A request with two bookings that have ended; its family is logged in again, because their token has
 * expired.
 */
async function makeEndedRequest(): Promise<EndedRequest> {
  const windows = [
    { date: dateIn(app, 7), start: '09:00', end: '11:00' },
    { date: dateIn(app, 7), start: '13:00', end: '14:00' },
  ]
  const request = await makePaidRequest(app, { windows })
  await app.advance(9 * MINUTES_PER_DAY)
  const client = await logInAgain(app, request.family)
  const { body } = await client.get('/api/reviews/caretakers/reviewable-bookings')
  return { ...request, client, bookingIds: body.results.map(({ id }: { id: number }) => id) }
}
const postReview = (client: Client, body: object) => client.post('/api/reviews/reviews', body)
const getSummary = async ({ caregiver }: TestRequest) =>
  (await app.visitor.get(`/api/reviews/caregivers/${caregiver.id}/rating-summary`)).body

describe('family reviews', () => {
  it('refuses a payment account in a review, and stores nothing, but not the word of a service', async () => {
    const { client, bookingIds } = await makeEndedRequest()
    const [booking_id] = bookingIds
    const refused = await postReview(client, { booking_id, rating: 5, comment: 'Pay her at paypal.me/nora' })
    expect([refused.status, refused.body.comment]).toEqual([
      400,
      ['Please remove a way to pay elsewhere: “paypal.me/nora”. Everyone reads your review'],
    ])
    expect((await client.get('/api/reviews/reviews/my_reviews')).body.results).toEqual([])
    const comment = 'She asked us to pay by Venmo'
    expect((await postReview(client, { booking_id, rating: 1, comment })).status).toBe(201)
  })

  it('stores one review for each ended booking and updates the average', async () => {
    const { client, bookingIds, caregiver, family, ...request } = await makeEndedRequest()
    expect(bookingIds.length).toBe(2)
    const [booking, other] = bookingIds
    const answer = await postReview(client, { booking_id: booking, rating: 4, comment: ' Calm and kind. ' })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      id: expect.any(Number),
      is_hidden: false,
      booking_id: booking,
      rating: 4,
      comment: 'Calm and kind.',
      caretaker_name: family.fullName,
      caretaker_avatar: null,
      caregiver_id: caregiver.id,
      caregiver_name: caregiver.fullName,
      caregiver_avatar: null,
      created_at: expect.stringMatching(/Z$/),
      is_refunded: false,
      reply: null,
    })
    expect((await client.get('/api/reviews/reviews/my_reviews')).body.results).toEqual([answer.body])
    expect(await getSummary({ ...request, caregiver, family })).toEqual({
      total_reviews: 1,
      average_rating: 4,
    })
    const left = (await client.get('/api/reviews/caretakers/reviewable-bookings')).body
    expect(left.results.map(({ id }: { id: number }) => id)).toEqual([other])

    const again = await Promise.all(
      Array.from({ length: 5 }, () => postReview(client, { booking_id: other, rating: 5 })),
    )
    expect(again.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
    expect((await postReview(client, { booking_id: booking, rating: 1 })).body.detail).toBe(
      'You have already reviewed this booking',
    )
    expect(await getSummary({ ...request, caregiver, family })).toEqual({
      total_reviews: 1,
      average_rating: 5,
    })

    await app.drain()
    const { body } = await (await logInAgain(app, caregiver)).get('/api/notifications')
    const received = body.results.filter(({ type }: { type: string }) => type === 'review_received')
    const messages = received.map(({ payload }: { payload: { message: string } }) => payload.message)
    expect(messages.sort()).toEqual([4, 5].map((rating) => `${family.fullName} rated your care ${rating}/5.`))
  })

  it('rejects a review before the end of the booking', async () => {
    const request = await makePaidRequest(app)
    const { body } = await request.family.client.get('/api/requests/bookings/caretaker')
    const bookingId = body.results[0].windows[0].booking_id
    expect((await request.family.client.get('/api/reviews/caretakers/reviewable-bookings')).body.count).toBe(
      0,
    )
    expect(await postReview(request.family.client, { booking_id: bookingId, rating: 5 })).toMatchObject({
      status: 409,
      body: { detail: 'You can review this booking after it has ended' },
    })
    expect(await getSummary(request)).toEqual({ total_reviews: 0, average_rating: null })
  })

  it.each([1, 75])(
    'marks the review of a booking with a refund of $%d, and does not count it',
    async (refund) => {
      const { client, bookingIds, ...request } = await makeEndedRequest()
      const { body } = await openDispute({ ...request.family, client }, request.id)
      const admin = await makeUser(app, { role: 'admin' })
      await admin.client.post(`/api/admin-panel/disputes/${body.id}/escalate`)
      const closed = await admin.client.post(`/api/admin-panel/disputes/${body.id}/close`, {
        refund_usd: refund,
        resolution: 'A refund is fair',
      })
      expect(closed.body).toMatchObject({ refund_usd: refund, booking: { total_price_usd: 75 } })
      const listWaiting = async () =>
        (await client.get('/api/reviews/caretakers/reviewable-bookings')).body.results.map(
          ({ is_refunded }: { is_refunded: boolean }) => is_refunded,
        )
      expect(await listWaiting()).toEqual([true, true])
      const written = await postReview(client, { booking_id: bookingIds[0], rating: 1 })
      expect(written).toMatchObject({ status: 201, body: { is_refunded: true } })
      expect(await listWaiting()).toEqual([true])
      const expectNotCounted = async () => {
        expect(await getSummary(request)).toEqual({ total_reviews: 0, average_rating: null })
        const { body } = await app.visitor.get(`/api/reviews/caregivers/${request.caregiver.id}/reviews`)
        expect(body.results).toMatchObject([{ rating: 1, is_counted: false, is_refunded: true }])
      }
      await expectNotCounted()
      // After the drain the refund is complete, and the payment of a full refund is `refunded`.
      await app.drain()
      const { body: paid } = await client.get('/api/payments/mine')
      expect(paid.results[0]).toMatchObject({ refunded_usd: refund })
      await expectNotCounted()
    },
  )

  it('accepts a review when a second payment of the booking was refunded', async () => {
    const { client, bookingIds, id } = await makeEndedRequest()
    await app.deps.database.execute(sql`
      INSERT INTO payments (request_id, payer_id, payee_id, amount_cents, fee_cents, status,
        refund_cents, provider, expires_at, created_at, updated_at)
      SELECT request_id, payer_id, payee_id, amount_cents, fee_cents, 'refunded',
        amount_cents, provider, expires_at, created_at, updated_at FROM payments WHERE request_id = ${id}`)
    expect((await client.get('/api/reviews/caretakers/reviewable-bookings')).body.count).toBe(2)
    expect((await postReview(client, { booking_id: bookingIds[0], rating: 5 })).status).toBe(201)
  })

  it('rejects reviews by other families and by the caregiver', async () => {
    const { bookingIds, ...request } = await makeEndedRequest()
    const stranger = await makeUser(app, { role: 'caretaker' })
    const caregiver = await logInAgain(app, request.caregiver)
    const body = { booking_id: bookingIds[0], rating: 1 }
    expect((await postReview(stranger.client, body)).status).toBe(404)
    expect((await postReview(stranger.client, { booking_id: 99_999_999, rating: 1 })).status).toBe(404)
    expect((await postReview(caregiver, body)).status).toBe(403)
    expect((await stranger.client.get('/api/reviews/reviews/my_reviews')).body.count).toBe(0)
    expect(await getSummary(request)).toMatchObject({ total_reviews: 0 })
  })

  it.each([[undefined], [0], [6], [4.5], ['five'], [null]])('rejects a rating of %j', async (rating) => {
    const family = await makeUser(app, { role: 'caretaker' })
    const answer = await postReview(family.client, { booking_id: 1, rating })
    expect([answer.status, answer.body.rating]).toEqual([400, ['Please select a rating']])
  })
})
