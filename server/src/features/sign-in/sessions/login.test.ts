import { hash } from '@node-rs/argon2'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import {
  getVerificationToken,
  listAuditEntries,
  logIn,
  makeUser,
  refreshSession,
  signUp,
  verifyEmail,
} from '../../../../test/factories/accounts.ts'
import { auditLog } from '../../people/index.ts'
import { users } from '../../people/tables.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

it('opens a session, ignoring case and spaces around the email', async () => {
  const user = await makeUser(app, { role: 'caregiver', fullName: 'Ada Byron' })
  const answer = await logIn(app, ` ${user.email.toUpperCase()} `)
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({
    user: {
      id: user.id,
      full_name: 'Ada Byron',
      email: user.email,
      avatar: null,
      role: 'caregiver',
      profile_complete: false,
    },
    access: expect.any(String),
    refresh: expect.any(String),
  })
  expect((await app.withToken(answer.body.access).get('/api/notifications')).status).toBe(200)
})

it('answers an unknown address and a wrong password with the same 401', async () => {
  const user = await makeUser(app, { role: 'caretaker' })
  const wrong = await logIn(app, user.email, 'not my password')
  const unknown = await logIn(app, 'nobody@example.test', 'not my password')
  expect([wrong.status, unknown.status]).toEqual([401, 401])
  expect(wrong.body.detail).toBe('Invalid email or password')
  expect({ ...wrong.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' })
  const unknownEntries = await app.deps.database
    .select()
    .from(auditLog)
    .where(eq(auditLog.subject, 'user:unknown'))
  expect(unknownEntries).toMatchObject([{ action: 'login.failed', actorId: null, address: '127.0.0.1' }])
})

it('reveals that an account is unverified or deactivated only after the right password', async () => {
  const unverified = await makeUser(app, { role: 'caretaker', verified: false })
  const inactive = await makeUser(app, { role: 'caretaker', active: false })
  const first = await logIn(app, unverified.email)
  expect(first.status).toBe(400)
  expect(first.body.email).toEqual(['Please verify your email before logging in'])
  const second = await logIn(app, inactive.email)
  expect(second.status).toBe(403)
  expect(second.body.detail).toBe('This account has been deactivated')
  for (const email of [unverified.email, inactive.email]) {
    const answer = await logIn(app, email, 'not my password')
    expect([answer.status, answer.body.detail]).toEqual([401, 'Invalid email or password'])
  }
  const [denied, wrong] = await listAuditEntries(app, inactive.id)
  expect(denied).toMatchObject({
    action: 'login.failed',
    after: { why: 'This account has been deactivated' },
  })
  expect(wrong).toMatchObject({ action: 'login.failed', after: { why: 'Invalid email or password' } })
})

it('takes a password whose letters are composed otherwise, and replaces an older hash of the typed text', async () => {
  const typed = 'crème brûlée at noon'.normalize('NFD')
  const user = await makeUser(app, { role: 'caretaker' })
  await app.deps.database
    .update(users)
    .set({ passwordHash: await hash(typed) })
    .where(eq(users.id, user.id))
  expect((await logIn(app, user.email, typed.normalize('NFC'))).status).toBe(401)
  expect((await logIn(app, user.email, typed)).status).toBe(200)
  for (const form of ['NFC', 'NFD']) {
    expect((await logIn(app, user.email, typed.normalize(form))).status).toBe(200)
  }
})

it('does not trim passwords', async () => {
  const email = 'spaces@example.test'
  const password = ' spaces around '
  const { body } = await signUp(app, { full_name: 'Ada', email, password, role: 'caretaker' })
  await verifyEmail(app, await getVerificationToken(app, email), body.verification_handle)
  expect((await logIn(app, email, 'spaces around')).status).toBe(401)
  expect((await logIn(app, email, password)).status).toBe(200)
})

it('audits logins and failed logins, without the password', async () => {
  const user = await makeUser(app, { role: 'caretaker' })
  await logIn(app, user.email, 'not my password')
  await logIn(app, user.email)
  const entries = await listAuditEntries(app, user.id)
  expect(entries).toMatchObject([
    { action: 'login.failed', actorId: null, address: '127.0.0.1' },
    { action: 'login', actorId: user.id, address: '127.0.0.1' },
  ])
  expect(JSON.stringify(entries)).not.toContain('not my password')
})

it.each([
  [{}, 'email', 'Email is required'],
  [{ email: 'ada@example.test' }, 'password', 'Password is required'],
  [{ email: 'ada', password: 'x' }, 'email', 'Enter a valid email'],
  [{ email: 'ada@example.test', password: 'x'.repeat(600) }, 'password', 'Password is too long'],
  [{ email: 'ada@example.test', password: {} }, 'password', 'Password is required'],
])('rejects %j', async (body, field, message) => {
  const answer = await app.visitor.post('/api/auth/login/', body)
  expect(answer.status).toBe(400)
  expect(answer.body[field]).toEqual([message])
})

it('treats odd passwords as wrong ones', async () => {
  const user = await makeUser(app, { role: 'caretaker' })
  for (const password of ['\0', '\ud800', '💡'.repeat(100)]) {
    expect((await logIn(app, user.email, password)).status).toBe(401)
  }
})

it('audits a denied call', async () => {
  const user = await makeUser(app, { role: 'caretaker' })
  const answer = await user.client.get('/api/admin-panel/caregivers/verification/')
  expect(answer.status).toBe(403)
  const listEntries = () => app.deps.database.select().from(auditLog).where(eq(auditLog.actorId, user.id))
  await expect
    .poll(listEntries)
    .toMatchObject([{ action: 'access.denied', subject: 'GET /api/admin-panel/caregivers/verification' }])
})

it('counts denied calls: one entry an hour for each call', async () => {
  // A minute after the full hour.
  await app.advance(61 - app.deps.clock.now().getUTCMinutes())
  const admin = await makeUser(app, { role: 'admin' })
  const user = await makeUser(app, { role: 'caretaker' })
  const deny = async (path: string, times: number) => {
    const answers = await Promise.all(Array.from({ length: times }, () => user.client.get(path)))
    expect(answers.map(({ status }) => status)).toEqual(Array(times).fill(403))
  }
  const list = async () => {
    const { body } = await admin.client.get(`/api/admin-panel/audit?actor_id=${user.id}`)
    return body.results.map(({ subject, times }: { subject: string; times: number }) => [subject, times])
  }
  const [users, jobs] = ['/api/admin-panel/users', '/api/admin-panel/jobs']
  await deny(users, 20)
  await deny(jobs, 2)
  await expect.poll(list).toEqual([
    [`GET ${jobs}`, 2],
    [`GET ${users}`, 20],
  ])
  await app.advance(60)
  for (const person of [admin, user]) {
    person.client = app.withToken((await refreshSession(app, person.refresh)).body.access)
  }
  await deny(users, 3)
  await expect.poll(list).toEqual([
    [`GET ${users}`, 3],
    [`GET ${jobs}`, 2],
    [`GET ${users}`, 20],
  ])
})

it('audits no denied call when someone only has to confirm who they are', async () => {
  const admin = await makeUser(app, { role: 'admin', staffRole: 'admin' })
  await app.advance(11)
  const invitation = { email: 'colleague@example.test', staff_role: 'support' }
  const asked = await admin.client.post('/api/admin-panel/staff/invitations', invitation)
  expect([asked.status, asked.body.code]).toEqual([403, 'reauthentication_required'])
  expect((await admin.client.get('/api/wallets/mine')).status).toBe(403)
  const isDenial = and(eq(auditLog.actorId, admin.id), eq(auditLog.action, 'access.denied'))
  const listDenials = () => app.deps.database.select().from(auditLog).where(isDenial)
  await expect.poll(listDenials).toMatchObject([{ subject: 'GET /api/wallets/mine' }])
})
