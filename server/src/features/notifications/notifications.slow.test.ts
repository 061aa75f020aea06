import { toFirstName } from '@tendwell/contract/people/first-name'
import { MINUTES_PER_DAY } from '@tendwell/contract/time'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { waitForLocks } from '../../../test/database.ts'
import {
  getVerificationToken,
  listEmailsTo,
  makeUser,
  PASSWORD,
  type TestUser,
  verifyEmail,
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
import { logInAgain, makeCaregiver } from '../../../test/factories/profiles.ts'
import { decide, makeReport } from '../../../test/factories/reports.ts'
import type { EventMap, EventName } from '../../events.ts'
import { withTransaction } from '../../platform/database/database.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

type ShownNotification = {
  id: number
  type: string
  read_at: string | null
  payload: Record<string, unknown>
}

/** Runs all due jobs and lists a user's notifications, oldest first. */
async function listNotifications(user: TestUser, query = '?status=all'): Promise<ShownNotification[]> {
  await app.drain()
  const { status, body } = await (await logInAgain(app, user)).get(`/api/notifications${query}`)
  expect(status).toBe(200)
  return body.results.reverse()
}

const listTypes = async (user: TestUser) => (await listNotifications(user)).map(({ type }) => type)

/** The subjects of the emails a user received, except the one that verifies their address. */
async function listSubjects({ email }: TestUser): Promise<string[]> {
  const emails = await listEmailsTo(app, email)
  return emails.map(({ subject }) => subject).filter((subject) => !subject.endsWith('is your Tendwell code'))
}

/** Publishes an event a second time, as the queue may. */
async function publishAgain<Name extends EventName>(name: Name, payload: EventMap[Name]): Promise<void> {
  await withTransaction(app.deps.database, (transaction) => app.deps.jobs.publish(transaction, name, payload))
  await app.drain()
}

describe('a request', () => {
  test('notifies only its caregiver, in the bell and by email', async () => {
    const { id, caregiver, family, windows } = await makeRequest(app)
    const [notification, ...more] = await listNotifications(caregiver)
    expect(more).toEqual([])
    const [window] = windows
    expect(notification).toEqual({
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
        action_url: `/requests/incoming?request=${id}`,
        action_text: 'View request',
      },
    })
    expect(await listNotifications(family)).toEqual([])
    expect(await listSubjects(family)).toEqual([
      expect.stringMatching(/^Your request to Person for [A-Z][a-z]{2} \d+ was sent$/),
    ])
    const [firstEmail, ...others] = await listEmailsTo(app, caregiver.email)
    expect(others).toEqual([])
    expect(firstEmail?.subject).toMatch(/^Person would like to book you for [A-Z][a-z]{2} \d+$/)
    expect(firstEmail?.text).toContain(`Hi ${toFirstName(caregiver.fullName)},`)
    expect(firstEmail?.text).toContain('for 2 hours ($50.00)')
    expect(firstEmail?.text).toContain(`${app.url}/requests/incoming`)
  })

  test.each([
    ['accepted', 'Complete payment', (id: number) => `/checkout/${id}`],
    ['rejected', 'Find another caregiver', () => expect.stringMatching(/^\/caregivers\?.*&except=\d+$/)],
  ] as const)('notifies only its family when it is %s', async (status, action, path) => {
    const windows = [{ date: dateIn(app, 40), start: '09:00', end: '11:00' }]
    const { id, caregiver, family } = await makeRequest(app, { windows })
    expect((await answerRequest(caregiver, id, status)).status).toBe(200)
    const bell = await listNotifications(family)
    expect(bell).toHaveLength(1)
    expect(bell[0]).toMatchObject({
      type: 'booking_status_changed',
      payload: { request_id: id, status, action_url: path(id), action_text: action },
    })
    expect(bell[0]?.payload.message).toContain(`${caregiver.fullName} ${status} your request.`)
    expect(await listSubjects(family)).toEqual([
      expect.stringMatching(
        status === 'accepted' ? /^Person accepted your request for / : /^Person declined your request for /,
      ),
    ])
    expect(await listTypes(caregiver)).toEqual([])
  })

  test('notifies both sides with their own text when it is paid', async () => {
    const request = await makeAcceptedRequest(app)
    const { id, caregiver, family } = request
    await app.drain()
    await payCard(await checkout(request))
    const [forCaregiver] = await listNotifications(caregiver)
    const [, forFamily] = await listNotifications(family)
    expect(await listTypes(caregiver)).toEqual(['booking_confirmed'])
    expect(await listTypes(family)).toEqual(['booking_status_changed', 'booking_confirmed'])
    expect(forCaregiver?.payload).toMatchObject({
      request_id: id,
      message: `${family.fullName} paid $50.00. Your 2-hour booking is confirmed. You receive $50.00.`,
      action_url: `/caregiver/bookings/${id}`,
    })
    expect(forFamily?.payload).toMatchObject({
      request_id: id,
      message: `We received your payment of $50.00. Your booking with ${caregiver.fullName} is confirmed.`,
      action_url: `/bookings/${id}`,
    })
    for (const person of [caregiver, family]) {
      expect((await listSubjects(person)).at(-1)).toMatch(/^Your .+ visit with Person is confirmed$/)
    }
  })

  test('notifies only its family, who paid nothing, when another family books its hours', async () => {
    const caregiver = await makeListedCaregiver(app)
    await openHours(caregiver, dateIn(app, 7))
    const loser = await makeAcceptedRequest(app, { caregiver })
    const winner = await makePaidRequest(app, { caregiver })
    const bell = await listNotifications(loser.family)
    expect(bell.map(({ type }) => type)).toEqual(['booking_status_changed', 'booking_auto_rejected'])
    expect(bell[1]?.payload.message).toMatch(
      /no longer available, so we closed your request\. You weren’t charged\. /,
    )
    expect((await listSubjects(loser.family)).at(-1)).toMatch(/^Person is no longer free for /)
    expect(await listTypes(winner.family)).toEqual(['booking_status_changed', 'booking_confirmed'])
    expect(await listTypes(caregiver)).not.toContain('booking_auto_rejected')
  })

  test('mentions the refund once when its hours are lost after it was paid', async () => {
    const caregiver = await makeListedCaregiver(app)
    await openHours(caregiver, dateIn(app, 7))
    const loser = await makeAcceptedRequest(app, { caregiver })
    const winner = await makeAcceptedRequest(app, { caregiver })
    const page = await checkout(loser)
    expect(await payCard(await checkout(winner))).toBe(303)
    await confirm(winner)
    await payCard(page)
    await confirm(loser)
    const bell = await listNotifications(loser.family)
    const closed = bell.filter(({ type }) => type === 'booking_auto_rejected')
    expect(closed.at(-1)?.payload.message).toMatch(/refunding your payment of \$50\.00 in full\. /)
    expect(new Set(closed.map(({ payload }) => payload.message)).size).toBe(closed.length)
  })

  test('notifies once, however often the event is delivered', async () => {
    const { id, caregiver, family } = await makePaidRequest(app)
    await app.drain()
    const before = [await listNotifications(caregiver), await listNotifications(family)]
    const emails = [await listSubjects(caregiver), await listSubjects(family)]
    await publishAgain('request.submitted', { requestId: id })
    await publishAgain('request.answered', { requestId: id, status: 'accepted' })
    await publishAgain('request.booked', { requestId: id })
    expect([await listNotifications(caregiver), await listNotifications(family)]).toEqual(before)
    expect([await listSubjects(caregiver), await listSubjects(family)]).toEqual(emails)
  })

  test('is not reported as auto-rejected if its caregiver has just rejected it', async () => {
    const { id, caregiver, family } = await makeRequest(app)
    const date = dateIn(app, 7)
    let accepting: Promise<{ status: number }> | null = null
    await withTransaction(app.deps.database, async (transaction) => {
      await transaction.execute(`SELECT 1 FROM caregiver_profiles WHERE user_id = ${caregiver.id} FOR UPDATE`)
      accepting = answerRequest(caregiver, id, 'accepted')
      await waitForLocks(app)
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
    expect(await listTypes(family)).toEqual([])
  })
})

describe('verification', () => {
  test.each([
    ['verified', 'You’re verified', /verified/, '/caregiver/availability'],
    ['rejected', 'We couldn’t verify your profile', /Reason: The picture is dark$/, '/caregiver/profile'],
    ['flagged', 'Your profile is under review', /under review/, '/caregiver/profile'],
  ])('notifies the caregiver once per decision: %s', async (status, subject, message, path) => {
    const admin = await makeUser(app, { role: 'admin' })
    const caregiver = await makeCaregiver(app, { verified: false })
    const decide = () =>
      admin.client.post(`/api/admin-panel/caregivers/${caregiver.id}/verification`, {
        verification_status: status,
        rejection_reason: 'The picture is dark',
        admin_notes: 'Known from the agency',
      })
    expect((await decide()).status).toBe(200)
    expect((await decide()).status).toBe(200)
    const [notification, ...more] = await listNotifications(caregiver)
    expect(more).toEqual([])
    expect(notification).toMatchObject({ type: `caregiver_${status}`, payload: { status, action_url: path } })
    expect(notification?.payload.message).toMatch(message)
    expect(await listSubjects(caregiver)).toEqual([subject])
  })

  test('notifies again when it is granted a second time', async () => {
    const caregiver = await makeCaregiver(app, { verified: false })
    const admin = await makeUser(app, { role: 'admin' })
    for (const status of ['verified', 'flagged', 'verified']) {
      await admin.client.post(`/api/admin-panel/caregivers/${caregiver.id}/verification`, {
        verification_status: status,
        admin_notes: 'Known from the agency',
      })
    }
    const types = await listTypes(caregiver)
    expect(types.sort()).toEqual(['caregiver_flagged', 'caregiver_verified', 'caregiver_verified'])
  })
})

test('a rejection keeps its own reason if another decision follows before the job runs', async () => {
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
  const messages = (await listNotifications(caregiver)).map(({ payload }) => payload.message)
  expect(messages.sort()).toEqual([
    'We couldn’t verify your profile. Reason: The name is another',
    'We couldn’t verify your profile. Reason: The picture is dark',
    expect.stringMatching(/under review/),
  ])
})

describe('a sign-up', () => {
  async function signUp(role: 'caregiver' | 'caretaker', email: string): Promise<number> {
    const person = { full_name: 'Nora New', email, password: PASSWORD, role }
    const { body: signedUp } = await app.visitor.post('/api/auth/signup', person)
    const token = await getVerificationToken(app, email)
    const { body } = await verifyEmail(app, token, signedUp.verification_handle)
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
      staffRole: null,
      fullName: 'Nora New',
      token: body.access,
      refresh: body.refresh,
      sessionId,
      client,
    }
  }

  test('of a caregiver notifies every active admin without an email, and reminds the caregiver to complete the profile', async () => {
    const admins = await Promise.all([makeUser(app, { role: 'admin' }), makeUser(app, { role: 'admin' })])
    const gone = await makeUser(app, { role: 'admin', active: false })
    const id = await signUp('caregiver', 'nora@example.test')
    const nora = await asUser(id, 'nora@example.test', 'caregiver')
    await publishAgain('email.verified', { userId: id, role: 'caregiver' })
    for (const admin of admins) {
      const bell = await listNotifications(admin)
      expect(bell.map(({ type }) => type)).toEqual(['caregiver_signup'])
      expect(bell[0]?.payload).toMatchObject({ caregiver_name: 'Nora New', action_url: '/admin' })
      expect(await listSubjects(admin)).toEqual([])
    }
    const { rows } = await app.deps.database.execute(`SELECT 1 FROM notifications WHERE user_id = ${gone.id}`)
    expect(rows).toEqual([])
    expect(await listTypes(nora)).toEqual(['profile_setup_reminder'])
    expect(await listSubjects(nora)).toEqual(['Complete your profile'])

    await app.advance(3 * MINUTES_PER_DAY - 10)
    expect(await listTypes(nora)).toEqual(['profile_setup_reminder'])
    await app.advance(20)
    expect(await listTypes(nora)).toEqual(['profile_setup_reminder', 'profile_setup_reminder'])
    await app.advance(10 * MINUTES_PER_DAY)
    expect(await listTypes(nora)).toHaveLength(2)
  })

  test('sends no second reminder if the profile is complete by then', async () => {
    const id = await signUp('caregiver', 'quick@example.test')
    const quick = await asUser(id, 'quick@example.test', 'caregiver')
    expect(await listTypes(quick)).toEqual(['profile_setup_reminder'])
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
    expect((await quick.client.get('/api/notifications')).body.count).toBe(1)
    await app.drain()
    expect((await quick.client.get('/api/notifications')).body.count).toBe(0)
    await app.advance(3 * MINUTES_PER_DAY + 10)
    expect(await listTypes(quick)).toEqual(['profile_setup_reminder'])
  })

  test('of a family does not notify admins, and reminds the family to complete the profile', async () => {
    const admin = await makeUser(app, { role: 'admin' })
    const id = await signUp('caretaker', 'family@example.test')
    expect(await listNotifications(admin)).toEqual([])
    const family = await asUser(id, 'family@example.test', 'caretaker')
    const [reminder] = await listNotifications(family)
    expect(reminder).toMatchObject({
      type: 'profile_setup_reminder',
      payload: { action_url: '/caretaker/profile', action_text: 'Complete your profile' },
    })
    expect(await listSubjects(family)).toEqual(['Complete your profile'])
    await app.advance(3 * MINUTES_PER_DAY + 10)
    expect(await listTypes(family)).toHaveLength(2)
  })

  test('of a family sends no second reminder once the profile has a place', async () => {
    const id = await signUp('caretaker', 'settled@example.test')
    const family = await asUser(id, 'settled@example.test', 'caretaker')
    expect(await listTypes(family)).toEqual(['profile_setup_reminder'])
    const place = { city: 'Lyon', country: 'France' }
    expect((await family.client.put('/api/auth/caretaker/profile', place)).status).toBe(200)
    await app.drain()
    expect((await family.client.get('/api/notifications')).body.count).toBe(0)
    await app.advance(3 * MINUTES_PER_DAY + 10)
    expect(await listTypes(family)).toEqual(['profile_setup_reminder'])
  })
})

describe('the bell', () => {
  test('lists unread notifications, and marks only the caller’s own as read', async () => {
    const caregiver = await makeListedCaregiver(app)
    await openHours(caregiver, dateIn(app, 7))
    const family = await makeFamily(app)
    await makeRequest(app, { caregiver, family })
    await makePaidRequest(app, { caregiver })
    for (const [start, end] of [
      ['12:00', '13:00'],
      ['13:00', '14:00'],
    ] as const) {
      await makeRequest(app, { caregiver, windows: [{ date: dateIn(app, 7), start, end }] })
    }
    const forCaregiver = await listNotifications(caregiver, '')
    const forFamily = await listNotifications(family, '')
    expect(forCaregiver.length).toBe(3)
    expect(forFamily.map(({ type }) => type)).toEqual(['booking_auto_rejected'])
    const [first] = forCaregiver.map(({ id }) => id) as [number]

    const client = await logInAgain(app, caregiver)
    const ids = [first, forFamily[0]?.id, 2_147_483_647]
    expect((await client.post('/api/notifications/mark-read', { ids })).status).toBe(200)
    const read = await listNotifications(caregiver, '?status=read')
    expect(read.at(-1)).toMatchObject({ id: first, read_at: expect.any(String) })
    expect((await listNotifications(caregiver, '')).map(({ id }) => id)).toEqual(
      forCaregiver.slice(1).map(({ id }) => id),
    )
    expect(await listNotifications(family, '')).toEqual(forFamily)

    const readAt = read.at(-1)?.read_at
    await app.advance(1)
    await (await logInAgain(app, caregiver)).post('/api/notifications/mark-read', { ids: [first] })
    expect((await listNotifications(caregiver, '?status=read')).at(-1)?.read_at).toBe(readAt)
  })

  test('pages through notifications, newest first', async () => {
    const caregiver = await makeListedCaregiver(app)
    await openHours(caregiver, dateIn(app, 7))
    for (const start of ['09:00', '10:00', '11:00']) {
      const end = `${Number(start.slice(0, 2)) + 1}:00`
      await makeRequest(app, { caregiver, windows: [{ date: dateIn(app, 7), start, end }] })
    }
    await app.drain()
    const client = await logInAgain(app, caregiver)
    const first = (await client.get('/api/notifications?page_size=2')).body
    const second = (await client.get(first.next)).body
    expect([first.count, first.results.length, first.previous]).toEqual([3, 2, null])
    expect([second.results.length, second.next]).toEqual([1, null])
    const ids = [...first.results, ...second.results].map(({ id }: ShownNotification) => id)
    expect(ids).toEqual([...ids].sort((a, b) => b - a))
  })
})

test('the decision on a report names the reported person no longer once they are erased', async () => {
  const support = await makeUser(app, { role: 'admin', staffRole: 'support' })
  const caregiver = await makeCaregiver(app, { name: 'Clara Carer' })
  const reporter = await makeUser(app, { role: 'caretaker' })
  await decide(support, await makeReport(reporter, 'profile', caregiver.id))
  await app.drain()
  const read = async () => {
    const client = await logInAgain(app, reporter)
    const { body } = await client.get('/api/notifications?status=all')
    return body.results.find(({ type }: { type: string }) => type === 'report_decided').payload.message
  }
  expect(await read()).toContain('your report about Clara C.’s profile, sent ')
  const client = await logInAgain(app, caregiver)
  expect((await client.post('/api/account/close', { email: caregiver.email })).status).toBe(200)
  await app.advance(15 * MINUTES_PER_DAY)
  await app.drain()
  // The name stays as long as the report is evidence.
  expect(await read()).toContain('your report about Clara C.’s profile, sent ')
  await app.advance(180 * MINUTES_PER_DAY)
  await app.drain()
  expect(await read()).toContain('your report about a former member’s profile, sent ')
})
