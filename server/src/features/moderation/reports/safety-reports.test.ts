import { DAY_MS } from '@tendwell/contract/time'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type TestApp, testApp } from '../../../../test/app.ts'
import { makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import { dateIn } from '../../../../test/factories/availability.ts'
import {
  getBooking,
  listWindows,
  makeAcceptedRequest,
  makePaidRequest,
  type TestRequest,
} from '../../../../test/factories/bookings.ts'
import { makeConversation } from '../../../../test/factories/chat.ts'
import { logInAgain, makeCaregiver, makeFamily } from '../../../../test/factories/profiles.ts'
import { decide, makeReport, report } from '../../../../test/factories/reports.ts'
import { familyProfiles } from '../../profiles/tables.ts'
import { reportDecisions, reports } from '../tables.ts'

let app: TestApp
let support: TestUser
beforeAll(async () => {
  app = await testApp()
  support = await makeUser(app, { role: 'admin', staffRole: 'support' })
})
afterAll(() => app.close())

const safety = { reason: 'safety', concern: 'hurt' }
const reportBooking = (by: Pick<TestUser, 'client'>, { id }: { id: number }, more: object = {}) =>
  report(by, 'booking', id, { ...safety, ...more })
const makeBooking = (on = app) =>
  makePaidRequest(on, { windows: [{ date: dateIn(on, 1), start: '09:00', end: '11:00' }] })
const getFromConsole = async (path: string) =>
  (await support.client.get(`/api/admin-panel/${path}`)).body as { results: Record<string, unknown>[] }

/** The same person in a new session: those of before end while the clock moves. */
const again = async (user: TestUser, on = app) => ({ ...user, client: await logInAgain(on, user) })

/** Moves the clock into the booking's first visit. @returns its family */
async function begin(request: TestRequest, on = app) {
  const [first] = await listWindows(request)
  const startMs = Date.parse(first?.start_utc as string)
  await on.advance(Math.ceil((startMs - on.deps.clock.now().getTime()) / 60_000) + 10)
  return again(request.family, on)
}

describe('a safety report', () => {
  it('is for the two people of the paid booking, and stands first for support', async () => {
    const booking = await makeBooking()
    const { caregiver, family } = booking
    const answers = [
      await reportBooking(family, booking, { text: ' Fell. ' }),
      await reportBooking(caregiver, booking),
    ]
    expect(answers.map(({ status, body }) => [status, body.kind, body.blockable.id])).toEqual([
      [201, 'booking', caregiver.id],
      [201, 'booking', family.id],
    ])
    const { messageId, caregiver: other } = await makeConversation(app)
    const usual = await makeReport(other, 'message', messageId, { reason: 'safety' })
    const [byFamily, byCaregiver] = answers.map(({ body }) => body.id)
    const order = async (query: string) =>
      (await getFromConsole(`reports?${query}`)).results.map(({ id }) => id)
    expect((await order('state=open')).slice(0, 3)).toEqual([byCaregiver, byFamily, usual])
    expect((await order('state=open&sort=-created_at'))[0]).toBe(usual)
    expect(await getFromConsole(`reports/${byFamily}`)).toMatchObject({
      kind: 'booking',
      reason: 'safety',
      concern: 'hurt',
      request_id: booking.id,
      text: 'Fell.',
      reporter: { id: family.id },
      reported: { id: caregiver.id },
      now: null,
      is_hidden: false,
      can_hide: false,
    })
    expect((await getFromConsole(`reports?person_id=${family.id}`)).results[0]?.excerpt).toBe(
      'Someone is hurt or ill',
    )
    const { results: queue } = await getFromConsole('queue')
    expect(queue.slice(0, 2)).toMatchObject([
      { kind: 'safety_reports', count: 2, due_at: expect.stringMatching(/Z$/) },
      { kind: 'reports', count: 1 },
    ])
    expect((await decide(support, byFamily, { measures: ['hide'] })).body.measures).toEqual([
      "A booking can't be hidden",
    ])
    for (const id of [byFamily, byCaregiver]) expect((await decide(support, id)).status).toBe(200)
    expect((await order('state=open'))[0]).toBe(usual)
    expect((await getFromConsole('queue')).results.map(({ kind }) => kind)).not.toContain('safety_reports')
  })

  it('is not possible for strangers, visitors and staff, nor about an unpaid request', async () => {
    const booking = await makeBooking()
    const unpaid = await makeAcceptedRequest(app)
    const refused: Answer[] = [
      await reportBooking(await makeFamily(app), booking),
      await reportBooking(await makeCaregiver(app), booking),
      await reportBooking(unpaid.family, unpaid),
      await reportBooking(unpaid.caregiver, unpaid),
      await reportBooking(booking.family, { id: 99_999_999 }),
      await reportBooking(support, booking),
      await reportBooking({ client: app.visitor }, booking),
    ]
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 403, 401])
    expect(await app.deps.database.$count(reports, eq(reports.requestId, booking.id))).toBe(0)
    expect(await app.deps.database.$count(reports, eq(reports.requestId, unpaid.id))).toBe(0)
  })

  it('says what is wrong, which no other report does', async () => {
    const booking = await makeBooking()
    const { caregiver, messageId } = await makeConversation(app)
    const answers = [
      await reportBooking(booking.family, booking, { concern: undefined }),
      await reportBooking(booking.family, booking, { concern: 'bored' }),
      await reportBooking(booking.family, booking, { reason: 'scam' }),
      await report(caregiver, 'message', messageId, safety),
    ]
    const choose = ['Please choose what is wrong']
    expect(answers.map(({ status, body }) => [status, body.concern, body.reason])).toEqual([
      [400, choose, undefined],
      [400, choose, undefined],
      [400, undefined, ['The reason must be safety']],
      [400, choose, undefined],
    ])
  })

  it('alerts support and admins, says whether a visit is under way, and tells the other side nothing', async () => {
    const admin = await makeUser(app, { role: 'admin' })
    const finance = await makeUser(app, { role: 'admin', staffRole: 'finance' })
    const booking = await makeBooking()
    const before = await reportBooking(booking.family, booking)
    const family = await begin(booking)
    const during = await reportBooking(family, booking)
    await reportBooking(family, booking)
    await app.drain()
    const alertsOf = async (user: TestUser) => {
      const { body } = await (await again(user)).client.get('/api/notifications?status=all')
      return body.results
        .filter(({ type }: { type: string }) => type === 'safety_alert')
        .map(({ payload }: { payload: { message: string; action_url: string } }) => [
          payload.action_url,
          payload.message.includes('A visit is under way right now'),
        ])
    }
    for (const user of [support, admin]) {
      const alerts = await alertsOf(user)
      expect(alerts.slice(0, 2)).toEqual([
        [`/admin/reports/${during.body.id}`, true],
        [`/admin/reports/${before.body.id}`, false],
      ])
      expect(alerts.filter(([, isUnderWay]: [string, boolean]) => isUnderWay)).toHaveLength(1)
    }
    for (const user of [finance, booking.caregiver, booking.family]) expect(await alertsOf(user)).toEqual([])
    const { client } = await again(booking.caregiver)
    const { body } = await client.get('/api/notifications?status=all')
    expect(JSON.stringify(body)).not.toMatch(/report|wrong/i)
  })
})

it('keeps every safety report of a booking, which one decision decides', async () => {
  const booking = await makeBooking()
  const first = await reportBooking(booking.family, booking)
  await app.advance(11)
  const second = await reportBooking(booking.family, booking)
  expect(second.body.id).not.toBe(first.body.id)
  const { body } = await decide(await again(support), first.body.id, {
    measures: ['warn'],
    message: 'Be careful',
  })
  expect(body.decision.reports).toEqual([first.body.id, second.body.id])
})

it('adds what is sent within ten minutes to the report, and tells staff when a visit has begun since', async () => {
  const booking = await makeBooking()
  const { caregiver, family } = booking
  const [start] = await listWindows(booking)
  const startMs = Date.parse(start?.start_utc as string)
  await app.advance(Math.floor((startMs - app.deps.clock.now().getTime()) / 60_000) - 2)
  const before = await again(family)
  const first = await reportBooking(before, booking, { text: 'She fell.' })
  await app.advance(5)
  const more = await reportBooking(before, booking, { concern: 'threatened', text: 'They shout.' })
  expect([more.status, more.body]).toEqual([201, first.body])
  expect((await reportBooking(before, booking, { text: 'She fell.' })).body.id).toBe(first.body.id)
  const own = await reportBooking(await again(caregiver), booking)
  expect(own.body.id).not.toBe(first.body.id)
  const { client } = await again(support)
  const { body } = await client.get(`/api/admin-panel/reports/${first.body.id}`)
  expect(body.text).toBe('She fell.\n\n5 min later: Threats, violence or unwanted touching: They shout.')
  await app.drain()
  const { body: notified } = await client.get('/api/notifications?status=all')
  const alerts = notified.results
    .map(({ payload }: { payload: { action_url: string; message: string } }) => payload)
    .filter(({ action_url }: { action_url: string }) => action_url === `/admin/reports/${first.body.id}`)
  expect(alerts.map(({ message }: { message: string }) => message.includes('under way'))).toEqual([
    true,
    false,
  ])
  const path = `/api/admin-panel/reports/${first.body.id}/decision`
  expect((await client.post(path, { measures: [] })).status).toBe(200)
  const later = await reportBooking(before, booking)
  expect(later.body.id).not.toBe(first.body.id)
})

it('is open until 14 days after the visit, with the country where it is', async () => {
  const booking = await makeBooking()
  const { database } = app.deps
  const setCountry = (country: string) =>
    database.update(familyProfiles).set({ country }).where(eq(familyProfiles.userId, booking.family.id))
  await setCountry('France')
  expect((await getBooking(booking)).safety).toEqual({ country: 'France' })
  const path = `/api/requests/bookings/caregiver/${booking.id}`
  expect((await booking.caregiver.client.get(path)).body.safety).toEqual({ country: 'France' })
  await begin(booking)
  await app.advance((14 * DAY_MS) / 60_000)
  const family = await again(booking.family)
  expect((await getBooking({ ...booking, family })).safety).toEqual({ country: 'France' })
  expect((await reportBooking(family, booking)).status).toBe(201)
  await app.advance(120)
  const later = await again(family)
  expect((await getBooking({ ...booking, family: later })).safety).toBeNull()
  expect((await reportBooking(later, booking)).status).toBe(404)
})

it('takes the country of the address of the visit first', async () => {
  const booking = await makePaidRequest(app, { visit: { address: { city: 'Sydney', country: 'Australia' } } })
  expect((await getBooking(booking)).safety).toEqual({ country: 'Australia' })
})

it('isn’t refused during a visit because of other reports, and else says what to call', async () => {
  const limited = await testApp({ RATE_LIMITS: 'on' })
  try {
    const booking = await makeBooking(limited)
    const { id: requestId, caregiver } = booking
    const family = await begin(booking, limited)
    const earlier = {
      reporterId: family.id,
      reportedId: caregiver.id,
      reason: 'safety' as const,
      text: '',
      snapshot: { text: '', rating: null, name: null },
      createdAt: limited.deps.clock.now(),
    }
    const { messageId } = await makeConversation(limited, { caregiver, family })
    const decided = await makeDecision(limited)
    const other = { ...earlier, kind: 'message' as const, messageId, decisionId: decided }
    await limited.deps.database.insert(reports).values(Array.from({ length: 20 }, () => other))
    expect((await report(family, 'profile', caregiver.id)).status).toBe(429)
    expect((await reportBooking(family, booking)).status).toBe(201)
    await limited.advance(11)
    const urgent = { ...earlier, kind: 'booking' as const, requestId, concern: 'other' as const }
    await limited.deps.database.insert(reports).values(Array.from({ length: 19 }, () => urgent))
    await limited.deps.database
      .update(familyProfiles)
      .set({ country: 'Germany' })
      .where(eq(familyProfiles.userId, family.id))
    const refused = await reportBooking(family, booking)
    expect([refused.status, refused.body.detail]).toEqual([
      429,
      'You’ve sent 20 reports in one day, and our team has them. In an emergency, call 112',
    ])
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
  } finally {
    await limited.close()
  }
})

/** @returns the number of a decision on nothing in particular */
async function makeDecision(on: TestApp): Promise<number> {
  const { id: decidedBy } = await makeUser(on, { role: 'admin', staffRole: 'support' })
  const [decision] = await on.deps.database
    .insert(reportDecisions)
    .values({ measures: [], message: '', note: '', decidedBy, decidedAt: on.deps.clock.now() })
    .returning({ id: reportDecisions.id })
  return decision?.id as number
}
