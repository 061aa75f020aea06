import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import type { TestUser } from '../../../test/factories/accounts.ts'
import {
  makeCaregiver,
  makeFamily,
  makePicture,
  setVerificationStatus,
  toForm,
} from '../../../test/factories/profiles.ts'
import { makeEndedBooking } from '../../../test/factories/reviews.ts'
import { withTransaction } from '../../platform/database/database.ts'
import { insertReview } from './index.ts'

let app: TestApp
let caregiver: TestUser
let family: TestUser
let hours = 0

beforeAll(async () => {
  app = await testApp()
  caregiver = await makeCaregiver(app)
  family = await makeFamily(app, { name: 'The Okafors' })
})
afterAll(() => app.close())

/** An hour in the past that no other booking of this file uses. */
function nextHour(): Date {
  hours += 1
  return new Date(Date.UTC(2026, 0, 1, hours))
}
const makeBooking = (by: TestUser) => makeEndedBooking(app, { caregiver, family: by, startsAt: nextHour() })

async function writeReview(
  rating: number,
  comment: string,
  bookingId?: number,
  by = family,
): Promise<number> {
  const booking = bookingId ?? (await makeBooking(by))
  await withTransaction(app.deps.database, (transaction) =>
    insertReview(transaction, {
      bookingId: booking,
      caregiverId: caregiver.id,
      familyId: by.id,
      rating,
      comment,
      createdAt: new Date(Date.UTC(2026, 0, 1, hours)),
    }),
  )
  return booking
}

const getSummary = (id: number | string) => app.visitor.get(`/api/reviews/caregivers/${id}/rating-summary`)
const listReviews = (id: number | string, query = '') =>
  app.visitor.get(`/api/reviews/caregivers/${id}/reviews${query}`)

describe('public reviews', () => {
  it('lists no reviews for a new caregiver', async () => {
    expect((await getSummary(caregiver.id)).body).toEqual({ total_reviews: 0, average_rating: null })
    expect((await listReviews(caregiver.id)).body).toEqual({
      count: 0,
      next: null,
      previous: null,
      results: [],
    })
  })

  it('shows the answer of the caregiver, who can give one only', async () => {
    const own = await makeCaregiver(app)
    const startsAt = new Date(Date.UTC(2026, 1, 1))
    const bookingId = await makeEndedBooking(app, { caregiver: own, family, startsAt })
    const written = await family.client.post('/api/reviews/reviews', { booking_id: bookingId, rating: 2 })
    const reply = (text: string, by = own) =>
      by.client.post(`/api/reviews/reviews/${written.body.id}/reply`, { text })
    expect((await reply('Not mine', caregiver)).status).toBe(404)
    expect(await reply('Call 212 555 0142')).toMatchObject({
      status: 400,
      body: {
        text: [expect.stringMatching(/^Please remove a phone number.*\. Everyone reads your answer$/)],
      },
    })
    const listReplies = async () =>
      (await listReviews(own.id)).body.results.map(({ reply }: { reply: unknown }) => reply)
    expect(await listReplies()).toEqual([null])
    expect((await reply(' Thank you, Okafors ')).status).toBe(201)
    expect(await reply('And again')).toMatchObject({
      status: 409,
      body: { detail: 'You have already answered this review' },
    })
    expect(await listReplies()).toEqual([{ text: 'Thank you, Okafors', created_at: expect.any(String) }])
    await app.drain()
    const { results } = (await family.client.get('/api/notifications/?status=all')).body
    const told = results.filter(({ type }: { type: string }) => type === 'review_answered')
    expect(told).toMatchObject([{ payload: { quote: 'Thank you, Okafors', action_url: '/my-reviews' } }])
  })

  it('averages the ratings and lists three reviews per page, newest first', async () => {
    const first = await writeReview(5, 'first')
    for (const [rating, comment] of [
      [4, 'second'],
      [2, 'third'],
      [4, 'fourth'],
    ] as const)
      await writeReview(rating, comment, undefined, await makeFamily(app))

    expect((await getSummary(`${caregiver.id}/`.slice(0, -1))).body).toEqual({
      total_reviews: 4,
      average_rating: 3.75,
    })
    const page = await listReviews(caregiver.id)
    expect(page.body).toMatchObject({ count: 4, previous: null, next: expect.stringContaining('page=2') })
    expect(page.body.results.map((result: { comment: string }) => result.comment)).toEqual([
      'fourth',
      'third',
      'second',
    ])
    const next = await app.visitor.get(page.body.next)
    expect(next.body.results).toEqual([
      {
        id: expect.any(Number),
        booking_id: first,
        rating: 5,
        comment: 'first',
        caretaker_name: 'The O.',
        caretaker_avatar: null,
        created_at: '2026-01-01T01:00:00.000Z',
        is_counted: true,
        is_refunded: false,
        reply: null,
      },
    ])
    for (const [ordering, expected] of [
      ['created_at', 'first'],
      ['-rating', 'first'],
      ['rating', 'third'],
    ]) {
      expect((await listReviews(caregiver.id, `?ordering=${ordering}`)).body.results[0].comment).toBe(
        expected,
      )
    }
  })

  it('show neither the last name nor the photo of a family, except to itself', async () => {
    const writer = await makeFamily(app, { name: 'Fay Featherstone' })
    const photo = toForm({ avatar: { content: await makePicture('png') } })
    expect((await writer.client.upload('/api/auth/caretaker/avatar', photo)).status).toBe(200)
    await writeReview(5, 'kind', undefined, writer)
    const { body } = await listReviews(caregiver.id)
    expect(body.results[0]).toMatchObject({ caretaker_name: 'Fay F.', caretaker_avatar: null })
    expect(JSON.stringify(body)).not.toContain('Featherstone')
    const { body: own } = await writer.client.get('/api/reviews/reviews/my_reviews')
    expect(own.results[0]).toMatchObject({
      caretaker_name: 'Fay Featherstone',
      caretaker_avatar: expect.stringMatching(/^\/avatars\//),
    })
  })

  it('keeps one review per booking, and the average when a review is rejected', async () => {
    const before = (await getSummary(caregiver.id)).body
    const booking = await writeReview(5, 'only one', undefined, await makeFamily(app))
    const after = (await getSummary(caregiver.id)).body
    expect(after.total_reviews).toBe(before.total_reviews + 1)
    await expect(writeReview(1, 'again', booking)).rejects.toMatchObject({ cause: { code: '23505' } })
    await expect(writeReview(6, 'rating too high')).rejects.toMatchObject({ cause: { code: '23514' } })
    expect((await getSummary(caregiver.id)).body).toEqual(after)
    const concurrent = await Promise.allSettled(
      [1, 2, 3].map(async (rating) => writeReview(rating, 'concurrent', undefined, await makeFamily(app))),
    )
    expect(concurrent.map((outcome) => outcome.status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
    expect((await getSummary(caregiver.id)).body.total_reviews).toBe(after.total_reviews + 3)
  })

  it('answers 404 for users who are not listed caregivers', async () => {
    const hidden = await makeCaregiver(app, { verified: false })
    for (const id of [hidden.id, family.id, 999_999, 0, 'x', '99999999999']) {
      expect((await getSummary(id)).status, String(id)).toBe(404)
      expect((await listReviews(id)).status, String(id)).toBe(404)
    }
    await setVerificationStatus(app, caregiver.id, 'flagged')
    expect((await listReviews(caregiver.id)).status).toBe(404)
    await setVerificationStatus(app, caregiver.id, 'verified')
    expect((await listReviews(caregiver.id)).status).toBe(200)
  })

  it.each(['page=0', 'page_size=101', 'page=x', 'ordering=comment', 'unknown=1', 'page=1&page=2'])(
    'rejects ?%s',
    async (query) => {
      const { status, body } = await listReviews(caregiver.id, `?${query}`)
      expect(status).toBe(400)
      expect(body).toMatchObject({ code: 'invalid', request_id: expect.any(String) })
    },
  )
})
