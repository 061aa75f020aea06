/** What the bell no longer asks for. @see docs/rules/chat-and-notifications.md#notifications */
import type { Booking } from '@tendwell/contract/bookings/bookings'
import { DAY_MS } from '@tendwell/contract/time'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { listEmailsTo, makeUser, type TestUser } from '../../../test/factories/accounts.ts'
import { dateIn, openHours } from '../../../test/factories/availability.ts'
import { insertPaidRequest } from '../../../test/factories/booked.ts'
import {
  answerRequest,
  checkout,
  confirm,
  listWindows,
  makeAcceptedRequest,
  makePaidRequest,
  makeRequest,
  payCard,
} from '../../../test/factories/bookings.ts'
import { disputeRequest } from '../../../test/factories/disputes.ts'
import { answerMove, proposeMove } from '../../../test/factories/moves.ts'
import { makeCaregiver, makeFamily } from '../../../test/factories/profiles.ts'
import { makeEndedBooking } from '../../../test/factories/reviews.ts'
import { withTransaction } from '../../platform/database/database.ts'
import { requestNotices } from '../bookings/requests/notices.ts'
import type { JobNotice } from '../notices/index.ts'
import { askForReviews } from '../reviews/review-requests.ts'
import { deliverNotices } from './delivering/delivery.ts'

type VisitWindow = Booking['windows'][number]

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** The types of a person's unread notifications. */
async function listUnread({ client }: TestUser): Promise<string[]> {
  await app.drain()
  const { body } = await client.get('/api/notifications/')
  return body.results.map(({ type }: { type: string }) => type)
}

it.each([['accepted'], ['rejected']])('a request that is %s asks for no answer any more', async (status) => {
  const request = await makeRequest(app)
  const { caregiver } = await makeRequest(app)
  expect(await listUnread(request.caregiver)).toEqual(['booking_request_created'])
  await answerRequest(request.caregiver, request.id, status)
  expect(await listUnread(request.caregiver)).toEqual([])
  expect(await listUnread(request.family)).toEqual(['booking_status_changed'])
  expect(await listUnread(caregiver), 'of another request').toEqual(['booking_request_created'])
  const { body } = await request.caregiver.client.get('/api/notifications/?status=read')
  expect(body.results).toMatchObject([{ type: 'booking_request_created', read_at: expect.any(String) }])
})

it('a request that was answered before its notice was delivered is announced no more', async () => {
  const request = await makeRequest(app)
  const shift = (by: string) =>
    app.deps.database.execute(`
      UPDATE graphile_worker._private_jobs AS jobs SET run_at = jobs.run_at + interval '${by}'
      FROM graphile_worker._private_tasks AS tasks
      WHERE tasks.id = jobs.task_id AND tasks.identifier = 'request.submitted > notifications'
        AND (jobs.payload ->> 'requestId')::int = ${request.id}`)
  expect((await shift('1 hour')).rowCount).toBe(1)
  await answerRequest(request.caregiver, request.id, 'accepted')
  expect(await listUnread(request.family)).toEqual(['booking_status_changed'])
  expect((await shift('-1 hour')).rowCount).toBe(1)
  expect(await listUnread(request.caregiver)).toEqual([])
  const subjects = (await listEmailsTo(app, request.caregiver.email)).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject.includes('would like to book you'))).toEqual([])
})

it('a request that is answered while its reminder is written isn’t waited for', async () => {
  const request = await makeRequest(app)
  await app.drain()
  const job = { requestId: request.id, hours: 24 }
  const reminders = requestNotices.find((notice) => 'job' in notice) as JobNotice<typeof job>
  const notices = await reminders.listNotices(app.deps, job)
  expect(notices).toContainEqual(
    expect.objectContaining({ userId: request.family.id, cause: expect.any(String) }),
  )
  await answerRequest(request.caregiver, request.id, 'rejected')
  await app.drain()
  await deliverNotices(app.deps, notices)
  expect(await listUnread(request.caregiver)).toEqual([])
  expect(await listUnread(request.family)).toEqual(['booking_status_changed'])
})

it('a paid request asks for no payment any more', async () => {
  const request = await makeAcceptedRequest(app)
  expect(await listUnread(request.family)).toEqual(['booking_status_changed'])
  await payCard(await checkout(request))
  await confirm(request)
  expect(await listUnread(request.family)).toEqual(['booking_confirmed'])
})

it('a request that was paid after its notification was read no longer says “Complete payment”', async () => {
  const [request, other] = [await makeAcceptedRequest(app), await makeAcceptedRequest(app)]
  const listRead = async ({ client }: TestUser) =>
    (await client.get('/api/notifications/?status=read')).body.results
  for (const { family } of [request, other]) {
    await app.drain()
    const { results } = (await family.client.get('/api/notifications/')).body
    expect(results).toMatchObject([{ payload: { action_text: 'Complete payment' } }])
    await family.client.post('/api/notifications/mark-read/', { ids: [results[0].id] })
  }
  const [{ read_at }] = await listRead(request.family)
  await app.advance(1)
  await payCard(await checkout(request))
  await confirm(request)
  await app.drain()
  const [read] = await listRead(request.family)
  expect(read).toMatchObject({ type: 'booking_status_changed', read_at, payload: { status: 'accepted' } })
  expect(read.payload).not.toHaveProperty('action_text')
  expect(await listRead(other.family)).toMatchObject([{ payload: { action_text: 'Complete payment' } }])
})

it('a withdrawn request asks for neither an answer nor a payment', async () => {
  const [submitted, accepted] = [await makeRequest(app), await makeAcceptedRequest(app)]
  await app.drain()
  for (const { family, id } of [submitted, accepted]) {
    expect((await family.client.post(`/api/requests/${id}/withdraw/`)).status).toBe(200)
  }
  expect(await listUnread(submitted.caregiver)).toEqual(['booking_canceled'])
  expect(await listUnread(accepted.family)).toEqual([])
})

it('a proposal of another time that was answered asks for no answer any more', async () => {
  const request = await makePaidRequest(app)
  await openHours(request.caregiver, dateIn(app, 8))
  const { body: move } = await proposeMove(request.family, request, [
    { date: dateIn(app, 8), start: '13:00', end: '15:00' },
  ])
  expect(await listUnread(request.caregiver)).toContain('booking_move')
  await answerMove(request.caregiver, move.id, 'declined')
  expect(await listUnread(request.caregiver)).not.toContain('booking_move')
  expect(await listUnread(request.family)).toContain('booking_move')
})

it('a moved visit is no longer announced at its old time, and another one still is', async () => {
  const windows = [3, 4].map((days) => ({ date: dateIn(app, days), start: '09:00', end: '11:00' }))
  const request = await insertPaidRequest(app, { windows })
  const [moved, kept] = (await listWindows(request)) as [VisitWindow, VisitWindow]
  for (const { booking_id, start_utc } of [moved, kept]) {
    await withTransaction(app.deps.database, (transaction) =>
      app.deps.jobs.publish(transaction, 'booking.reminder', {
        requestId: request.id,
        bookingId: booking_id,
        reminder: 'day',
        startsAt: start_utc,
      }),
    )
  }
  await app.drain()
  await openHours(request.caregiver, dateIn(app, 8))
  const { body: move } = await proposeMove(
    request.family,
    request,
    [{ date: dateIn(app, 8), start: '13:00', end: '15:00' }],
    { bookingIds: [moved.booking_id] },
  )
  expect((await answerMove(request.caregiver, move.id, 'accepted')).status).toBe(200)
  for (const person of [request.family, request.caregiver]) {
    await app.drain()
    const { results } = (await person.client.get('/api/notifications/')).body
    const reminders = results.filter(({ type }: { type: string }) => type === 'booking_reminder')
    expect(reminders).toMatchObject([{ payload: { windows: [{ date: dateIn(app, 4) }] } }])
  }
})

it('a canceled visit is no longer announced, nor is a proposal to move it', async () => {
  const request = await insertPaidRequest(app)
  await openHours(request.caregiver, dateIn(app, 8))
  await proposeMove(request.caregiver, request, [{ date: dateIn(app, 8), start: '13:00', end: '15:00' }])
  const [window] = (await listWindows(request)) as [VisitWindow]
  const reminder = { requestId: request.id, bookingId: window.booking_id, reminder: 'day' } as const
  await withTransaction(app.deps.database, (transaction) =>
    app.deps.jobs.publish(transaction, 'booking.reminder', { ...reminder, startsAt: window.start_utc }),
  )
  expect((await listUnread(request.family)).toSorted()).toEqual(['booking_move', 'booking_reminder'])
  const preview = (await request.family.client.get(`/api/requests/${request.id}/cancellation`)).body
  await request.family.client.post(`/api/requests/${request.id}/cancel`, {
    booking_ids: [window.booking_id],
    reason: 'illness',
    refund_usd: preview.refund_usd,
  })
  expect(await listUnread(request.family)).toEqual(['booking_canceled'])
})

it('a proposal to move a visit stays while another visit of the booking is canceled', async () => {
  const windows = [3, 4].map((days) => ({ date: dateIn(app, days), start: '09:00', end: '11:00' }))
  const request = await insertPaidRequest(app, { windows })
  await openHours(request.caregiver, dateIn(app, 8))
  const [moved, other] = (await listWindows(request)) as [VisitWindow, VisitWindow]
  const wanted = { date: dateIn(app, 8), start: '13:00', end: '15:00' }
  const { body: move } = await proposeMove(request.caregiver, request, [wanted], {
    bookingIds: [moved.booking_id],
  })
  const path = `/api/requests/${request.id}`
  const cancel = async ({ booking_id }: VisitWindow) => {
    const preview = (await request.family.client.get(`${path}/cancellation?booking_ids=${booking_id}`)).body
    const body = { booking_ids: [booking_id], reason: 'illness', refund_usd: preview.refund_usd }
    expect((await request.family.client.post(`${path}/cancel`, body)).status).toBe(200)
  }
  await cancel(other)
  expect(await listUnread(request.family)).toContain('booking_move')
  expect(await answerMove(request.family, move.id, 'accepted')).toMatchObject({ status: 200 })
  expect(await listWindows(request)).toMatchObject([{ state: 'canceled' }, { ...wanted, state: 'upcoming' }])
})

it('a reviewed visit asks for no review any more', async () => {
  const [caregiver, family] = [await makeCaregiver(app), await makeFamily(app)]
  const startsAt = new Date(app.deps.clock.now().getTime() - 1.5 * DAY_MS)
  const bookingId = await makeEndedBooking(app, { caregiver, family, startsAt })
  await askForReviews(app.deps)
  expect(await listUnread(family)).toEqual(['review_requested'])
  await family.client.post('/api/reviews/reviews', { booking_id: bookingId, rating: 5 })
  expect(await listUnread(family)).toEqual([])
})

it('an answered question about a dispute asks for no answer any more', async () => {
  const support = await makeUser(app, { role: 'admin', staffRole: 'support' })
  const { id, request } = await disputeRequest(app, await insertPaidRequest(app))
  const ask = (text: string) =>
    support.client.post(`/api/admin-panel/disputes/${id}/questions`, { side: 'caregiver', text })
  const { body } = await ask('When did you arrive?')
  await ask('When did you leave?')
  const isQuestion = (type: string) => type === 'dispute_question'
  expect((await listUnread(request.caregiver)).filter(isQuestion)).toHaveLength(2)
  const question_id = body.questions[0].id
  await request.caregiver.client.post(`/api/disputes/${id}/answers`, { question_id, text: 'At nine' })
  expect((await listUnread(request.caregiver)).filter(isQuestion)).toHaveLength(1)
})
