import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import {
  listAuditEntries,
  listEmailsTo,
  logIn,
  makeUser,
  PASSWORD,
  refreshSession,
  requestResetToken,
  type TestUser,
} from '../../../../test/factories/accounts.ts'
import { users } from '../../people/tables.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const NEW_PASSWORD = 'another long word 7'

const changePassword = (user: TestUser, body: object = {}) =>
  user.client.post('/api/auth/password/change/', {
    current_password: PASSWORD,
    password: NEW_PASSWORD,
    confirm_password: NEW_PASSWORD,
    ...body,
  })

describe('a password change', () => {
  it('ends the other sessions and keeps the current one', async () => {
    const user = await makeUser(app, { role: 'caretaker' })
    const { body: elsewhere } = await logIn(app, user.email)
    const link = await requestResetToken(app, user.email)
    const answer = await changePassword(user)
    expect([answer.status, answer.body]).toEqual([
      200,
      { message: 'Password changed. Your other devices were logged out' },
    ])
    expect((await user.client.get('/api/notifications')).status).toBe(200)
    expect((await app.withToken(elsewhere.access).get('/api/notifications')).status).toBe(401)
    const { refresh } = elsewhere
    expect((await refreshSession(app, refresh)).status).toBe(401)
    expect((await logIn(app, user.email)).status).toBe(401)
    expect((await logIn(app, user.email, NEW_PASSWORD)).status).toBe(200)
    const reset = { token: link, password: PASSWORD, confirm_password: PASSWORD }
    expect((await app.visitor.post('/api/auth/password/reset/confirm', reset)).status).toBe(400)
    expect(await listEmailsTo(app, user.email)).toContainEqual(
      expect.objectContaining({ subject: 'Your Tendwell password was changed' }),
    )
    expect((await listAuditEntries(app, user.id)).map(({ action }) => action)).toContain('password.changed')
  })

  it('succeeds once for two calls at the same time', async () => {
    const user = await makeUser(app, { role: 'caretaker' })
    const passwords = ['first new word 1', 'second new word 2']
    const answers = await Promise.all(
      passwords.map((password) => changePassword(user, { password, confirm_password: password })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    const won = passwords[answers.findIndex(({ status }) => status === 200)]
    expect((await logIn(app, user.email, won)).status).toBe(200)
  })

  it('is rejected for an account without a password', async () => {
    const user = await makeUser(app, { role: 'caretaker' })
    await app.deps.database.update(users).set({ passwordHash: null }).where(eq(users.id, user.id))
    const answer = await changePassword(user)
    expect([answer.status, answer.body.current_password]).toEqual([
      400,
      ['Your account has no password yet. Use Forgot Password to set one'],
    ])
  })

  it.each([
    [{ current_password: 'not my password' }, 'current_password', 'Current password is incorrect'],
    [{ current_password: '' }, 'current_password', 'Password is required'],
    [{ current_password: {} }, 'current_password', 'Password is required'],
    [{ password: 'short', confirm_password: 'short' }, 'password', 'Password must be at least 8 characters'],
    [
      { password: 'password1', confirm_password: 'password1' },
      'password',
      'This password is too easy to guess. Use a few unrelated words, without your name or email',
    ],
    [{ confirm_password: 'x' }, 'confirm_password', 'Confirm Password must match Password'],
    [{ user_id: 1 }, 'user_id', 'Unknown field'],
  ])('rejects %j', async (body, field, message) => {
    const user = await makeUser(app, { role: 'caretaker' })
    const answer = await changePassword(user, body)
    expect([answer.status, answer.body[field]]).toEqual([400, [message]])
    expect((await logIn(app, user.email)).status).toBe(200)
  })

  it('may not use one’s name, and neither may a reset', async () => {
    const user = await makeUser(app, { role: 'caretaker', fullName: 'Wilhelmina Zephyr' })
    const weak = { password: 'Wilhelmina1', confirm_password: 'Wilhelmina1' }
    const changed = await changePassword(user, weak)
    const token = await requestResetToken(app, user.email)
    const reset = await app.visitor.post('/api/auth/password/reset/confirm', { ...weak, token })
    for (const { status, body } of [changed, reset]) {
      expect([status, body.password]).toEqual([400, [expect.stringContaining('too easy to guess')]])
    }
    expect((await logIn(app, user.email, 'Wilhelmina1')).status).toBe(401)
    expect((await logIn(app, user.email)).status).toBe(200)
  })

  it('requires a login, as does the list of sessions', async () => {
    expect((await app.visitor.post('/api/auth/password/change', {})).status).toBe(401)
    expect((await app.visitor.get('/api/auth/sessions')).status).toBe(401)
  })
})
