import type { FamilyRatingBody } from '@tendwell/contract/reviews/family-ratings'
import { DAY_MS, HOUR_MS } from '@tendwell/contract/time'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Answer, type TestApp, testApp } from '../../../../test/app.ts'
import { makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import { makeCaregiver, makeFamily, setActive } from '../../../../test/factories/profiles.ts'
import { makeEndedBooking } from '../../../../test/factories/reviews.ts'
import { bookings, requestWindows } from '../../bookings/tables.ts'
import { familyRatings } from '../tables.ts'

let app: TestApp
let support: TestUser
let caregiver: TestUser
let family: TestUser
beforeAll(async () => {
  app = await testApp()
  support = await makeUser(app, { role: 'admin', staffRole: 'support' })
  caregiver = await makeCaregiver(app, { name: 'Nora Lind' })
  family = await makeFamily(app, { name: 'Fay Hart' })
})
afterAll(() => app.close())

let visits = 0
/** A visit of one hour that ended some days ago, each at another one. */
function makeVisit(people: { caregiver: TestUser; family: TestUser }): Promise<number> {
  visits += 1
  const startsAt = new Date(app.deps.clock.now().getTime() - visits * DAY_MS)
  return makeEndedBooking(app, { ...people, startsAt })
}

const fine = { as_described: true, safe: true, kind: true }
type Answers = Partial<Omit<FamilyRatingBody, 'booking_id'>>
const rateFamily = (by: TestUser, bookingId: number, answers: Answers = {}) =>
  by.client.post('/api/reviews/family-ratings', { booking_id: bookingId, ...fine, ...answers })

/** A caregiver of their own answers about a visit with this family. */
async function rateAnew(about: TestUser, answers: Answers): Promise<TestUser> {
  const by = await makeCaregiver(app)
  const { status } = await rateFamily(by, await makeVisit({ caregiver: by, family: about }), answers)
  expect(status).toBe(201)
  return by
}

async function findRequestId(bookingId: number): Promise<number> {
  const [row] = await app.deps.database.select().from(bookings).where(eq(bookings.id, bookingId))
  return row?.requestId as number
}

const listInQueue = async (by = support) =>
  (await by.client.get('/api/admin-panel/queue')).body.results.filter(
    ({ kind }: { kind: string }) => kind === 'family_patterns',
  )
const listPatterns = async () => (await support.client.get('/api/admin-panel/family-patterns')).body.results
const markLookedAt = (person: TestUser, lastId: number, by = support) =>
  by.client.post(`/api/admin-panel/people/${person.id}/family-ratings/looked-at`, { last_id: lastId })

it('takes one answer a visit from its caregiver, which only support and admins read', async () => {
  const bookingId = await makeVisit({ caregiver, family })
  const requestId = await findRequestId(bookingId)
  const path = `/api/reviews/bookings/${requestId}/family-ratings`
  expect((await caregiver.client.get(path)).body.results).toEqual([{ booking_id: bookingId, rating: null }])

  const answer = await rateFamily(caregiver, bookingId, { kind: false, note: ' Shouted at me. ' })
  const rating = {
    booking_id: bookingId,
    as_described: true,
    safe: true,
    kind: false,
    note: 'Shouted at me.',
    created_at: expect.any(String),
  }
  expect([answer.status, answer.body]).toEqual([201, rating])
  expect((await caregiver.client.get(path)).body.results).toEqual([{ booking_id: bookingId, rating }])
  const again = await rateFamily(caregiver, bookingId)
  expect([again.status, again.body.detail]).toEqual([409, 'You have already answered for this visit'])

  const ofStaff = `/api/admin-panel/people/${family.id}/family-ratings`
  expect((await support.client.get(ofStaff)).body).toMatchObject({
    count: 1,
    results: [
      {
        ...rating,
        id: expect.any(Number),
        booking_id: requestId,
        caregiver: { id: caregiver.id, name: 'Nora Lind' },
      },
    ],
  })
  expect((await support.client.get(`/api/admin-panel/people/${caregiver.id}/family-ratings`)).status).toBe(
    404,
  )
  const finance = await makeUser(app, { role: 'admin', staffRole: 'finance' })
  const refused: Answer[] = [
    await finance.client.get(ofStaff),
    await finance.client.get('/api/admin-panel/family-patterns'),
    await family.client.get(ofStaff),
    await family.client.get(path),
    await caregiver.client.get(ofStaff),
    await app.visitor.get(path),
  ]
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 401])

  await app.drain()
  const ofFamily = [
    '/api/notifications?status=all',
    '/api/reviews/reviews/my_reviews',
    `/api/requests/bookings/caretaker/${requestId}`,
    '/api/home',
  ]
  for (const read of ofFamily) {
    const { status, body } = await family.client.get(read)
    expect([status, JSON.stringify(body)]).toEqual([200, expect.not.stringMatching(/Shouted|as_described/)])
  }
})

it('is refused before the end of a visit, for one that was canceled, and for those of others', async () => {
  const { database, clock } = app.deps
  const now = clock.now().getTime()
  const underWay = await makeEndedBooking(app, { caregiver, family, startsAt: new Date(now - HOUR_MS / 2) })
  const canceled = await makeVisit({ caregiver, family })
  const [{ startsAt }] = (await database
    .select({ startsAt: requestWindows.startsAt })
    .from(bookings)
    .innerJoin(requestWindows, eq(requestWindows.id, bookings.windowId))
    .where(eq(bookings.id, canceled))) as [{ startsAt: Date }]
  await database
    .update(bookings)
    .set({ canceledAt: new Date(startsAt.getTime() - 1), canceledBy: 'caretaker', bookedTimeId: null })
    .where(eq(bookings.id, canceled))
  const theirs = await makeVisit({ caregiver: await makeCaregiver(app), family })
  const answers = [
    await rateFamily(caregiver, underWay),
    await rateFamily(caregiver, canceled),
    await rateFamily(caregiver, theirs),
    await rateFamily(caregiver, 99_999_999),
    await rateFamily(family, underWay),
  ]
  expect(answers.map(({ status, body }) => [status, body.detail])).toEqual([
    [409, 'You can answer after the visit has ended'],
    [409, 'This visit was canceled, so there is nothing to answer'],
    [404, 'Not found'],
    [404, 'Not found'],
    [403, expect.any(String)],
  ])
  for (const id of [underWay, canceled, theirs]) {
    expect(await database.$count(familyRatings, eq(familyRatings.bookingId, id))).toBe(0)
  }
  const path = `/api/reviews/bookings/${await findRequestId(canceled)}/family-ratings`
  expect((await caregiver.client.get(path)).body.results).toEqual([])
})

it('needs a yes or no to each question, and a note of at most 1,000 characters', async () => {
  const booking_id = await makeVisit({ caregiver, family })
  const { status, body } = await caregiver.client.post('/api/reviews/family-ratings', {
    booking_id,
    as_described: 'yes',
    kind: true,
    note: 'n'.repeat(1_001),
  })
  expect([status, body]).toMatchObject([
    400,
    {
      as_described: ['Choose yes or no'],
      safe: ['Choose yes or no'],
      note: ['Note must be at most 1000 characters'],
    },
  ])
  expect(body.kind).toBeUndefined()
})

it('brings a family to the queue once two caregivers didn’t feel safe, until staff have looked at it', async () => {
  const person = await makeFamily(app, { name: 'Tom Miller' })
  await rateAnew(person, { safe: false })
  await rateAnew(person, {})
  expect(await listPatterns()).toEqual([])
  expect(await listInQueue()).toEqual([])

  await rateAnew(person, { safe: false, kind: false })
  const [pattern, ...others] = await listPatterns()
  expect(others).toEqual([])
  expect(pattern).toMatchObject({ person_id: person.id, name: 'Tom Miller', not_safe: 2, any_no: 2 })
  expect(await listInQueue()).toEqual([{ kind: 'family_patterns', count: 1, oldest_at: pattern.since }])
  const finance = await makeUser(app, { role: 'admin', staffRole: 'finance' })
  expect(await listInQueue(finance)).toEqual([])
  expect((await markLookedAt(person, pattern.last_id, finance)).status).toBe(403)

  // An answer that came after the one that was shown still waits.
  await rateAnew(person, { kind: false })
  expect((await markLookedAt(person, pattern.last_id)).status).toBe(200)
  const [later] = await listPatterns()
  expect(later).toMatchObject({ person_id: person.id, not_safe: 2, any_no: 3 })
  expect(later.last_id).toBeGreaterThan(pattern.last_id)
  expect((await markLookedAt(person, later.last_id)).body).toEqual({ message: 'Marked as looked at' })
  expect(await listPatterns()).toEqual([])
  expect(await listInQueue()).toEqual([])
  expect((await markLookedAt(person, later.last_id)).status).toBe(409)
  expect((await markLookedAt(caregiver, later.last_id)).status).toBe(404)

  const { body } = await support.client.get(`/api/admin-panel/history?subject=user:${person.id}`)
  const isLook = ({ action }: { action: string }) => action === 'family-answers.looked-at'
  const looked = body.results.filter(isLook)
  expect(looked).toMatchObject([
    { actor: { id: support.id }, before: null, after: null },
    { actor: { id: support.id } },
  ])
  const { body: seen } = await finance.client.get(`/api/admin-panel/history?subject=user:${person.id}`)
  expect(seen.results.filter(isLook)).toEqual([])
  expect(seen.count).toBe(body.count - looked.length)
})

it('leaves out families whose account is inactive', async () => {
  const person = await makeFamily(app)
  for (const no of ['as_described', 'safe', 'kind']) await rateAnew(person, { [no]: false })
  expect((await listPatterns()).map(({ person_id }: { person_id: number }) => person_id)).toEqual([person.id])
  await setActive(app, person.id, false)
  expect(await listPatterns()).toEqual([])
})
