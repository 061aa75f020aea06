/**
 * Every route called by every role, and everything a user owns called by every other user.
 * @see docs/rules/README.md#security
 */

import { randomUUID } from 'node:crypto'
import { PRIVACY_VERSION, TERMS_VERSION } from '@tendwell/contract/reference'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blocks } from '../src/features/blocks/tables.ts'
import { outsideCalendars } from '../src/features/calendars/tables.ts'
import { releasePayment } from '../src/features/payments/index.ts'
import { users } from '../src/features/people/tables.ts'
import { identities } from '../src/features/sign-in/google/tables.ts'
import { factors } from '../src/features/sign-in/two-step/tables.ts'
import { withTransaction } from '../src/platform/database/database.ts'
import type { AccessRole } from '../src/platform/http/access.ts'
import { type Answer, type Client, type TestApp, testApp } from './app.ts'
import { makeUser, type TestUser } from './factories/accounts.ts'
import { dateIn, hours, openHours } from './factories/availability.ts'
import { openCheck } from './factories/background-checks.ts'
import { checkout, makeAcceptedRequest, makePaidRequest, makeRequest } from './factories/bookings.ts'
import { makeConversation } from './factories/chat.ts'
import { openDispute } from './factories/disputes.ts'
import { proposeMove } from './factories/moves.ts'
import {
  makeCaregiver,
  makeFamily,
  makePicture,
  setActive,
  setVerificationStatus,
  toForm,
} from './factories/profiles.ts'
import { makeEndedBooking } from './factories/reviews.ts'
import { CALLERS, getCallers, getRouteName, listMissingRoutes, listRoutes, type Route } from './routes.ts'
import { digestTables } from './table-digests.ts'

let app: TestApp
let routes: Route[]
let caregiver: TestUser
let family: TestUser
let otherCaregiver: TestUser
let otherFamily: TestUser
let admin: TestUser
let theirs: Awaited<ReturnType<typeof makeBelongings>>

beforeAll(async () => {
  app = await testApp()
  routes = listRoutes(app)
  caregiver = await makeCaregiver(app, { name: 'Quilla Unmistakable', verified: false })
  family = await makeFamily(app, { name: 'Zenobia Unmistakable' })
  otherCaregiver = await makeCaregiver(app, { name: 'Somebody Else' })
  otherFamily = await makeFamily(app, { name: 'Some Others' })
  admin = await makeUser(app, { role: 'admin' })
  theirs = await makeBelongings()
})
afterAll(() => app.close())

/** Creates one of everything that `caregiver` and `family` can own. */
async function makeBelongings() {
  const files = {
    gov_id_front: { content: await makePicture('png') },
    certificate: { content: await makePicture('jpeg') },
  }
  const { body: profile } = await caregiver.client.upload('/api/auth/caregiver/documents', toForm(files))
  const { body: record } = await admin.client.get(`/api/admin-panel/people/${caregiver.id}`)
  expect((await admin.client.get(record.caregiver.documents[0].url)).status).toBe(200)
  const shown = { reason: 'help' }
  const { status } = await admin.client.post(`/api/admin-panel/people/${family.id}/contact/show`, shown)
  expect(status).toBe(200)
  await setVerificationStatus(app, caregiver.id, 'verified')
  await openCheck(app, caregiver)
  const date = dateIn(app, 7)
  const override = await openHours(caregiver, date)
  const between = (start: string, end: string) => ({ caregiver, family, windows: [{ date, start, end }] })
  const submitted = await makeRequest(app, between('09:00', '10:00'))
  const accepted = await makeAcceptedRequest(app, between('10:00', '11:00'))
  await checkout(accepted)
  const paid = await makePaidRequest(app, between('11:00', '12:00'))
  const move = await expectCreated(proposeMove(family, paid, [{ date, start: '14:00', end: '15:00' }]))
  await makePayout(await makePaidRequest(app, between('12:00', '13:00')))
  const disputed = await makePaidRequest(app, between('13:00', '14:00'))
  const dispute = await expectCreated(openDispute(family, disputed.id))
  const proof = toForm({ file: { content: await makePicture('png'), name: 'proof.png' } })
  await expectCreated(family.client.upload(`/api/disputes/${dispute}/evidence`, proof))
  const makeEnded = (day: number) =>
    makeEndedBooking(app, { caregiver, family, startsAt: new Date(Date.UTC(2026, 0, day)) })
  const [reviewable, reviewed] = [await makeEnded(1), await makeEnded(2)]
  const review = await expectCreated(
    family.client.post('/api/reviews/reviews', { booking_id: reviewed, rating: 4 }),
  )
  const rule = await expectCreated(
    caregiver.client.post('/api/availability/rules', { weekday: 1, start: '09:00', end: '12:00' }),
  )
  await caregiver.client.put('/api/availability/settings', {
    notice_hours: 2,
    minimum_visit_minutes: 60,
    meeting_hours: 'bookable',
  })
  const off = { start_utc: `${dateIn(app, 20)}T00:00:00Z`, end_utc: `${dateIn(app, 21)}T00:00:00Z` }
  const timeOff = await expectCreated(caregiver.client.post('/api/availability/timeoff', off))
  const outsideCalendar = await insertCalendar(caregiver)
  const conversation = await makeConversation(app, { caregiver, family })
  for (const { id, client } of [caregiver, family]) {
    await app.deps.database.update(users).set({ phoneNumber: '+1 212 555 0142' }).where(eq(users.id, id))
    await client.patch('/api/notifications/settings', { kind: 'reminders', email: false })
    await client.post('/api/account/consents', {
      terms_version: TERMS_VERSION,
      privacy_version: PRIVACY_VERSION,
    })
    await client.post('/api/account/export', { format: 'zip' })
  }
  expect((await family.client.put(`/api/favorites/${caregiver.id}`)).status).toBeLessThan(300)
  const wait = await expectCreated(
    family.client.post('/api/availability/waitlist', {
      caregiver_id: caregiver.id,
      date: dateIn(app, 20),
      timezone: 'UTC',
    }),
  )
  const meeting = await expectCreated(
    family.client.post('/api/requests/meetings', {
      caregiver_id: caregiver.id,
      start_utc: `${date}T16:00:00Z`,
      minutes: 15,
      timezone: 'UTC',
      way: 'video',
    }),
  )
  const savedSearch = await expectCreated(family.client.post('/api/saved-searches', { skills: 'First Aid' }))
  const reference = await expectCreated(
    caregiver.client.post('/api/auth/caregiver/references', {
      ...{ name: 'Rosa Smith', email: 'rosa@referee.test', relation: 'family', years: 3 },
    }),
  )
  const [blockedFamily, blockedCaregiver] = [await makeFamily(app), await makeCaregiver(app)]
  await app.deps.database.insert(blocks).values([
    { blockerId: caregiver.id, blockedId: blockedFamily.id, reason: 'other', createdAt: new Date() },
    { blockerId: family.id, blockedId: blockedCaregiver.id, reason: 'other', createdAt: new Date() },
  ])
  await app.drain()
  const listNotificationIds = async (person: TestUser): Promise<number[]> => {
    const { body } = await person.client.get('/api/notifications')
    return body.results.map(({ id }: { id: number }) => id)
  }
  return {
    date,
    override,
    rule,
    timeOff,
    outsideCalendar,
    dispute,
    move,
    reference,
    savedSearch,
    meeting,
    wait,
    review,
    reviewable,
    identities: [await linkGoogle(caregiver), await linkGoogle(family)],
    passkeys: [await insertPasskey(caregiver), await insertPasskey(family)],
    requests: [submitted.id, accepted.id, paid.id, disputed.id],
    payments: (await family.client.get('/api/payments/mine')).body.results.map(
      ({ id }: { id: number }) => id,
    ) as number[],
    document: profile.gov_id_front as string,
    conversation: `/api/chat/conversations/${conversation.id}`,
    messageId: conversation.messageId,
    notifications: {
      caregiver: await listNotificationIds(caregiver),
      family: await listNotificationIds(family),
    },
  }
}

/** Gives a caregiver an outside calendar without reading it. @returns its id */
async function insertCalendar({ id: caregiverId }: TestUser): Promise<number> {
  const now = app.deps.clock.now()
  const calendar = { caregiverId, name: 'Calendar', address: 'https://calendar.example.com/', readAt: now }
  const rows = await app.deps.database
    .insert(outsideCalendars)
    .values({ ...calendar, nextReadAt: new Date('2100-01-01') })
    .returning()
  return rows[0]?.id as number
}

/** Links a Google account to a person. @returns its id */
async function linkGoogle({ id: userId }: TestUser): Promise<number> {
  const linkedAt = app.deps.clock.now()
  const identity = { issuer: 'https://accounts.google.com', subject: `of-${userId}`, userId, linkedAt }
  const [row] = await app.deps.database.insert(identities).values(identity).returning({ id: identities.id })
  return row?.id ?? 0
}

/** Gives a person a passkey that nothing holds the key of. @returns its id */
async function insertPasskey({ id: userId }: TestUser): Promise<number> {
  const [row] = await app.deps.database
    .insert(factors)
    .values({
      userId,
      method: 'passkey',
      name: 'My phone',
      key: '',
      counter: 0,
      credentialId: `of-${userId}`,
      createdAt: app.deps.clock.now(),
      deviceId: randomUUID(),
    })
    .returning({ id: factors.id })
  return row?.id ?? 0
}

/** Releases the payment of a request and has the caregiver withdraw a dollar. */
async function makePayout({ id }: { id: number }): Promise<void> {
  const { body } = await caregiver.client.post('/api/payouts/onboarding-link')
  const bank = { holder: 'Quilla', routing: '110000000', account: '000123456789' }
  await fetch(body.url, { method: 'POST', body: new URLSearchParams(bank), redirect: 'manual' })
  await caregiver.client.get('/api/payouts/method')
  await withTransaction(app.deps.database, (transaction) =>
    releasePayment(transaction, app.deps, id, app.deps.clock.now()),
  )
  await expectCreated(caregiver.client.post('/api/payouts', { amount: 1 }))
}

async function expectCreated(answer: Promise<Answer>): Promise<number> {
  const { status, body } = await answer
  expect(status).toBe(201)
  return body.id
}

/** Calls a route with ids that do not exist and an empty body. */
async function callWithPlaceholders(
  { method, path }: Route,
  token: string | null,
  slash = '',
): Promise<{ status: number; body: string }> {
  const filled = path
    .replace(/^\/(api\/files|avatars)\/:id/, '/$1/00000000-0000-0000-0000-000000000000')
    .replace(/:\w+/g, '999999999')
    .replace('/*', '/nothing-of-this-name')
  const hasBody = method !== 'GET' && method !== 'HEAD' && method !== 'DELETE'
  const { statusCode, body } = await app.app.inject({
    method: method as 'GET',
    url: filled + slash,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(hasBody && { 'content-type': 'application/json' }),
    },
    payload: hasBody ? '{}' : undefined,
  })
  return { status: statusCode, body }
}

describe('routes', () => {
  test('match the list of who may call them', () => {
    expect(routes.length).toBeGreaterThan(50)
    expect(routes.filter((route) => !CALLERS[getRouteName(route)]).map(getRouteName)).toEqual([])
    expect(listMissingRoutes(routes)).toEqual([])
  })

  test('admit exactly the listed callers, and no visitor by a trailing slash', async () => {
    const deactivated = await makeCaregiver(app)
    const support = await makeUser(app, { role: 'admin', staffRole: 'support' })
    const finance = await makeUser(app, { role: 'admin', staffRole: 'finance' })
    const loggedOut = await makeUser(app, { role: 'admin' })
    expect((await deactivated.client.get('/api/wallets/mine')).status).toBe(200)
    expect((await loggedOut.client.get('/api/notifications')).status).toBe(200)
    await setActive(app, deactivated.id, false)
    await app.visitor.post('/api/auth/logout', { refresh: loggedOut.refresh })
    const strangers = {
      visitor: null,
      deactivated: deactivated.token,
      'logged out': loggedOut.token,
      forged: 'e30.e30.e30',
    }
    const people: Record<AccessRole, string> = {
      caregiver: caregiver.token,
      caretaker: family.token,
      support: support.token,
      finance: finance.token,
      admin: admin.token,
    }
    await app.drain()
    const before = await digestTables(app)

    const wrong: string[] = []
    const check = async (route: Route, who: string, token: string | null, slash: string) => {
      const { status, body } = await callWithPlaceholders(route, token, slash)
      const isKnown = getAllowedStatuses(route, who in people ? (who as AccessRole) : null).includes(status)
      const isRefusal = status >= 400 && route.method !== 'HEAD' && route.path.startsWith('/api/')
      if (isKnown && (!isRefusal || isErrorBody(body))) return
      wrong.push(`${route.method} ${route.path}${slash} as ${who}: ${status} ${body.slice(0, 200)}`)
    }
    for (const route of routes) {
      // A HEAD route is its GET route without the body.
      const everyone = route.method === 'HEAD' ? { visitor: null } : { ...strangers, ...people }
      await Promise.all([
        ...Object.entries(everyone).map(([who, token]) => check(route, who, token, '')),
        check(route, 'visitor', null, '/'),
      ])
    }

    expect(wrong).toEqual([])
    expect(await digestTables(app)).toEqual(before)
  })
})

/** @param role null without a live session @returns the statuses allowed for a call with placeholder ids */
function getAllowedStatuses(route: Route, role: AccessRole | null): number[] {
  const callers = getCallers(route)
  const allowed = [200, 204, 301, 400, 404, 415]
  if (callers === 'everyone') return allowed
  // A plain HTTP call does not open a WebSocket.
  if (callers === 'socket') return [404]
  if (role === null) return [401]
  return callers.includes(role) ? allowed : [403]
}

function isErrorBody(text: string): boolean {
  try {
    const { detail, code, request_id } = JSON.parse(text)
    return [detail, code, request_id].every((part) => typeof part === 'string' && part !== '')
  } catch {
    return false
  }
}

type Attempt = {
  by: () => Client[]
  /** Paths of things that another user owns. */
  paths: () => string[]
  body?: () => unknown
}

/** A caregiver and a family with no connection to the owners. */
const getStrangers = () => [otherCaregiver.client, otherFamily.client]
const makeOverrideBody = () => ({
  caregiver: otherCaregiver.id,
  date_local: theirs.date,
  is_available: true,
  windows: [hours('01:00', '02:00')],
})

/** For each route with an owner: calls by users with the right role who are not the owner. */
const ATTEMPTS: Record<string, Attempt> = {
  'PATCH /api/auth/two-step/passkeys/:id': {
    by: getStrangers,
    paths: () => theirs.passkeys.map((id) => `/api/auth/two-step/passkeys/${id}`),
    body: () => ({ name: 'Mine now' }),
  },
  'DELETE /api/auth/two-step/passkeys/:id': {
    by: getStrangers,
    paths: () => theirs.passkeys.map((id) => `/api/auth/two-step/passkeys/${id}`),
  },
  'GET /api/requests/:id': {
    by: getStrangers,
    paths: () => theirs.requests.map((id) => `/api/requests/${id}`),
  },
  'GET /api/auth/caretakers/:id': {
    by: () => [otherCaregiver.client],
    paths: () => [family, otherFamily].map(({ id }) => `/api/auth/caretakers/${id}`),
  },
  'PATCH /api/requests/:id/status': {
    by: () => [otherCaregiver.client],
    paths: () => theirs.requests.map((id) => `/api/requests/${id}/status`),
    body: () => ({ status: 'rejected' }),
  },
  'PATCH /api/requests/:id/visit': {
    by: () => [otherFamily.client],
    paths: () => theirs.requests.map((id) => `/api/requests/${id}/visit`),
    body: () => ({ note: 'Somebody else’s' }),
  },
  'GET /api/requests/:id/cancellation': {
    by: getStrangers,
    paths: () => theirs.requests.map((id) => `/api/requests/${id}/cancellation`),
  },
  'POST /api/requests/:id/cancel': {
    by: getStrangers,
    paths: () => theirs.requests.map((id) => `/api/requests/${id}/cancel`),
    body: () => ({ reason: 'illness', refund_usd: 0 }),
  },
  'POST /api/requests/:id/withdraw': {
    by: () => [otherFamily.client],
    paths: () => theirs.requests.map((id) => `/api/requests/${id}/withdraw`),
  },
  'POST /api/requests/:id/backup-requests': {
    by: () => [otherFamily.client],
    paths: () => theirs.requests.map((id) => `/api/requests/${id}/backup-requests`),
    body: () => ({ caregiver_id: otherCaregiver.id }),
  },
  'GET /api/requests/:id/move-slots': {
    by: getStrangers,
    paths: () =>
      theirs.requests.map(
        (id) =>
          `/api/requests/${id}/move-slots?booking_ids=1&date_from=2026-01-01&date_to=2026-01-02&timezone=UTC`,
      ),
  },
  'POST /api/requests/:id/moves': {
    by: getStrangers,
    paths: () => theirs.requests.map((id) => `/api/requests/${id}/moves`),
    body: () => ({
      booking_ids: [1],
      timezone: 'UTC',
      windows: [{ date: theirs.date, start: '14:00', end: '15:00' }],
    }),
  },
  'PATCH /api/moves/:id': {
    by: getStrangers,
    paths: () => [`/api/moves/${theirs.move}`],
    body: () => ({ status: 'declined' }),
  },
  'PATCH /api/requests/meetings/:id': {
    by: getStrangers,
    paths: () => [`/api/requests/meetings/${theirs.meeting}`],
    body: () => ({ status: 'canceled' }),
  },
  'GET /api/requests/:id/backup-caregivers': {
    by: () => [otherFamily.client],
    paths: () => theirs.requests.map((id) => `/api/requests/${id}/backup-caregivers`),
  },
  'GET /api/requests/:id/calendar.ics': {
    by: getStrangers,
    paths: () => theirs.requests.map((id) => `/api/requests/${id}/calendar.ics`),
  },
  'GET /api/requests/bookings/caregiver/:id': {
    by: () => [otherCaregiver.client],
    paths: () => theirs.requests.map((id) => `/api/requests/bookings/caregiver/${id}`),
  },
  'POST /api/reviews/reviews/:id/reply': {
    by: () => [otherCaregiver.client],
    paths: () => [`/api/reviews/reviews/${theirs.review}/reply`],
    body: () => ({ text: 'Thank you' }),
  },
  'GET /api/reviews/bookings/:id/family-ratings': {
    by: () => [otherCaregiver.client],
    paths: () => theirs.requests.map((id) => `/api/reviews/bookings/${id}/family-ratings`),
  },
  'GET /api/requests/bookings/caretaker/:id': {
    by: () => [otherFamily.client],
    paths: () => theirs.requests.map((id) => `/api/requests/bookings/caretaker/${id}`),
  },
  'POST /api/payments/bookings/:id/confirm': {
    by: getStrangers,
    paths: () => theirs.requests.map((id) => `/api/payments/bookings/${id}/confirm`),
  },
  'GET /api/payments/bookings/:id': {
    by: () => [otherFamily.client],
    paths: () => theirs.requests.map((id) => `/api/payments/bookings/${id}`),
  },
  'GET /api/payments/:id': {
    by: () => [otherFamily.client],
    paths: () => theirs.payments.map((id: number) => `/api/payments/${id}`),
  },
  'GET /api/disputes/:id': {
    by: getStrangers,
    paths: () => [`/api/disputes/${theirs.dispute}`],
  },
  'PATCH /api/disputes/:id/close': {
    by: () => [otherFamily.client],
    paths: () => [`/api/disputes/${theirs.dispute}/close`],
    body: () => ({}),
  },
  'PUT /api/disputes/:id/response': {
    by: () => [otherCaregiver.client],
    paths: () => [`/api/disputes/${theirs.dispute}/response`],
    body: () => ({ text: 'Let me in' }),
  },
  'POST /api/disputes/:id/answers': {
    by: getStrangers,
    paths: () => [`/api/disputes/${theirs.dispute}/answers`],
    body: () => ({ text: 'Let me in' }),
  },
  'POST /api/disputes/:id/evidence': {
    by: getStrangers,
    paths: () => [`/api/disputes/${theirs.dispute}/evidence`],
    body: () => toForm({ file: { content: Buffer.from('%PDF-1.4'), name: 'proof.pdf' } }),
  },
  'PUT /api/availability/rules/:id': {
    by: () => [otherCaregiver.client],
    paths: () => [`/api/availability/rules/${theirs.rule}`],
    body: () => ({ weekday: 2, start: '01:00', end: '02:00' }),
  },
  'DELETE /api/availability/rules/:id': {
    by: () => [otherCaregiver.client],
    paths: () => [`/api/availability/rules/${theirs.rule}`],
  },
  'PUT /api/availability/overrides/:id': {
    by: () => [otherCaregiver.client],
    paths: () => [`/api/availability/overrides/${theirs.override}`],
    body: makeOverrideBody,
  },
  'DELETE /api/availability/overrides/:id': {
    by: () => [otherCaregiver.client],
    paths: () => [`/api/availability/overrides/${theirs.override}`],
  },
  'DELETE /api/availability/waitlist/:id': {
    by: () => [otherFamily.client],
    paths: () => [`/api/availability/waitlist/${theirs.wait}`],
  },
  'POST /api/auth/caregiver/references/:id/ask': {
    by: () => [otherCaregiver.client],
    paths: () => [`/api/auth/caregiver/references/${theirs.reference}/ask`],
  },
  'DELETE /api/auth/caregiver/references/:id': {
    by: () => [otherCaregiver.client],
    paths: () => [`/api/auth/caregiver/references/${theirs.reference}`],
  },
  'DELETE /api/saved-searches/:id': {
    by: () => [otherFamily.client],
    paths: () => [`/api/saved-searches/${theirs.savedSearch}`],
  },
  'DELETE /api/availability/timeoff/:id': {
    by: () => [otherCaregiver.client],
    paths: () => [`/api/availability/timeoff/${theirs.timeOff}`],
  },
  'POST /api/calendars/outside/:id/refresh': {
    by: () => [otherCaregiver.client],
    paths: () => [`/api/calendars/outside/${theirs.outsideCalendar}/refresh`],
  },
  'DELETE /api/calendars/outside/:id': {
    by: () => [otherCaregiver.client],
    paths: () => [`/api/calendars/outside/${theirs.outsideCalendar}`],
  },
  'POST /api/reports': {
    by: getStrangers,
    paths: () => ['/api/reports'],
    body: () => ({ kind: 'message', id: Number(theirs.messageId), reason: 'scam' }),
  },
  'GET /api/chat/conversations/:id': {
    by: getStrangers,
    paths: () => [theirs.conversation],
  },
  'GET /api/chat/conversations/:id/messages': {
    by: getStrangers,
    paths: () => [`${theirs.conversation}/messages`, `${theirs.conversation}/messages?after=0`],
  },
  'POST /api/chat/conversations/:id/messages': {
    by: getStrangers,
    paths: () => [`${theirs.conversation}/messages`],
    body: () => ({ text: 'Let me in' }),
  },
  'POST /api/chat/conversations/:id/messages/mark-read': {
    by: getStrangers,
    paths: () => [`${theirs.conversation}/messages/mark-read`],
    body: () => ({ message_ids: [theirs.messageId] }),
  },
  'PATCH /api/chat/conversations/:id/messages/:messageId/read': {
    by: getStrangers,
    paths: () => [`${theirs.conversation}/messages/${theirs.messageId}/read`],
  },
  'DELETE /api/auth/identities/:id': {
    by: () => [otherCaregiver.client, otherFamily.client, admin.client],
    paths: () => theirs.identities.map((id) => `/api/auth/identities/${id}`),
  },
  'DELETE /api/auth/sessions/:id': {
    by: () => [otherCaregiver.client, otherFamily.client, admin.client],
    paths: () => [`/api/auth/sessions/${caregiver.sessionId}`, `/api/auth/sessions/${family.sessionId}`],
  },
}

/** Favorites, blocks, and how far a caregiver is: the id is another person's, and the rest always the caller's own. */
const isOfOwnList = ({ path }: Route) => /^\/api\/(favorites|blocks|auth\/caregivers)\//.test(path)

describe('things that another user owns', () => {
  test('are tried on every route with an id', () => {
    const ownedRoutes = routes.filter(
      (route) =>
        Array.isArray(getCallers(route)) &&
        route.path.includes(':') &&
        !isOfOwnList(route) &&
        ['caregiver', 'caretaker'].some((role) => getCallers(route).includes(role as AccessRole)),
    )
    expect(ownedRoutes.map(getRouteName).filter((name) => !(name in ATTEMPTS))).toEqual([])
  })

  test.each(Object.entries(ATTEMPTS))('look missing to %s, and stay unchanged', async (name, attempt) => {
    const method = (name.split(' ')[0] as string).toLowerCase() as keyof Client
    const before = await digestTables(app)
    for (const client of attempt.by()) {
      const call = (path: string) => {
        const body = attempt.body?.()
        if (body instanceof FormData) return client.upload(path, body)
        return (client[method] as (path: string, body?: unknown) => Promise<Answer>)(path, body)
      }
      for (const path of attempt.paths()) {
        const foreign = await call(path)
        const missing = await call(path.replace(/\d+/, '999999999'))
        expect([foreign.status, { ...foreign.body, request_id: '' }]).toEqual([
          404,
          { detail: 'Not found', code: 'not_found', request_id: '' },
        ])
        expect([missing.status, { ...missing.body, request_id: '' }]).toEqual([
          404,
          { ...foreign.body, request_id: '' },
        ])
      }
    }
    expect(await digestTables(app)).toEqual(before)
  })

  test('look missing when a body names them', async () => {
    const before = await digestTables(app)
    for (const id of theirs.requests) {
      expect((await otherFamily.client.post('/api/requests/confirm', { request_id: id })).status).toBe(404)
    }
    for (const id of theirs.requests) expect((await openDispute(otherFamily, id)).status).toBe(404)
    const review = { booking_id: theirs.reviewable, rating: 1 }
    expect((await otherFamily.client.post('/api/reviews/reviews', review)).status).toBe(404)
    const answers = { booking_id: theirs.reviewable, as_described: true, safe: false, kind: true }
    expect((await otherCaregiver.client.post('/api/reviews/family-ratings', answers)).status).toBe(404)
    const day = { ...makeOverrideBody(), caregiver: caregiver.id }
    expect((await otherCaregiver.client.post('/api/availability/overrides', day)).status).toBe(403)
    expect(await digestTables(app)).toEqual(before)
  })

  test('can be paid only by the family; their caregiver gets a 403', async () => {
    const [, accepted] = theirs.requests
    const answer = await caregiver.client.post(`/api/payments/bookings/${accepted}/confirm`)
    expect([answer.status, answer.body.detail]).toEqual([403, 'Only the request owner can pay'])
  })

  test('are in no list of another user', async () => {
    const lists = routes.filter(
      (route) => route.method === 'GET' && Array.isArray(getCallers(route)) && !route.path.includes(':'),
    )
    const pairs = { caregiver: [caregiver, otherCaregiver], caretaker: [family, otherFamily] } as const
    let compared = 0
    for (const route of lists) {
      for (const [role, [owner, stranger]] of Object.entries(pairs)) {
        if (!getCallers(route).includes(role as AccessRole)) continue
        compared += 1
        const { body: own } = await owner.client.get(route.path)
        const { body: foreign } = await stranger.client.get(route.path)
        expect(JSON.stringify(foreign), `${getRouteName(route)} of ${role}`).not.toMatch(/Unmistakable/)
        expect(JSON.stringify(foreign)).not.toContain(owner.email)
        expect(foreign).not.toEqual(own)
        if (!own.results) continue
        expect(own.results.length, `${getRouteName(route)} of ${role}`).toBeGreaterThan(0)
        const ids = own.results.map((row: { id?: number; request_id?: number }) => row.id ?? row.request_id)
        for (const row of foreign.results) expect(ids).not.toContain(row.id ?? row.request_id)
      }
    }
    expect(compared).toBeGreaterThanOrEqual(12)
    expect((await otherCaregiver.client.get('/api/wallets/mine')).body).toMatchObject({
      balance: 0,
      pending: 0,
    })
    expect((await caregiver.client.get('/api/wallets/mine')).body.pending).toBeGreaterThan(0)
  })

  test('stay unread when another user marks them as read', async () => {
    const { caregiver: caregiverIds, family: familyIds } = theirs.notifications
    expect(caregiverIds.length).toBeGreaterThan(0)
    expect(familyIds.length).toBeGreaterThan(0)
    const before = await digestTables(app)
    for (const client of [otherCaregiver.client, otherFamily.client, admin.client]) {
      expect(
        (await client.post('/api/notifications/mark-read', { ids: [...caregiverIds, ...familyIds] })).status,
      ).toBe(200)
    }
    expect(await digestTables(app)).toEqual(before)
  })
})

describe('documents', () => {
  test('open by the signed link only, for its viewer only, not by a link changed from it', async () => {
    expect((await caregiver.client.get(theirs.document)).status).toBe(200)
    for (const client of [app.visitor, admin.client, otherCaregiver.client, family.client]) {
      expect((await client.get(theirs.document)).status).toBe(404)
    }
    const link = new URL(theirs.document, app.url)
    const changed = (name: string, value: string | null) => {
      const url = new URL(link)
      if (value === null) url.searchParams.delete(name)
      else url.searchParams.set(name, value)
      return url.pathname + url.search
    }
    const expires = Number(link.searchParams.get('expires'))
    const signature = link.searchParams.get('signature') as string
    for (const path of [
      link.pathname,
      changed('viewer', String(admin.id)),
      changed('viewer', String(otherCaregiver.id)),
      changed('expires', String(expires + 600)),
      changed('signature', null),
      changed('signature', `${signature.slice(0, -1)}${signature.endsWith('A') ? 'B' : 'A'}`),
      `${link.pathname}${link.search}&viewer=${admin.id}`,
      theirs.document.replace('/api/files/', '/avatars/'),
    ]) {
      for (const { client } of [caregiver, otherCaregiver, admin]) {
        const answer = await client.get(path)
        expect([path, answer.status]).toEqual([path, 404])
      }
    }
  })

  test('are linked only in answers to their owner and to admins', async () => {
    const file = new URL(theirs.document, app.url).pathname
    for (const { client } of [otherCaregiver, family, otherFamily]) {
      for (const path of [
        '/api/auth/caregivers',
        `/api/auth/caregivers/${caregiver.id}`,
        '/api/requests/mine',
      ]) {
        expect(JSON.stringify((await client.get(path)).body)).not.toContain(file)
      }
    }
    const { body } = await admin.client.get('/api/admin-panel/caregivers/verification?status=verified')
    const listed = body.results.find(({ id }: { id: number }) => id === caregiver.id)
    expect(listed.id_front).toContain(file)
    expect(listed.id_front).not.toBe(theirs.document)
  })
})
