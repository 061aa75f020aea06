import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import {
  getVerificationToken,
  listEmailsTo,
  makeUser,
  PASSWORD,
  type TestUser,
} from '../../../test/factories/accounts.ts'
import { dateIn, makeListedCaregiver, openHours, utc } from '../../../test/factories/availability.ts'
import {
  answerRequest,
  checkout,
  confirm,
  makeAcceptedRequest,
  makeFamily,
  makePaidRequest,
  makeRequest,
  payCard,
} from '../../../test/factories/bookings.ts'
import { loggedInAgain, makeCaregiver } from '../../../test/factories/profiles.ts'
import { withTransaction } from '../../platform/database.ts'
import type { EventMap, EventName } from '../../platform/events.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

type Shown = { id: number; type: string; read_at: string | null; payload: Record<string, unknown> }

/** What a person finds in the bell, oldest first, after all that is due was done. */
async function bellOf(person: TestUser, query = '?status=all'): Promise<Shown[]> {
  await app.drain()
  const { status, body } = await (await loggedInAgain(app, person)).get(`/api/notifications${query}`)
  expect(status).toBe(200)
  return body.results.reverse()
}

const typesOf = async (person: TestUser) => (await bellOf(person)).map(({ type }) => type)

/** Subjects of what a person was mailed, sign-up's own letters left out. */
async function subjectsTo({ email }: TestUser): Promise<string[]> {
  const letters = await listEmailsTo(app, email)
  return letters.map(({ subject }) => subject).filter((subject) => !subject.startsWith('Verify your email'))
}

/** Tells of something once more, as the queue may. */
async function publishAgain<Name extends EventName>(name: Name, payload: EventMap[Name]): Promise<void> {
  await withTransaction(app.deps.database, (transaction) => app.deps.jobs.publish(transaction, name, payload))
  await app.drain()
}

describe('a request', () => {
  test('is told to its caregiver alone, in the bell and by mail', async () => {
    const { id, caregiver, family, windows } = await makeRequest(app)
    const [told, ...more] = await bellOf(caregiver)
    expect(more).toEqual([])
    const [window] = windows
    expect(told).toEqual({
      id: expect.any(Number),
      type: 'booking_request_created',
      created_at: expect.stringMatching(/Z$/),
      read_at: null,
      payload: {
        request_id: id,
        caregiver_name: caregiver.fullName,
        caretaker_name: family.fullName,
        status: 'submitted',
        timezone: 'UTC',
        windows: [{ ...window, hours: 2 }],
        total_hours: 2,
        total_price_usd: 50,
        message: `${family.fullName} sent you a booking request for 2 hours ($50.00).`,
        action_url: '/requests/incoming',
        action_text: 'See the request',
      },
    })
    expect(await bellOf(family)).toEqual([])
    expect(await subjectsTo(family)).toEqual([])
    const [letter, ...others] = await listEmailsTo(app, caregiver.email)
    expect(others).toEqual([])
    expect(letter?.subject).toBe(`${family.fullName} would like to book you`)
    expect(letter?.text).toContain(`Dear ${caregiver.fullName},`)
    expect(letter?.text).toContain('for 2 hours ($50.00)')
    expect(letter?.text).toContain(`${app.url}/requests/incoming`)
  })

  test.each([
    ['accepted', 'Complete payment', (id: number) => `/checkout/${id}`],
    ['rejected', 'See your requests', () => '/requests'],
  ] as const)('that is %s is told to its family alone', async (status, action, path) => {
    const { id, caregiver, family } = await makeRequest(app)
    expect((await answerRequest(caregiver, id, status)).status).toBe(200)
    const bell = await bellOf(family)
    expect(bell).toHaveLength(1)
    expect(bell[0]).toMatchObject({
      type: 'booking_status_changed',
      payload: { request_id: id, status, action_url: path(id), action_text: action },
    })
    expect(bell[0]?.payload.message).toContain(`${caregiver.fullName} has ${status} your request.`)
    expect(await subjectsTo(family)).toEqual([`${caregiver.fullName} has ${status} your request`])
    expect(await typesOf(caregiver)).toEqual(['booking_request_created'])
  })

  test('that is paid is told to both, each in their own words', async () => {
    const { id, caregiver, family } = await makePaidRequest(app)
    const [, hers] = await bellOf(caregiver)
    const [, theirs] = await bellOf(family)
    expect(await typesOf(caregiver)).toEqual(['booking_request_created', 'booking_confirmed'])
    expect(await typesOf(family)).toEqual(['booking_status_changed', 'booking_confirmed'])
    expect(hers?.payload).toMatchObject({
      request_id: id,
      message: `${family.fullName} has paid $50.00. Your booking of 2 hours is confirmed.`,
      action_url: '/caregiver/bookings',
    })
    expect(theirs?.payload).toMatchObject({
      request_id: id,
      message: `Your payment of $50.00 has arrived. Your booking with ${caregiver.fullName} is confirmed.`,
      action_url: '/bookings',
    })
    for (const person of [caregiver, family]) {
      expect((await subjectsTo(person)).at(-1)).toBe('Your booking is confirmed')
    }
  })

  test('that loses its hours is told to its family alone, who has paid nothing', async () => {
    const caregiver = await makeListedCaregiver(app)
    await openHours(caregiver, dateIn(app, 7))
    const loser = await makeAcceptedRequest(app, { caregiver })
    const winner = await makePaidRequest(app, { caregiver })
    const bell = await bellOf(loser.family)
    expect(bell.map(({ type }) => type)).toEqual(['booking_status_changed', 'booking_auto_rejected'])
    expect(bell[1]?.payload.message).toMatch(
      /no longer free, so your request was closed\. Nothing was charged\.$/,
    )
    expect((await subjectsTo(loser.family)).at(-1)).toBe(
      `Your request to ${caregiver.fullName} could not be booked`,
    )
    expect(await typesOf(winner.family)).toEqual(['booking_status_changed', 'booking_confirmed'])
    expect(await typesOf(caregiver)).not.toContain('booking_auto_rejected')
  })

  test('that loses its hours when it is paid as well tells of the refund, once', async () => {
    const caregiver = await makeListedCaregiver(app)
    await openHours(caregiver, dateIn(app, 7))
    const loser = await makeAcceptedRequest(app, { caregiver })
    const winner = await makeAcceptedRequest(app, { caregiver })
    const page = await checkout(loser)
    expect(await payCard(await checkout(winner))).toBe(303)
    await confirm(winner)
    await payCard(page)
    await confirm(loser)
    const bell = await bellOf(loser.family)
    const closed = bell.filter(({ type }) => type === 'booking_auto_rejected')
    expect(closed.at(-1)?.payload.message).toMatch(/\$50\.00 is being refunded in full\.$/)
    expect(new Set(closed.map(({ payload }) => payload.message)).size).toBe(closed.length)
  })

  test('is told once, however often the queue tells of it', async () => {
    const { id, caregiver, family } = await makePaidRequest(app)
    await app.drain()
    const before = [await bellOf(caregiver), await bellOf(family)]
    const letters = [await subjectsTo(caregiver), await subjectsTo(family)]
    await publishAgain('request.submitted', { requestId: id })
    await publishAgain('request.answered', { requestId: id, status: 'accepted' })
    await publishAgain('request.booked', { requestId: id })
    expect([await bellOf(caregiver), await bellOf(family)]).toEqual(before)
    expect([await subjectsTo(caregiver), await subjectsTo(family)]).toEqual(letters)
  })

  test('that its caregiver has just rejected is not told to have lost its hours too', async () => {
    const { id, caregiver, family } = await makeRequest(app)
    const date = dateIn(app, 7)
    let accepting: Promise<{ status: number }> | null = null
    await withTransaction(app.deps.database, async (transaction) => {
      await transaction.execute(`SELECT 1 FROM caregiver_profiles WHERE user_id = ${caregiver.id} FOR UPDATE`)
      accepting = answerRequest(caregiver, id, 'accepted')
      await untilSomebodyWaits()
      await transaction.execute(
        `UPDATE requests SET status = 'rejected', rejection_cause = 'caregiver' WHERE id = ${id}`,
      )
      const { startMs, endMs } = utc(date, '09:00', '10:00')
      await transaction.execute(
        `INSERT INTO booked_times (caregiver_id, starts_at, ends_at)
         VALUES (${caregiver.id}, to_timestamp(${startMs / 1000}), to_timestamp(${endMs / 1000}))`,
      )
    })
    expect((await (accepting as unknown as Promise<{ status: number }>)).status).toBe(409)
    expect(await typesOf(family)).toEqual([])
  })
})

/** Waits until a statement waits for a lock. */
async function untilSomebodyWaits(): Promise<void> {
  for (;;) {
    const { rows } = await app.deps.database.execute(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    if (rows.length > 0) return
  }
}

describe('verification', () => {
  test.each([
    ['verified', 'You are verified', /verified/, '/caregiver/availability'],
    ['rejected', 'Your profile was not verified', /Reason: The picture is dark$/, '/caregiver/profile'],
    ['flagged', 'Your profile is under review', /under review/, '/caregiver/profile'],
  ])('to %s is told to the caregiver, once a decision', async (status, subject, message, path) => {
    const admin = await makeUser(app, { role: 'admin' })
    const caregiver = await makeCaregiver(app, { verified: false })
    const decide = () =>
      admin.client.post(`/api/admin-panel/caregivers/${caregiver.id}/verification`, {
        verification_status: status,
        rejection_reason: 'The picture is dark',
      })
    expect((await decide()).status).toBe(200)
    expect((await decide()).status).toBe(200)
    const [told, ...more] = await bellOf(caregiver)
    expect(more).toEqual([])
    expect(told).toMatchObject({ type: `caregiver_${status}`, payload: { status, action_url: path } })
    expect(told?.payload.message).toMatch(message)
    expect(await subjectsTo(caregiver)).toEqual([subject])
  })

  test('that comes back after it was taken away is told again', async () => {
    const caregiver = await makeCaregiver(app, { verified: false })
    const admin = await makeUser(app, { role: 'admin' })
    for (const status of ['verified', 'flagged', 'verified']) {
      await admin.client.post(`/api/admin-panel/caregivers/${caregiver.id}/verification`, {
        verification_status: status,
      })
    }
    const types = await typesOf(caregiver)
    expect(types.sort()).toEqual(['caregiver_flagged', 'caregiver_verified', 'caregiver_verified'])
  })
})

test('a rejection is told with its own reason, though it was decided anew before the queue came to it', async () => {
  const caregiver = await makeCaregiver(app, { verified: false })
  const admin = await makeUser(app, { role: 'admin' })
  const decide = (verification_status: string, rejection_reason = '') =>
    admin.client.post(`/api/admin-panel/caregivers/${caregiver.id}/verification`, {
      verification_status,
      rejection_reason,
    })
  await decide('rejected', 'The picture is dark')
  await decide('rejected', 'The name is another')
  await decide('flagged')
  const messages = (await bellOf(caregiver)).map(({ payload }) => payload.message)
  expect(messages.sort()).toEqual([
    expect.stringMatching(/under review/),
    'Your profile was not verified. Reason: The name is another',
    'Your profile was not verified. Reason: The picture is dark',
  ])
})

describe('a sign-up', () => {
  async function signUp(role: 'caregiver' | 'caretaker', email: string): Promise<number> {
    const person = { full_name: 'Nora New', email, password: PASSWORD, role }
    expect((await app.visitor.post('/api/auth/signup', person)).status).toBe(201)
    const token = await getVerificationToken(app, email)
    const { body } = await app.visitor.post('/api/auth/verify-email', { token })
    return body.user.id
  }

  const asUser = async (id: number, email: string, role: 'caregiver' | 'caretaker'): Promise<TestUser> => {
    const { body } = await app.visitor.post('/api/auth/login', { email, password: PASSWORD })
    const client = app.withToken(body.access)
    const sessionId = JSON.parse(Buffer.from(body.access.split('.')[1], 'base64url').toString()).sid
    return {
      id,
      email,
      role,
      fullName: 'Nora New',
      token: body.access,
      refresh: body.refresh,
      sessionId,
      client,
    }
  }

  test('of a caregiver is told to every active admin without a mail, and reminds her of her profile', async () => {
    const admins = await Promise.all([makeUser(app, { role: 'admin' }), makeUser(app, { role: 'admin' })])
    const gone = await makeUser(app, { role: 'admin', active: false })
    const id = await signUp('caregiver', 'nora@example.test')
    const nora = await asUser(id, 'nora@example.test', 'caregiver')
    await publishAgain('email.verified', { userId: id, role: 'caregiver' })
    for (const admin of admins) {
      const bell = await bellOf(admin)
      expect(bell.map(({ type }) => type)).toEqual(['caregiver_signup'])
      expect(bell[0]?.payload).toMatchObject({ caregiver_name: 'Nora New', action_url: '/admin' })
      expect(await subjectsTo(admin)).toEqual([])
    }
    const { rows } = await app.deps.database.execute(`SELECT 1 FROM notifications WHERE user_id = ${gone.id}`)
    expect(rows).toEqual([])
    expect(await typesOf(nora)).toEqual(['profile_setup_reminder'])
    expect(await subjectsTo(nora)).toEqual(['Complete your profile'])

    await app.advance(3 * 24 * 60 - 10)
    expect(await typesOf(nora)).toEqual(['profile_setup_reminder'])
    await app.advance(20)
    expect(await typesOf(nora)).toEqual(['profile_setup_reminder', 'profile_setup_reminder'])
    await app.advance(10 * 24 * 60)
    expect(await typesOf(nora)).toHaveLength(2)
  })

  test('whose profile is complete by then is reminded no more', async () => {
    const id = await signUp('caregiver', 'quick@example.test')
    const quick = await asUser(id, 'quick@example.test', 'caregiver')
    expect(await typesOf(quick)).toEqual(['profile_setup_reminder'])
    const { status } = await quick.client.put('/api/auth/caregiver/profile', {
      editable_full_name: 'Nora Quick',
      city: 'Lyon',
      country: 'France',
      hourly_rate_usd: 30,
      languages: ['French'],
      description: 'Years with families',
      skills: ['CPR'],
    })
    expect(status).toBe(200)
    await app.advance(3 * 24 * 60 + 10)
    expect(await typesOf(quick)).toEqual(['profile_setup_reminder'])
  })

  test('of a family is no business of the admins, and reminds it until its profile is complete', async () => {
    const admin = await makeUser(app, { role: 'admin' })
    const id = await signUp('caretaker', 'family@example.test')
    expect(await bellOf(admin)).toEqual([])
    const family = await asUser(id, 'family@example.test', 'caretaker')
    const [reminder] = await bellOf(family)
    expect(reminder).toMatchObject({
      type: 'profile_setup_reminder',
      payload: { action_url: '/caretaker/profile', action_text: 'Complete your profile' },
    })
    expect(await subjectsTo(family)).toEqual(['Complete your profile'])
    await app.advance(3 * 24 * 60 + 10)
    expect(await typesOf(family)).toHaveLength(2)
  })

  test('of a family that has said where it lives reminds it no more', async () => {
    const id = await signUp('caretaker', 'settled@example.test')
    const family = await asUser(id, 'settled@example.test', 'caretaker')
    expect(await typesOf(family)).toEqual(['profile_setup_reminder'])
    const place = { city: 'Lyon', country: 'France' }
    expect((await family.client.put('/api/auth/caretaker/profile', place)).status).toBe(200)
    await app.advance(3 * 24 * 60 + 10)
    expect(await typesOf(family)).toEqual(['profile_setup_reminder'])
  })
})

describe('the bell', () => {
  test('shows what is unread, and reads what is one’s own alone', async () => {
    const caregiver = await makeListedCaregiver(app)
    await openHours(caregiver, dateIn(app, 7))
    const family = await makeFamily(app)
    await makeRequest(app, { caregiver, family })
    await makePaidRequest(app, { caregiver })
    const hers = await bellOf(caregiver, '')
    const theirs = await bellOf(family, '')
    expect(hers.length).toBe(3)
    expect(theirs.map(({ type }) => type)).toEqual(['booking_auto_rejected'])
    const [first] = hers.map(({ id }) => id) as [number]

    const client = await loggedInAgain(app, caregiver)
    const ids = [first, theirs[0]?.id, 2_147_483_647]
    expect((await client.post('/api/notifications/mark-read', { ids })).status).toBe(200)
    const read = await bellOf(caregiver, '?status=read')
    expect(read.map(({ id, read_at }) => [id, read_at !== null])).toEqual([[first, true]])
    expect((await bellOf(caregiver, '')).map(({ id }) => id)).toEqual(hers.slice(1).map(({ id }) => id))
    expect(await bellOf(family, '')).toEqual(theirs)

    const readAt = read[0]?.read_at
    await app.advance(1)
    await (await loggedInAgain(app, caregiver)).post('/api/notifications/mark-read', { ids: [first] })
    expect((await bellOf(caregiver, '?status=read'))[0]?.read_at).toBe(readAt)
  })

  test('comes in pages, newest first', async () => {
    const caregiver = await makeListedCaregiver(app)
    await openHours(caregiver, dateIn(app, 7))
    for (const start of ['09:00', '10:00', '11:00']) {
      const end = `${Number(start.slice(0, 2)) + 1}:00`
      await makeRequest(app, { caregiver, windows: [{ date: dateIn(app, 7), start, end }] })
    }
    await app.drain()
    const client = await loggedInAgain(app, caregiver)
    const first = (await client.get('/api/notifications?page_size=2')).body
    const second = (await client.get(first.next)).body
    expect([first.count, first.results.length, first.previous]).toEqual([3, 2, null])
    expect([second.results.length, second.next]).toEqual([1, null])
    const ids = [...first.results, ...second.results].map(({ id }: Shown) => id)
    expect(ids).toEqual([...ids].sort((a, b) => b - a))
  })
})
