import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import {
  listAuditEntries,
  listEmailsTo,
  makeUser,
  PASSWORD,
  requestResetToken,
  type TestUser,
} from '../../../../test/factories/accounts.ts'
import { users } from '../tables.ts'
import { describeDevice } from './device.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const NEW_PASSWORD = 'another long word 7'
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

const logIn = (email: string, password = PASSWORD, headers: Record<string, string> = {}) =>
  app.visitor.post('/api/auth/login', { email, password }, headers)
const change = (user: TestUser, body: object = {}) =>
  user.client.post('/api/auth/password/change/', {
    current_password: PASSWORD,
    password: NEW_PASSWORD,
    confirm_password: NEW_PASSWORD,
    ...body,
  })

describe('a change of password', () => {
  it('ends the other sessions and keeps this one', async () => {
    const user = await makeUser(app, { role: 'caretaker' })
    const { body: elsewhere } = await logIn(user.email)
    const link = await requestResetToken(app, user.email)
    const answer = await change(user)
    expect([answer.status, answer.body]).toEqual([
      200,
      { message: 'Password changed. Your other sessions have ended' },
    ])
    expect((await user.client.get('/api/notifications')).status).toBe(200)
    expect((await app.withToken(elsewhere.access).get('/api/notifications')).status).toBe(401)
    const { refresh } = elsewhere
    expect((await app.visitor.post('/api/auth/token/refresh', { refresh })).status).toBe(401)
    expect((await logIn(user.email)).status).toBe(401)
    expect((await logIn(user.email, NEW_PASSWORD)).status).toBe(200)
    const useOfLink = { token: link, password: PASSWORD, confirm_password: PASSWORD }
    expect((await app.visitor.post('/api/auth/password/reset/confirm', useOfLink)).status).toBe(400)
    expect((await listEmailsTo(app, user.email)).at(-1)?.subject).toBe('Your Tendwell password was changed')
    expect((await listAuditEntries(app, user.id)).map(({ action }) => action)).toContain('password.changed')
  })

  it('changes once when two ask at once', async () => {
    const user = await makeUser(app, { role: 'caretaker' })
    const words = ['first new word 1', 'second new word 2']
    const answers = await Promise.all(
      words.map((word) => change(user, { password: word, confirm_password: word })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    const won = words[answers.findIndex(({ status }) => status === 200)]
    expect((await logIn(user.email, won)).status).toBe(200)
  })

  it('is none for whoever has no password: they choose one by mail', async () => {
    const user = await makeUser(app, { role: 'caretaker' })
    await app.deps.database.update(users).set({ passwordHash: null }).where(eq(users.id, user.id))
    const answer = await change(user)
    expect([answer.status, answer.body.current_password]).toEqual([
      400,
      ['Your account has no password yet. Choose one by Forgot Password'],
    ])
  })

  it.each([
    [{ current_password: 'not my password' }, 'current_password', 'Current password is incorrect'],
    [{ current_password: '' }, 'current_password', 'Password is required'],
    [{ current_password: {} }, 'current_password', 'Password is required'],
    [{ password: 'short', confirm_password: 'short' }, 'password', 'Password must be at least 8 characters'],
    [{ password: 'password1', confirm_password: 'password1' }, 'password', 'This password is too common'],
    [{ confirm_password: 'x' }, 'confirm_password', 'Confirm Password must match Password'],
    [{ user_id: 1 }, 'user_id', 'Unknown field'],
  ])('is refused with %j', async (body, field, message) => {
    const user = await makeUser(app, { role: 'caretaker' })
    const answer = await change(user, body)
    expect([answer.status, answer.body[field]]).toEqual([400, [message]])
    expect((await logIn(user.email)).status).toBe(200)
  })

  it('is for who is logged in', async () => {
    expect((await app.visitor.post('/api/auth/password/change', {})).status).toBe(401)
    expect((await app.visitor.get('/api/auth/sessions')).status).toBe(401)
  })
})

describe('the sessions', () => {
  it('are one’s own live ones, the last used first, in words', async () => {
    const user = await makeUser(app, { role: 'caretaker' })
    await makeUser(app, { role: 'caretaker' })
    await app.advance(1)
    const { body: second } = await logIn(user.email, PASSWORD, { 'user-agent': FIREFOX })
    await app.advance(1)
    const { body: gone } = await logIn(user.email)
    await app.visitor.post('/api/auth/logout', { refresh: gone.refresh })

    const answer = await app.withToken(second.access).get('/api/auth/sessions/')
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      count: 2,
      next: null,
      previous: null,
      results: [
        {
          id: expect.any(String),
          device: 'Firefox on Windows',
          address: '127.0.0.1',
          created_at: expect.stringMatching(/^\d{4}-.*Z$/),
          used_at: expect.stringMatching(/^\d{4}-.*Z$/),
          is_current: true,
        },
        expect.objectContaining({ id: user.sessionId, device: 'Unknown device', is_current: false }),
      ],
    })
    const paged = await user.client.get('/api/auth/sessions/?page_size=1&page=2')
    expect(paged.body).toMatchObject({
      count: 2,
      next: null,
      results: [{ id: user.sessionId, is_current: true }],
    })
    expect((await user.client.get('/api/auth/sessions/?page=0')).status).toBe(400)
    expect((await user.client.get('/api/auth/sessions/?user=1')).status).toBe(400)
  })

  it('are not those that have expired unused', async () => {
    const user = await makeUser(app, { role: 'caretaker' })
    await app.advance(31 * 24 * 60)
    const { body } = await logIn(user.email)
    const answer = await app.withToken(body.access).get('/api/auth/sessions')
    expect(answer.body).toMatchObject({ count: 1, results: [{ is_current: true }] })
  })

  it('can each be ended by their person, once, and by nobody else', async () => {
    const user = await makeUser(app, { role: 'caretaker' })
    const stranger = await makeUser(app, { role: 'admin' })
    const { body: elsewhere } = await logIn(user.email)
    const path = `/api/auth/sessions/${user.sessionId}/`
    expect((await stranger.client.delete(path)).status).toBe(404)
    expect((await user.client.get('/api/notifications')).status).toBe(200)

    const client = app.withToken(elsewhere.access)
    const ended = await client.delete(path)
    expect([ended.status, ended.body]).toEqual([204, ''])
    expect((await user.client.get('/api/notifications')).status).toBe(401)
    expect((await app.visitor.post('/api/auth/token/refresh', { refresh: user.refresh })).status).toBe(401)
    expect((await client.get('/api/notifications')).status).toBe(200)
    expect((await client.delete(path)).status).toBe(404)
    expect((await listAuditEntries(app, user.id)).map(({ action }) => action)).toEqual([
      'login',
      'session.revoked',
    ])
  })

  it.each(['1', 'x', '00000000-0000-0000-0000-000000000000', "' OR 1=1", '%00'])('have no %s', async (id) => {
    const user = await makeUser(app, { role: 'caretaker' })
    expect((await user.client.delete(`/api/auth/sessions/${id}`)).status).toBe(404)
  })

  it.each([
    [FIREFOX, 'Firefox on Windows'],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
      'Chrome on Linux',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 'Mac'],
    ['', 'Unknown device'],
    ['curl/8', 'Unknown device'],
  ])('name %s', (userAgent, name) => {
    expect(describeDevice(userAgent)).toBe(name)
  })
})
