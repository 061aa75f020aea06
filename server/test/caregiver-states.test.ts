/**
 * Every call of a caregiver that touches a family, in each state of the caregiver.
 * @see docs/rules/profiles-and-files.md#restricted-caregivers
 */
import type { Role } from '@tendwell/contract/sign-in/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Client, type TestApp, testApp } from './app.ts'
import { makeUser, type TestUser } from './factories/accounts.ts'
import { dateIn, openHours } from './factories/availability.ts'
import { insertPaidRequest } from './factories/booked.ts'
import { makeRequest } from './factories/bookings.ts'
import { makeConversation } from './factories/chat.ts'
import { openDispute } from './factories/disputes.ts'
import { proposeMove } from './factories/moves.ts'
import { makeCaregiver, makeFamily, PDF, setVerificationStatus, toForm } from './factories/profiles.ts'
import { getCallers, getRouteName, listRoutes } from './routes.ts'

const STATES = ['pending', 'flagged', 'rejected', 'deactivated'] as const
type State = (typeof STATES)[number]

const SECRETS = { phone: '+44 20 7946 0991', child: 'Wilhelmina' }

let app: TestApp
let admin: TestUser

beforeAll(async () => {
  app = await testApp()
  admin = await makeUser(app, { role: 'admin' })
})
afterAll(() => app.close())

/** A caregiver with a request, a booking a week ahead, a dispute and conversations, each with a family. */
async function makeConnected() {
  const caregiver = await makeCaregiver(app)
  const date = dateIn(app, 7)
  await openHours(caregiver, date)
  const family = await makeFamily(app, { name: 'Zenobia Okafor' })
  const children = [{ name: SECRETS.child, age: 5 }]
  const details = { phone_number: SECRETS.phone, city: 'London', country: 'United Kingdom', children }
  expect((await family.client.put('/api/auth/caretaker/profile', details)).status).toBe(200)
  const between = (start: string, end: string) => ({ caregiver, family, windows: [{ date, start, end }] })
  const submitted = await makeRequest(app, between('09:00', '10:00'))
  const booked = await insertPaidRequest(app, between('10:00', '11:00'))
  const disputed = await insertPaidRequest(app, between('11:00', '12:00'))
  const { body: dispute } = await openDispute(family, disputed.id)
  const asked = await admin.client.post(`/api/admin-panel/disputes/${dispute.id}/questions`, {
    side: 'caregiver',
    text: 'When did you arrive?',
  })
  expect(asked.status).toBe(201)
  const conversation = await makeConversation(app, { caregiver, family })
  const bookingId = booked.bookingIds[0] as number
  const proposal = await proposeMove(family, booked, [{ date, start: '15:00', end: '16:00' }])
  const unwritten = await makeRequest(app, {
    ...between('13:00', '14:00'),
    family: await makeFamily(app),
  })
  await app.drain()
  const moveId: number = proposal.body.id
  return { caregiver, family, submitted, booked, bookingId, moveId, dispute, conversation, unwritten }
}
type Connected = Awaited<ReturnType<typeof makeConnected>>

async function moveTo(state: State, { id }: TestUser): Promise<void> {
  if (state === 'pending') return setVerificationStatus(app, id, 'pending')
  const { status } =
    state === 'deactivated'
      ? await admin.client.post(`/api/admin-panel/users/${id}/status/`, {
          is_active: false,
          reason: 'Forged papers',
        })
      : await admin.client.post(`/api/admin-panel/caregivers/${id}/verification/`, {
          verification_status: state,
          rejection_reason: 'Forged',
        })
  expect(status).toBe(200)
}

type Call = {
  call: (client: Client, connected: Connected) => Promise<Answer>
  /** The status in each state. A deactivated caregiver has no session: 401. */
  answers: Record<Exclude<State, 'deactivated'>, number>
  /** States in which the answer may hold the family's contact details. */
  revealsIn?: State[]
}

const same = (status: number) => ({ pending: status, flagged: status, rejected: status })

const CALLS: Record<string, Call> = {
  'GET /api/auth/caretakers/:id': {
    call: (client, { family }) => client.get(`/api/auth/caretakers/${family.id}`),
    answers: { pending: 200, flagged: 404, rejected: 404 },
    revealsIn: ['pending'],
  },
  'GET /api/blocks': { call: (client) => client.get('/api/blocks'), answers: same(200) },
  'GET /api/blocks/:id/preview': {
    call: (client) => client.get('/api/blocks/999999999/preview'),
    answers: same(200),
  },
  'POST /api/blocks': {
    call: (client) => client.post('/api/blocks', { user_id: 999_999_999, reason: 'other' }),
    answers: same(404),
  },
  'DELETE /api/blocks/:id': {
    call: (client, { family }) => client.delete(`/api/blocks/${family.id}`),
    answers: same(404),
  },
  'GET /api/requests/incoming': {
    call: (client) => client.get('/api/requests/incoming'),
    answers: same(200),
  },
  'GET /api/requests/:id': {
    call: (client, { submitted }) => client.get(`/api/requests/${submitted.id}`),
    answers: same(200),
  },
  'PATCH /api/requests/:id/status': {
    call: (client, { submitted }) =>
      client.patch(`/api/requests/${submitted.id}/status`, { status: 'accepted' }),
    // A rejected caregiver's requests are closed.
    answers: { pending: 403, flagged: 403, rejected: 409 },
  },
  'POST /api/payments/bookings/:id/confirm': {
    call: (client, { submitted }) => client.post(`/api/payments/bookings/${submitted.id}/confirm`),
    answers: same(403),
  },
  'GET /api/requests/:id/move-slots': {
    call: (client, { booked, bookingId }) =>
      client.get(
        `/api/requests/${booked.id}/move-slots?booking_ids=${bookingId}&date_from=2026-01-01&date_to=2026-01-02&timezone=UTC`,
      ),
    // A rejected caregiver's bookings are canceled.
    answers: { pending: 404, flagged: 404, rejected: 409 },
  },
  'POST /api/requests/:id/moves': {
    call: (client, { booked, bookingId }) =>
      client.post(`/api/requests/${booked.id}/moves`, {
        booking_ids: [bookingId],
        timezone: 'UTC',
        windows: [{ date: dateIn(app, 7), start: '14:00', end: '15:00' }],
      }),
    answers: same(409),
  },
  'GET /api/requests/meetings': {
    call: (client) => client.get('/api/requests/meetings?when=waiting'),
    answers: same(200),
  },
  'PATCH /api/requests/meetings/:id': {
    call: (client) => client.patch('/api/requests/meetings/999999', { status: 'accepted' }),
    answers: same(404),
  },
  'PATCH /api/moves/:id': {
    call: (client, { moveId }) => client.patch(`/api/moves/${moveId}`, { status: 'declined' }),
    answers: { pending: 200, flagged: 200, rejected: 409 },
  },
  'GET /api/requests/bookings/caregiver': {
    call: (client) => client.get('/api/requests/bookings/caregiver'),
    answers: same(200),
  },
  'GET /api/requests/bookings/caregiver/:id': {
    call: (client, { booked }) => client.get(`/api/requests/bookings/caregiver/${booked.id}`),
    answers: same(200),
    revealsIn: ['pending'],
  },
  'GET /api/reviews/bookings/:id/family-ratings': {
    call: (client, { booked }) => client.get(`/api/reviews/bookings/${booked.id}/family-ratings`),
    answers: same(200),
  },
  'POST /api/reviews/reviews/:id/reply': {
    call: (client) => client.post('/api/reviews/reviews/999999/reply', { text: 'Thank you' }),
    answers: same(404),
  },
  'POST /api/reviews/family-ratings': {
    // The visit is ahead, or canceled.
    call: (client, { bookingId }) =>
      client.post('/api/reviews/family-ratings', {
        booking_id: bookingId,
        as_described: true,
        safe: true,
        kind: true,
      }),
    answers: same(409),
  },
  'GET /api/requests/:id/calendar.ics': {
    call: (client, { booked }) => client.get(`/api/requests/${booked.id}/calendar.ics`),
    answers: same(200),
  },
  'GET /api/home': {
    call: (client) => client.get('/api/home'),
    answers: same(200),
  },
  'GET /api/chat/conversations': {
    call: (client) => client.get('/api/chat/conversations'),
    answers: same(200),
  },
  'GET /api/chat/conversations/:id': {
    call: (client, { conversation }) => client.get(`/api/chat/conversations/${conversation.id}`),
    answers: same(200),
  },
  'GET /api/chat/conversations/:id/messages': {
    call: (client, { conversation }) => client.get(`/api/chat/conversations/${conversation.id}/messages`),
    answers: same(200),
  },
  'POST /api/chat/conversations/:id/messages': {
    call: (client, { conversation }) =>
      client.post(`/api/chat/conversations/${conversation.id}/messages`, { text: 'Hello' }),
    // A flagged caregiver's booking is still ahead; a rejected one's is canceled.
    answers: { pending: 201, flagged: 201, rejected: 409 },
  },
  'POST /api/reports': {
    call: (client, { conversation }) =>
      client.post('/api/reports', { kind: 'message', id: conversation.messageId, reason: 'scam' }),
    answers: same(201),
  },
  'POST /api/chat/conversations/create': {
    call: (client, { unwritten }) =>
      client.post('/api/chat/conversations/create', { caretaker_id: unwritten.family.id, text: 'Hello' }),
    answers: { pending: 201, flagged: 404, rejected: 404 },
  },
  'POST /api/chat/conversations/:id/messages/mark-read': {
    call: (client, { conversation }) =>
      client.post(`/api/chat/conversations/${conversation.id}/messages/mark-read`, {
        message_ids: [conversation.messageId],
      }),
    answers: same(200),
  },
  'PATCH /api/chat/conversations/:id/messages/:messageId/read': {
    call: (client, { conversation: { id, messageId } }) =>
      client.patch(`/api/chat/conversations/${id}/messages/${messageId}/read`),
    answers: same(200),
  },
  'GET /api/requests/completion-rate': {
    call: (client) => client.get('/api/requests/completion-rate'),
    answers: same(200),
  },
  'GET /api/requests/:id/cancellation': {
    call: (client, { booked }) => client.get(`/api/requests/${booked.id}/cancellation`),
    answers: { pending: 200, flagged: 200, rejected: 409 },
  },
  'POST /api/requests/:id/cancel': {
    call: (client, { booked }) =>
      client.post(`/api/requests/${booked.id}/cancel`, { reason: 'illness', refund_usd: 25 }),
    answers: { pending: 200, flagged: 200, rejected: 409 },
  },
  'GET /api/disputes/assigned-to-me': {
    call: (client) => client.get('/api/disputes/assigned-to-me'),
    answers: same(200),
  },
  'GET /api/disputes/:id': {
    call: (client, { dispute }) => client.get(`/api/disputes/${dispute.id}`),
    answers: same(200),
  },
  'PUT /api/disputes/:id/response': {
    call: (client, { dispute }) =>
      client.put(`/api/disputes/${dispute.id}/response`, { text: 'I was there at nine' }),
    answers: same(200),
  },
  'POST /api/disputes/:id/answers': {
    call: (client, { dispute }) =>
      client.post(`/api/disputes/${dispute.id}/answers`, { text: 'I was there at nine' }),
    answers: same(201),
  },
  'POST /api/disputes/:id/evidence': {
    call: (client, { dispute }) =>
      client.upload(
        `/api/disputes/${dispute.id}/evidence`,
        toForm({ file: { content: PDF, name: 'log.pdf' } }),
      ),
    answers: same(201),
  },
  'GET /api/notifications': {
    call: (client) => client.get('/api/notifications?status=all'),
    answers: same(200),
  },
}

/** Calls of a caregiver about themselves: no answer has anything of a family in it. */
const OWN =
  /^\w+ \/api\/(auth\/(?!caretakers)|account\/|background-checks|availability\/|wallets\/|payouts|calendars\/|notifications\/(mark-read|settings))|^GET \/ws\//

it('knows every call that a caregiver can make', () => {
  const callable = listRoutes(app)
    .filter((route) => Array.isArray(getCallers(route)) && getCallers(route).includes('caregiver' as Role))
    .map(getRouteName)
  expect(callable.filter((name) => !(name in CALLS) && !OWN.test(name))).toEqual([])
})

describe.each(STATES)('a %s caregiver', (state) => {
  let connected: Connected

  beforeAll(async () => {
    connected = await makeConnected()
    await moveTo(state, connected.caregiver)
  })

  it.each(Object.entries(CALLS))('calls %s', async (_, { call, answers, revealsIn = [] }) => {
    const { caregiver, family } = connected
    const { status, body } = await call(caregiver.client, connected)
    expect(status).toBe(state === 'deactivated' ? 401 : answers[state])
    const text = JSON.stringify(body)
    expect(text).not.toContain(family.email)
    if (revealsIn.includes(state)) expect(text).toContain(SECRETS.phone)
    else expect(text).not.toMatch(/7946 0991|Wilhelmina/)
    if (state === 'deactivated') expect(text).not.toContain('Zenobia')
  })
})
