import { DAY_MS, HOUR_MS } from '@tendwell/contract/time'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import type { TestUser } from '../../../../test/factories/accounts.ts'
import { dateIn, makeListedCaregiver, openHours } from '../../../../test/factories/availability.ts'
import {
  answerRequest,
  makeFamily,
  makePaidRequest,
  makeRequest,
} from '../../../../test/factories/bookings.ts'
import { makeEndedBooking } from '../../../../test/factories/reviews.ts'
import { bookings } from '../tables.ts'

let app: TestApp
let caregiver: TestUser
let family: TestUser

beforeAll(async () => {
  app = await testApp()
  caregiver = await makeListedCaregiver(app)
  family = await makeFamily(app)
  for (const days of [3, 5, 8, 9, 12]) await openHours(caregiver, dateIn(app, days))
})
afterAll(() => app.close())

/** Books an hour on each of these days ahead, in one request. @returns the request's id */
async function book(...days: number[]): Promise<number> {
  const windows = days.map((day) => ({ date: dateIn(app, day), start: '09:00', end: '10:00' }))
  return (await makePaidRequest(app, { caregiver, family, windows })).id
}

async function findRequestId(bookingId: number): Promise<number> {
  const [row] = await app.deps.database.select().from(bookings).where(eq(bookings.id, bookingId))
  return row?.requestId as number
}

/** A booking of an hour that began this long ago. */
async function addBegun(agoMs: number): Promise<{ id: number; bookingId: number }> {
  const startsAt = new Date(app.deps.clock.now().getTime() - agoMs)
  const bookingId = await makeEndedBooking(app, { caregiver, family, startsAt })
  return { id: await findRequestId(bookingId), bookingId }
}

const cancellation = { canceledAt: new Date(), canceledBy: 'admin', bookedTimeId: null } as const

async function list(user: TestUser, side: string, query: string): Promise<number[]> {
  const { status, body } = await user.client.get(`/api/requests/bookings/${side}${query}`)
  expect(status).toBe(200)
  expect(body.count).toBe(body.results.length)
  return body.results.map(({ request_id }: { request_id: number }) => request_id)
}

test('lists what is ahead soonest first, and what is over or canceled latest first', async () => {
  const late = await book(12)
  const canceledAhead = await book(5)
  const soon = await book(3)
  // Its first visit is canceled, so the second one decides.
  const partlyCanceled = await book(8, 9)
  const longAgo = await addBegun(9 * DAY_MS)
  const canceledPast = await addBegun(5 * DAY_MS)
  const yesterday = await addBegun(DAY_MS)
  const underWay = await addBegun(HOUR_MS / 2)
  const { database } = app.deps
  const ofRequest = (id: number) => eq(bookings.requestId, id)
  await database.update(bookings).set(cancellation).where(ofRequest(canceledAhead))
  await database.update(bookings).set(cancellation).where(ofRequest(canceledPast.id))
  const [first] = await database.select().from(bookings).where(ofRequest(partlyCanceled)).orderBy(bookings.id)
  await database
    .update(bookings)
    .set(cancellation)
    .where(eq(bookings.id, first?.id as number))

  const upcoming = [underWay.id, soon, partlyCanceled, late]
  const past = [canceledAhead, yesterday.id, canceledPast.id, longAgo.id]
  for (const [user, side] of [
    [family, 'caretaker'],
    [caregiver, 'caregiver'],
  ] as const) {
    expect(await list(user, side, '?when=upcoming')).toEqual(upcoming)
    expect(await list(user, side, '/?when=past&page_size=4')).toEqual(past)
    expect((await list(user, side, '?page_size=100')).sort()).toEqual([...upcoming, ...past].sort())
  }
})

test('lists a family’s past: what is over or canceled, and requests that were closed before the payment', async () => {
  const own = await makeFamily(app)
  const requestOn = (days: number) => {
    const windows = [{ date: dateIn(app, days), start: '10:00', end: '11:00' }]
    return makeRequest(app, { caregiver, family: own, windows })
  }
  const [declined, withdrawn] = [await requestOn(8), await requestOn(9)]
  await answerRequest(caregiver, declined.id, 'rejected')
  // With another request for its hours, the declined one isn't lost any more.
  await requestOn(8)
  await own.client.post(`/api/requests/${withdrawn.id}/withdraw`)
  const canceled = await makePaidRequest(app, {
    caregiver,
    family: own,
    windows: [{ date: dateIn(app, 5), start: '10:00', end: '11:00' }],
  })
  const ofRequest = eq(bookings.requestId, canceled.id)
  await app.deps.database.update(bookings).set(cancellation).where(ofRequest)
  await makePaidRequest(app, {
    caregiver,
    family: own,
    windows: [{ date: dateIn(app, 12), start: '11:00', end: '12:00' }],
  })
  await requestOn(3)
  const startsAt = new Date(app.deps.clock.now().getTime() - 2 * DAY_MS)
  const over = await findRequestId(await makeEndedBooking(app, { caregiver, family: own, startsAt }))
  const { body } = await own.client.get('/api/requests/past?page_size=4')
  expect(body.count).toBe(4)
  expect(body.results).toMatchObject([
    { booking: null, request: { id: withdrawn.id, rejection_cause: 'withdrawn' } },
    { booking: null, request: { id: declined.id, rejection_cause: 'caregiver' } },
    { booking: { request_id: canceled.id, windows: [{ state: 'canceled' }] }, request: null },
    { booking: { request_id: over, windows: [{ state: 'completed' }] }, request: null },
  ])
  expect((await caregiver.client.get('/api/requests/past')).status).toBe(403)
})

test('pages through each of the two lists on its own, five a page', async () => {
  const own = await makeFamily(app)
  for (let days = 2; days < 8; days += 1) {
    const startsAt = new Date(app.deps.clock.now().getTime() - days * DAY_MS - 3 * HOUR_MS)
    await makeEndedBooking(app, { caregiver, family: own, startsAt })
  }
  const { body } = await own.client.get('/api/requests/bookings/caretaker/?when=past')
  expect(body).toMatchObject({ count: 6, next: '/api/requests/bookings/caretaker/?when=past&page=2' })
  expect(body.results).toHaveLength(5)
  expect((await own.client.get(body.next)).body.results).toHaveLength(1)
  expect((await own.client.get('/api/requests/bookings/caretaker?when=upcoming')).body.count).toBe(0)
})

test('refuses another period', async () => {
  const { status, body } = await family.client.get('/api/requests/bookings/caretaker?when=tomorrow')
  expect([status, body.when]).toEqual([400, ['When must be upcoming or past']])
})
