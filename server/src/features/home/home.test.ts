import { HOUR_MS } from '@tendwell/contract/time'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeUser, type TestUser } from '../../../test/factories/accounts.ts'
import {
  dateIn,
  makeListedCaregiver,
  openHours,
  updateListing,
} from '../../../test/factories/availability.ts'
import { makeAcceptedRequest, makePaidRequest, makeRequest } from '../../../test/factories/bookings.ts'
import { makeConversation } from '../../../test/factories/chat.ts'
import { answerMove, proposeMove } from '../../../test/factories/moves.ts'
import { makeFamily } from '../../../test/factories/profiles.ts'
import { makeEndedBooking } from '../../../test/factories/reviews.ts'
import { payments } from '../payments/tables.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const getHome = async ({ client }: Pick<TestUser, 'client'>) => (await client.get('/api/home/')).body

const nothing = {
  next_visit: null,
  visit_to_review: null,
  move_to_answer: null,
  open_dispute_id: null,
  open_disputes: { count: 0, to_answer: 0 },
  open_requests: { count: 0, oldest_id: null, only: null, are_alternatives: false },
  waiting_requests: 0,
  lost_requests: 0,
  only_lost_request: null,
  waiting_meetings: 0,
  next_meeting: null,
  meetings_to_answer: 0,
  unread_messages: 0,
}

it('is for families and caregivers alone', async () => {
  const admin = await makeUser(app, { role: 'admin' })
  expect((await app.visitor.get('/api/home/')).status).toBe(401)
  expect((await admin.client.get('/api/home/')).status).toBe(403)
})

it('tells a new family and a new caregiver what is missing', async () => {
  const family = await makeUser(app, { role: 'caretaker' })
  expect(await getHome(family)).toEqual({
    ...nothing,
    wallet: null,
    verification_status: null,
    expiring_documents: [],
    requested_documents: [],
    missing: ['profile'],
  })
  const caregiver = await makeUser(app, { role: 'caregiver' })
  expect(await getHome(caregiver)).toMatchObject({
    ...nothing,
    wallet: { balance: 0, pending: 0 },
    verification_status: 'pending',
    missing: ['profile', 'documents', 'verification', 'availability'],
  })
})

it('follows a request from its answer to the visit, on both sides and for nobody else', async () => {
  const stranger = await makeFamily(app)
  const waiting = await makeRequest(app)
  const { body: request } = await waiting.family.client.get(`/api/requests/${waiting.id}`)
  const [{ start_utc, end_utc }] = request.windows
  const only = { windows: [{ start_utc, end_utc }], price_usd: request.total_price_usd }
  expect(await getHome(waiting.caregiver)).toMatchObject({
    open_requests: {
      count: 1,
      oldest_id: waiting.id,
      only: { ...only, person_name: waiting.family.fullName },
    },
  })
  expect(await getHome(waiting.family)).toMatchObject({ ...nothing, waiting_requests: 1 })

  const accepted = await makeAcceptedRequest(app)
  expect(await getHome(accepted.caregiver)).toMatchObject(nothing)
  expect(await getHome(accepted.family)).toMatchObject({
    ...nothing,
    open_requests: { count: 1, oldest_id: accepted.id, only: { person_name: accepted.caregiver.fullName } },
  })

  const paid = await makePaidRequest(app)
  const { windows } = (await paid.family.client.get(`/api/requests/${paid.id}`)).body
  const visit = { request_id: paid.id, start_utc: windows[0].start_utc, end_utc: windows[0].end_utc }
  expect(await getHome(paid.family)).toMatchObject({
    ...nothing,
    next_visit: { ...visit, person_name: paid.caregiver.fullName },
  })
  const { next_visit, wallet } = await getHome(paid.caregiver)
  expect(next_visit).toMatchObject({ ...visit, person_name: paid.family.fullName })
  expect(wallet.pending).toBeGreaterThan(0)
  expect(await getHome(stranger)).toMatchObject(nothing)
})

it('asks a family for a review of its latest visit, unless it is reviewed, disputed or long ago', async () => {
  const [family, caregiver] = [await makeFamily(app), await makeListedCaregiver(app)]
  const now = app.deps.clock.now().getTime()
  const endVisit = (hoursAgo: number) =>
    makeEndedBooking(app, { caregiver, family, startsAt: new Date(now - (hoursAgo + 1) * HOUR_MS) })
  const getVisit = async (person: TestUser) => (await getHome(person)).visit_to_review
  await endVisit(8 * 24)
  expect(await getVisit(family)).toBeNull()
  const [earlier, latest] = [await endVisit(20), await endVisit(2)]
  expect(await getVisit(family)).toEqual({
    booking_id: latest,
    caregiver_name: caregiver.fullName,
    start_utc: new Date(now - 3 * HOUR_MS).toISOString(),
  })
  expect(await getVisit(caregiver)).toBeNull()
  await family.client.post('/api/reviews/reviews', { booking_id: latest, rating: 5 })
  expect(await getVisit(family)).toMatchObject({ booking_id: earlier })
  await app.deps.database.update(payments).set({ heldCents: 2_500 }).where(eq(payments.payerId, family.id))
  expect(await getVisit(family)).toBeNull()
})

it('shows a proposal to move a booking to the side that answers, until it is answered', async () => {
  const request = await makePaidRequest(app)
  await openHours(request.caregiver, dateIn(app, 8))
  const hours = { date: dateIn(app, 8), start: '13:00', end: '15:00' }
  const { body: move } = await proposeMove(request.family, request, [hours])
  expect((await getHome(request.family)).move_to_answer).toBeNull()
  expect((await getHome(request.caregiver)).move_to_answer).toEqual({
    request_id: request.id,
    person_name: request.family.fullName,
    expires_at: move.expires_at,
    count: 1,
  })
  await answerMove(request.caregiver, move.id, 'declined')
  expect((await getHome(request.caregiver)).move_to_answer).toBeNull()
})

it('counts the messages that a person has not read', async () => {
  const { family, caregiver } = await makeConversation(app)
  const counts = [await getHome(family), await getHome(caregiver)].map((home) => home.unread_messages)
  expect(counts.toSorted()).toEqual([0, 1])
})

it('misses nothing of a listed caregiver with hours ahead', async () => {
  const caregiver = await makeListedCaregiver(app)
  const getMissing = async () => (await getHome(caregiver)).missing
  expect(await getMissing()).toEqual(['availability'])
  await openHours(caregiver, dateIn(app, 5))
  expect(await getMissing()).toEqual([])
  await updateListing(app, caregiver.id, { verificationStatus: 'pending', isListed: false })
  expect(await getMissing()).toEqual(['documents', 'verification'])
})
