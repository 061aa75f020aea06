import { HOUR_MS } from '@tendwell/contract/time'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { countStatements } from '../../../../test/database.ts'
import { makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import { dateIn, makeListedCaregiver, openHours } from '../../../../test/factories/availability.ts'
import {
  answerRequest,
  makeAcceptedRequest,
  makeFamily,
  makePaidRequest,
  makeRequest,
  sendRequest,
} from '../../../../test/factories/bookings.ts'
import { requests, requestWindows } from '../tables.ts'

let app: TestApp
let family: TestUser
beforeAll(async () => {
  app = await testApp()
  family = await makeFamily(app)
})
afterAll(() => app.close())

test('lists a user’s own requests, newest first, five per page, and a caregiver’s to answer by start, then those to be paid', async () => {
  const caregiver = await makeListedCaregiver(app)
  const own = await makeFamily(app)
  await openHours(caregiver, dateIn(app, 8))
  const ids: number[] = []
  for (let hour = 9; hour < 15; hour += 1) {
    const window = { date: dateIn(app, 8), start: `${hour}`.padStart(2, '0'), end: '' }
    const times = { start: `${window.start}:00`, end: `${String(hour + 1).padStart(2, '0')}:00` }
    ids.unshift((await sendRequest(own, caregiver.id, [{ date: window.date, ...times }])).body.id)
  }
  const other9 = await sendRequest(family, caregiver.id, [
    { date: dateIn(app, 8), start: '09:00', end: '10:00' },
  ])

  const mine = (await own.client.get('/api/requests/mine/')).body
  expect(mine).toMatchObject({ count: 6, next: '/api/requests/mine/?page=2', previous: null })
  expect(mine.results.map(({ id }: { id: number }) => id)).toEqual(ids.slice(0, 5))
  expect(mine.results[0].windows).toHaveLength(1)
  const nextPage = (await own.client.get(mine.next)).body
  expect(nextPage.results.map(({ id }: { id: number }) => id)).toEqual(ids.slice(5))
  expect((await own.client.get('/api/requests/mine?page=9')).body).toMatchObject({ count: 6, results: [] })
  const listIncoming = async () => {
    const { body } = await caregiver.client.get('/api/requests/incoming?page_size=100')
    return body.results.map(({ id }: { id: number }) => id)
  }
  const byStart = [other9.body.id, ...ids.toReversed()]
  expect(await listIncoming()).toEqual(byStart)
  await answerRequest(caregiver, byStart[1], 'accepted')
  await answerRequest(caregiver, byStart[2], 'rejected')
  await answerRequest(caregiver, byStart[5], 'rejected')
  const toAnswer = [byStart[0], byStart[3], byStart[4], byStart[6]]
  expect(await listIncoming()).toEqual([...toAnswer, byStart[1], byStart[5], byStart[2]])
  const other = await makeListedCaregiver(app)
  expect((await other.client.get('/api/requests/incoming')).body).toMatchObject({ count: 0, results: [] })
})

test('lists the requests that wait for an answer and those to pay, as the home page counts them', async () => {
  const own = await makeFamily(app)
  const waiting = await makeRequest(app, { family: own })
  const toPay = await makeAcceptedRequest(app, { family: own })
  await makePaidRequest(app, { family: own })
  const windows = [{ date: dateIn(app, 9), start: '09:00', end: '11:00' }]
  const rejected = await makeRequest(app, { family: own, windows })
  await answerRequest(rejected.caregiver, rejected.id, 'rejected')
  const list = async (open: string) => {
    const { body } = await own.client.get(`/api/requests/mine/?open=${open}`)
    return [body.count, ...body.results.map(({ id }: { id: number }) => id)]
  }
  expect(await list('waiting')).toEqual([2, waiting.id, rejected.id])
  expect(await list('to_pay')).toEqual([1, toPay.id])
  expect((await own.client.get('/api/requests/mine/')).body.count).toBe(4)
  expect((await own.client.get('/api/home/')).body).toMatchObject({
    waiting_requests: 1,
    lost_requests: 1,
    open_requests: { count: 1, oldest_id: toPay.id },
  })
  expect((await own.client.get('/api/requests/mine/?open=all')).body.open).toEqual([
    'Open must be waiting or to_pay',
  ])
  const incoming = await waiting.caregiver.client.get('/api/requests/incoming/?open=waiting')
  expect(incoming.status).toBe(400)
})

test('answers 404 for requests of others, and 403 for the wrong role', async () => {
  const { id, caregiver } = await makeRequest(app)
  const otherCaregiver = await makeListedCaregiver(app)
  const admin = await makeUser(app, { role: 'admin' })
  for (const stranger of [family, otherCaregiver]) {
    const { status, body } = await stranger.client.get(`/api/requests/${id}`)
    expect({ status, detail: body.detail }).toEqual({ status: 404, detail: 'Not found' })
  }
  expect((await answerRequest(otherCaregiver, id, 'accepted')).status).toBe(404)
  expect((await answerRequest(family, id, 'accepted')).status).toBe(403)
  expect((await caregiver.client.post('/api/requests', {})).status).toBe(403)
  expect((await caregiver.client.get('/api/requests/mine')).status).toBe(403)
  expect((await family.client.get('/api/requests/incoming')).status).toBe(403)
  expect((await caregiver.client.get('/api/requests/bookings/caretaker')).status).toBe(403)
  expect((await family.client.get('/api/requests/bookings/caregiver')).status).toBe(403)
  expect((await admin.client.get(`/api/requests/${id}`)).status).toBe(403)
  expect((await app.visitor.get(`/api/requests/${id}`)).status).toBe(401)
  expect((await app.visitor.post('/api/requests', {})).status).toBe(401)
  const [stored] = await app.deps.database
    .select({ status: requests.status })
    .from(requests)
    .where(and(eq(requests.id, id)))
  expect(stored?.status).toBe('submitted')
})

test('lists take the same number of statements for one row as for many, and pages contain each row once', async () => {
  const caregiver = await makeListedCaregiver(app)
  const own = await makeFamily(app)
  await openHours(caregiver, dateIn(app, 8))
  const window = { date: dateIn(app, 8), start: '09:00', end: '10:00' }
  const paths: [TestUser, string][] = [
    [own, '/api/requests/mine'],
    [caregiver, '/api/requests/incoming'],
    [own, '/api/requests/bookings/caretaker'],
    [caregiver, '/api/requests/bookings/caregiver'],
  ]
  const countFor = (user: TestUser, path: string) =>
    countStatements(app, async () => {
      expect((await user.client.get(`${path}?page_size=100`)).status).toBe(200)
    })
  const paidAt = app.deps.clock.now()
  const add = async () => {
    const { id } = (await sendRequest(own, caregiver.id, [window])).body
    return id as number
  }
  await app.deps.database
    .update(requests)
    .set({ status: 'accepted', paidAt })
    .where(eq(requests.id, await add()))
  await add()
  const before: [TestUser, string, number][] = []
  for (const [user, path] of paths) before.push([user, path, await countFor(user, path)])
  const ids: number[] = []
  for (let index = 0; index < 12; index += 1) ids.push(await add())
  // All are paid at the same instant, so ids decide the order.
  await app.deps.database
    .update(requests)
    .set({ status: 'accepted', paidAt })
    .where(eq(requests.caregiverId, caregiver.id))
  for (const [user, path, statements] of before) {
    expect(statements).toBeGreaterThan(0)
    expect({ path, statements: await countFor(user, path) }).toEqual({ path, statements })
    const seen: number[] = []
    for (let next: string | null = path; next; ) {
      const { body } = await user.client.get(next)
      expect(body.count).toBe(14)
      seen.push(...body.results.map((row: { id?: number; request_id?: number }) => row.id ?? row.request_id))
      next = body.next
    }
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a))
    expect(seen).toHaveLength(14)
  }
})

test('a request that came to nothing waits until its family has another one for the hours, or they begin', async () => {
  const windows = [{ date: dateIn(app, 5), start: '09:00', end: '11:00' }]
  const rejected = await makeRequest(app, { windows })
  const { client } = rejected.family
  const lists = async () => {
    const { body: waiting } = await client.get('/api/requests/mine/?open=waiting')
    const { body: past } = await client.get('/api/requests/past')
    const { body: home } = await client.get('/api/home/')
    expect(home.only_lost_request !== null).toBe(home.lost_requests === 1)
    return [waiting.count, past.count, home.lost_requests]
  }
  expect(await lists()).toEqual([1, 0, 0])
  await answerRequest(rejected.caregiver, rejected.id, 'rejected')
  expect(await lists()).toEqual([1, 0, 1])
  expect((await client.get('/api/home/')).body.only_lost_request).toMatchObject({
    person_name: rejected.caregiver.fullName,
  })
  const other = await makeRequest(app, { family: rejected.family, windows })
  expect(await lists()).toEqual([1, 1, 0])
  await client.post(`/api/requests/${other.id}/withdraw`)
  expect(await lists()).toEqual([1, 1, 1])
  const begun = { startsAt: new Date(app.deps.clock.now().getTime() - HOUR_MS) }
  await app.deps.database.update(requestWindows).set(begun).where(eq(requestWindows.requestId, rejected.id))
  expect(await lists()).toEqual([0, 2, 0])
})
