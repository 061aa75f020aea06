/** A family and a caregiver never learn each other's address. @see docs/rules/README.md#security */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailbox } from '../../src/ports/mailer/tables.ts'
import { type Answer, type Client, type TestApp, testApp } from '../app.ts'
import { makeUser, type TestUser } from '../factories/accounts.ts'
import { dateIn, hours, openHours } from '../factories/availability.ts'
import { makeAcceptedRequest, makePaidRequest, makeRequest } from '../factories/bookings.ts'
import { openChatSocket, openNotificationsSocket, type TestSocket } from '../factories/chat.ts'
import { openDispute } from '../factories/disputes.ts'
import { answerMeeting, askMeeting } from '../factories/meetings.ts'
import { makeCaregiver, makePicture, toForm } from '../factories/profiles.ts'
import { makeEndedBooking } from '../factories/reviews.ts'
import { getCallers, getRouteName, listRoutes, type Route } from '../routes.ts'

/** Everything that a person was sent. */
type Recorded = TestUser & { received: string[]; sockets: TestSocket[] }

let app: TestApp
let caregiver: Recorded
let family: Recorded
let admin: TestUser
/** The path of each route with parameters, and the query of each route that needs one. */
let paths: Record<string, string>

/** Keeps the bodies of all answers that a user gets. */
function recordAnswers(user: TestUser): Recorded {
  const received: string[] = []
  const keep = async (answer: Promise<Answer>) => {
    const { body } = await answer
    received.push(JSON.stringify(body))
    return answer
  }
  const { client } = user
  const recording: Client = {
    get: (path) => keep(client.get(path)),
    post: (path, body, headers) => keep(client.post(path, body, headers)),
    put: (path, body) => keep(client.put(path, body)),
    patch: (path, body) => keep(client.patch(path, body)),
    delete: (path) => keep(client.delete(path)),
    upload: (path, form) => keep(client.upload(path, form)),
  }
  return { ...user, client: recording, received, sockets: [] }
}

async function openSockets(user: Recorded): Promise<void> {
  user.sockets.push(await openChatSocket(app, user), await openNotificationsSocket(app, user))
}

beforeAll(async () => {
  app = await testApp()
  caregiver = recordAnswers(
    await makeCaregiver(app, { name: 'Nora Lind', email: 'nora.secret@example.test' }),
  )
  const caretaker = await makeUser(app, {
    role: 'caretaker',
    fullName: 'Fay Hart',
    email: 'fay.secret@example.test',
  })
  family = recordAnswers(caretaker)
  admin = await makeUser(app, { role: 'admin' })
  await app.drain()
  await openSockets(caregiver)
  await openSockets(family)
  paths = await makeEverything()
  for (const person of [caregiver, family])
    for (const route of listReadable(person)) await read(person, route)
  for (const { sockets } of [caregiver, family]) for (const socket of sockets) await socket.flush()
})
afterAll(() => app.close())

/** Goes through everything the two do with each other. */
async function makeEverything(): Promise<typeof paths> {
  const date = dateIn(app, 7)
  await openHours(caregiver, date, [hours('09:00', '15:00')])
  const between = (start: string, end: string) => ({ caregiver, family, windows: [{ date, start, end }] })
  await makeRequest(app, between('09:00', '10:00'))
  await makeAcceptedRequest(app, between('10:00', '11:00'))
  const paid = await makePaidRequest(app, between('11:00', '12:00'))
  const { body: booking } = await family.client.get(`/api/requests/bookings/caretaker/${paid.id}`)
  const bookingId: number = booking.windows[0].booking_id
  const escalated = await makePaidRequest(app, between('12:00', '13:00'))
  const rejected = await makePaidRequest(app, between('13:00', '14:00'))
  const ended = await makeEndedBooking(app, { caregiver, family, startsAt: new Date(Date.UTC(2026, 0, 2)) })
  await family.client.post('/api/reviews/reviews', { booking_id: ended, rating: 4, comment: 'Kind' })
  const meeting = await askMeeting(family, caregiver, `${date}T14:00:00Z`)
  await answerMeeting(caregiver, meeting.body.id, {
    status: 'accepted',
    video_link: 'https://meet.example.com/nora',
  })
  const begun = await family.client.post('/api/chat/conversations/create', {
    caregiver_id: caregiver.id,
    text: 'Hello',
  })
  const conversation = `/api/chat/conversations/${begun.body.conversation.id}`
  await caregiver.client.post(`${conversation}/messages`, { text: 'Hello Fay', client_id: 'one' })
  const disputes = []
  for (const { id } of [paid, escalated, rejected]) disputes.push((await openDispute(family, id)).body.id)
  const picture = { content: await makePicture('png'), name: 'door.png' }
  await family.client.upload(`/api/disputes/${disputes[1]}/evidence`, toForm({ file: picture }))
  await family.client.patch(`/api/disputes/${disputes[0]}/close`)
  await admin.client.post(`/api/admin-panel/disputes/${disputes[1]}/escalate`)
  await admin.client.post(`/api/admin-panel/disputes/${disputes[2]}/reject`, { resolution: 'Not shown' })
  await app.drain()
  const { body: payments } = await family.client.get('/api/payments/mine')
  return {
    '/api/auth/caretakers/:id': `/api/auth/caretakers/${family.id}`,
    '/api/auth/caregivers/:id': `/api/auth/caregivers/${caregiver.id}`,
    '/api/reviews/caregivers/:id/rating-summary': `/api/reviews/caregivers/${caregiver.id}/rating-summary`,
    '/api/reviews/caregivers/:id/reviews': `/api/reviews/caregivers/${caregiver.id}/reviews`,
    '/api/reviews/bookings/:id/family-ratings': `/api/reviews/bookings/${paid.id}/family-ratings`,
    '/api/availability/month': `/api/availability/month?user_id=${caregiver.id}&year=2026&month=1&timezone=UTC`,
    '/api/availability/day': `/api/availability/day?user_id=${caregiver.id}&date=${date}&timezone=UTC`,
    '/api/availability/public/overrides': `/api/availability/public/overrides?user_id=${caregiver.id}`,
    '/api/availability/booked': `/api/availability/booked?date_from=${date}&date_to=${date}`,
    '/api/calendars/outside/busy': `/api/calendars/outside/busy?date_from=${date}&date_to=${date}`,
    '/api/requests/meetings': '/api/requests/meetings?when=upcoming',
    '/api/requests/meetings/times': `/api/requests/meetings/times?caregiver_id=${caregiver.id}&date=${date}&minutes=30&timezone=UTC`,
    '/api/auth/caregivers/:id/distance': `/api/auth/caregivers/${caregiver.id}/distance?city=Paris&country=France`,
    '/api/requests/:id': `/api/requests/${paid.id}`,
    '/api/requests/:id/move-slots': `/api/requests/${paid.id}/move-slots?booking_ids=${bookingId}&date_from=${date}&date_to=${date}&timezone=UTC`,
    '/api/requests/:id/cancellation': `/api/requests/${paid.id}/cancellation`,
    '/api/requests/:id/backup-caregivers': `/api/requests/${paid.id}/backup-caregivers`,
    '/api/blocks/:id/preview': `/api/blocks/${caregiver.id}/preview`,
    '/api/requests/:id/calendar.ics': `/api/requests/${paid.id}/calendar.ics`,
    '/api/payments/bookings/:id': `/api/payments/bookings/${paid.id}`,
    '/api/payments/:id': `/api/payments/${payments.results[0].id}`,
    '/api/chat/conversations/:id': conversation,
    '/api/chat/conversations/:id/messages': `${conversation}/messages`,
    '/api/disputes/:id': `/api/disputes/${disputes[1]}`,
    '/api/places': '/api/places?q=london',
    '/api/requests/bookings/caregiver/:id': `/api/requests/bookings/caregiver/${paid.id}`,
    '/api/requests/bookings/caretaker/:id': `/api/requests/bookings/caretaker/${paid.id}`,
    '/api/wallets/mine/statement': '/api/wallets/mine/statement?month=2026-01',
    '/api/wallets/mine/totals': '/api/wallets/mine/totals?year=2026',
    '/api/notifications': '/api/notifications?status=all',
  }
}

/**
 * Routes that answer data to this person; files are bytes, unsubscribing and answering for a reference need a mailed link, and the
 * rest is for machines.
 */
function listReadable({ role }: TestUser): Route[] {
  return listRoutes(app).filter((route) => {
    if (route.method !== 'GET' || !route.path.startsWith('/api/')) return false
    if (/^\/api\/(docs|openapi\.json|files\/|notifications\/unsubscribe|references$)/.test(route.path))
      return false
    const callers = getCallers(route)
    return callers === 'everyone' || (callers !== 'socket' && callers.includes(role))
  })
}

async function read({ client }: Recorded, route: Route): Promise<void> {
  const path = paths[route.path] ?? route.path
  if (path.includes('/:')) throw new Error(`Add the path of ${getRouteName(route)} to this test`)
  const { status, body } = await client.get(path)
  expect([getRouteName(route), status, status === 200 ? null : body]).toEqual([
    getRouteName(route),
    200,
    null,
  ])
}

const sides = () => [
  { reader: caregiver, other: family },
  { reader: family, other: caregiver },
]

describe('the address of the other side', () => {
  it('is in no answer of the API', () => {
    for (const { reader, other } of sides()) {
      expect(reader.received.length).toBeGreaterThan(25)
      expect(reader.received.filter((body) => body.includes(reader.email)).length).toBeGreaterThan(0)
      expect(reader.received.filter((body) => body.includes(other.email))).toEqual([])
    }
  })

  it('is in no frame of a socket', () => {
    for (const { reader, other } of sides()) {
      const frames = reader.sockets.map((socket) => JSON.stringify(socket.frames))
      expect(frames.join()).toContain('"event":"')
      expect(frames.join()).not.toContain(other.email)
    }
  })

  it('is in no mail and no notification', async () => {
    const mails = await app.deps.database.select().from(mailbox)
    const { rows: bell } = await app.deps.database.execute<{ user_id: number; payload: unknown }>(
      sql`SELECT user_id, payload FROM notifications`,
    )
    for (const { reader, other } of sides()) {
      const theirs = mails.filter(({ recipient }) => recipient === reader.email)
      const shown = bell.filter(({ user_id }) => user_id === reader.id)
      expect(theirs.length).toBeGreaterThan(3)
      expect(shown.length).toBeGreaterThan(3)
      expect(JSON.stringify([theirs, shown])).not.toContain(other.email)
    }
  })

  it('is on no page that the server renders', async () => {
    for (const path of ['/', '/caregivers', `/caregivers/${caregiver.id}`]) {
      const { body } = await app.visitor.get(path)
      for (const { email } of [caregiver, family]) expect(JSON.stringify(body)).not.toContain(email)
    }
  })
})

it('shows an admin and each person themselves the addresses of a dispute', async () => {
  const [path = ''] = [paths['/api/disputes/:id']]
  const ofCaregiver = await caregiver.client.get(path)
  expect(ofCaregiver.body.parties).toMatchObject({
    caretaker: { email: null },
    caregiver: { email: caregiver.email },
  })
  const ofFamily = await family.client.get(path)
  expect(ofFamily.body.parties).toMatchObject({
    caretaker: { email: family.email },
    caregiver: { email: null },
  })
  const ofAdmin = await admin.client.get(path.replace('/api/', '/api/admin-panel/'))
  expect(ofAdmin.body.parties).toMatchObject({
    caretaker: { email: family.email },
    caregiver: { email: caregiver.email },
  })
})
