import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeUser, type TestUser } from '../../../test/factories/accounts.ts'
import { makeAcceptedRequest, makeRequest } from '../../../test/factories/bookings.ts'
import { makeCaregiver } from '../../../test/factories/profiles.ts'
import { auditLog, users } from '../accounts/tables.ts'
import { requests } from '../bookings/tables.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await makeUser(app, { role: 'admin', fullName: 'Ada Admin' })
})
afterAll(() => app.close())

const setStatus = (id: number, isActive: unknown) =>
  admin.client.post(`/api/admin-panel/users/${id}/status`, { is_active: isActive })
const submitAt = (requestId: number, at: string) =>
  app.deps.database
    .update(requests)
    .set({ submittedAt: new Date(at) })
    .where(eq(requests.id, requestId))

const rename = (userIds: number[], fullName: string) =>
  app.deps.database.update(users).set({ fullName }).where(inArray(users.id, userIds))
const namesOf = async (path: string) => {
  const { status, body } = await admin.client.get(`/api/admin-panel/${path}`)
  expect(status).toBe(200)
  return body.results.map(({ full_name: name }: { full_name: string }) => name)
}

describe('the people', () => {
  it('are listed by role, families first asked for, and found by name, address and day', async () => {
    const family = await makeUser(app, {
      role: 'caretaker',
      fullName: 'Petra Parent',
      email: 'p_parent@example.test',
    })
    await makeCaregiver(app, { name: 'Clara Carer', skills: ['night NANNY', 'CPR'] })
    expect(await namesOf('users')).toEqual(['Petra Parent'])
    expect(await namesOf('users?role=caregiver')).toEqual(['Clara Carer'])
    expect(await namesOf('caregivers')).toEqual(['Clara Carer'])
    expect(await namesOf('users?q=%20PETRA')).toEqual(['Petra Parent'])
    expect(await namesOf('users?q=p_parent%40')).toEqual(['Petra Parent'])
    expect(await namesOf('users?q=p%25')).toEqual([])
    const today = app.deps.clock.now().toISOString().slice(0, 10)
    expect(await namesOf(`users?date_from=${today}&date_to=${today}`)).toEqual(['Petra Parent'])
    expect(await namesOf('users?date_to=2020-01-01')).toEqual([])
    expect(await namesOf('users?role=caregiver&category=Night+nanny')).toEqual(['Clara Carer'])
    expect(await namesOf('caregivers?category=Elder+care')).toEqual([])
    expect(await namesOf('users?category=Night+nanny')).toEqual([])
    const verified = 'caregivers/verification?status=verified'
    expect(await namesOf(`${verified}&category=Night+nanny`)).toEqual(['Clara Carer'])
    expect(await namesOf(`${verified}&category=Elder+care`)).toEqual([])
    const { body } = await admin.client.get('/api/admin-panel/users')
    expect(body).toEqual({
      count: 1,
      next: null,
      previous: null,
      results: [
        {
          id: family.id,
          full_name: 'Petra Parent',
          email: 'p_parent@example.test',
          avatar: null,
          joined: expect.stringMatching(/Z$/),
          is_active: true,
          verification_status: null,
        },
      ],
    })
    expect((await admin.client.get('/api/admin-panel/users?role=admin')).status).toBe(400)
    expect((await admin.client.get('/api/admin-panel/users?category=Magic')).status).toBe(400)
  })
})

describe('an account', () => {
  it('is closed at once, leaves the public list, and is opened again', async () => {
    const caregiver = await makeCaregiver(app, { name: 'Dana Due' })
    const seen = () => app.visitor.get(`/api/auth/caregivers/${caregiver.id}`)
    expect((await seen()).status).toBe(200)
    const closed = await setStatus(caregiver.id, false)
    expect(closed.body).toEqual({
      message: 'User deactivated successfully',
      id: caregiver.id,
      is_active: false,
    })
    expect((await seen()).status).toBe(404)
    expect((await caregiver.client.get('/api/wallets/mine')).status).toBe(401)
    expect((await setStatus(caregiver.id, false)).status).toBe(200)
    const opened = await setStatus(caregiver.id, true)
    expect(opened.body).toMatchObject({ message: 'User activated successfully', is_active: true })
    expect((await seen()).status).toBe(200)
    expect((await caregiver.client.get('/api/wallets/mine')).status).toBe(401)
    const log = await app.deps.database
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, `user:${caregiver.id}`))
      .orderBy(auditLog.id)
    expect(log.filter(({ action }) => action.startsWith('user.'))).toMatchObject([
      {
        action: 'user.deactivated',
        actorId: admin.id,
        before: { isActive: true },
        after: { isActive: false },
      },
      { action: 'user.activated', actorId: admin.id, before: { isActive: false }, after: { isActive: true } },
    ])
  })

  it('of an admin, or of nobody, is not there to be closed', async () => {
    for (const id of [admin.id, 99_999_999]) expect((await setStatus(id, false)).status).toBe(404)
    expect((await admin.client.get('/api/admin-panel/users')).status).toBe(200)
  })

  it.each(['true', 1, null, undefined])('is not set to %j', async (value) => {
    const family = await makeUser(app, { role: 'caretaker' })
    const answer = await setStatus(family.id, value)
    expect([answer.status, answer.body.is_active]).toEqual([400, ['is_active must be true or false']])
    expect((await family.client.get('/api/notifications')).status).toBe(200)
  })

  it('closed by many admins at once is closed once', async () => {
    const family = await makeUser(app, { role: 'caretaker' })
    const answers = await Promise.all(Array.from({ length: 6 }, () => setStatus(family.id, false)))
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    const log = await app.deps.database
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, `user:${family.id}`))
    expect(log.filter(({ action }) => action === 'user.deactivated').length).toBe(1)
  })
})

describe('the requests', () => {
  it('are listed newest first, found by either side and by state', async () => {
    const open = await makeRequest(app)
    const answered = await makeAcceptedRequest(app)
    const listed = async (query: string) => {
      const { body } = await admin.client.get(`/api/admin-panel/requests?${query}`)
      return body.results.map(({ id }: { id: number }) => id)
    }
    expect(await listed('')).toEqual([answered.id, open.id])
    expect(await listed('state=open')).toEqual([open.id])
    expect(await listed('state=closed')).toEqual([answered.id])
    expect(await listed('status=accepted')).toEqual([answered.id])
    expect(await listed(`q=${open.caregiver.email}`)).toEqual([open.id])
    expect(await listed(`q=${encodeURIComponent(answered.family.fullName.toUpperCase())}`)).toContain(
      answered.id,
    )
    expect(await listed('q=nobody-of-this-name')).toEqual([])
    expect(await listed('date_to=2020-01-01')).toEqual([])
    const { body } = await admin.client.get('/api/admin-panel/requests?state=open')
    expect(body.results[0]).toEqual({
      id: open.id,
      caregiver_name: open.caregiver.fullName,
      caretaker_name: open.family.fullName,
      caregiver_email: open.caregiver.email,
      caretaker_email: open.family.email,
      total_hours: 2,
      total_price_usd: 50,
      submitted_at: expect.stringMatching(/Z$/),
      status: 'submitted',
    })
    await submitAt(answered.id, '2020-01-01T12:00:00Z')
    expect(await listed('')).toEqual([open.id, answered.id])
    expect(await listed('date_to=2020-01-01')).toEqual([answered.id])
  })

  it('are found by a name of very many people, on either side', async () => {
    const [one, other, foreign] = [await makeRequest(app), await makeRequest(app), await makeRequest(app)]
    const name = 'Crowdwell'
    await rename([one.caregiver.id, other.family.id], name)
    await app.deps.database.execute(sql`
      INSERT INTO users (email, full_name, role, created_at)
      SELECT 'crowd-' || n || '@example.test', ${name}::text, 'caretaker', now() FROM generate_series(1, 600) AS n`)

    const { body } = await admin.client.get(`/api/admin-panel/requests?q=${name.toLowerCase()}`)

    const found = body.results.map(({ id }: { id: number }) => id)
    expect([body.count, found]).toEqual([2, [other.id, one.id]])
    expect(found).not.toContain(foreign.id)
  })
})

it('the console is for admins alone', async () => {
  const caregiver = await makeCaregiver(app)
  for (const path of ['users', 'caregivers', 'requests', 'disputes', 'analytics/summary']) {
    expect((await caregiver.client.get(`/api/admin-panel/${path}`)).status).toBe(403)
    expect((await app.visitor.get(`/api/admin-panel/${path}`)).status).toBe(401)
  }
})
