import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import {
  getVerificationToken,
  listAuditEntries,
  listEmailsTo,
  logIn,
  makeUser,
  PASSWORD,
  refreshSession,
  requestResetToken,
  signUp,
} from '../../../../test/factories/accounts.ts'
import { digestTables } from '../../../../test/table-digests.ts'
import { mailedTokens, users } from '../../people/tables.ts'
import { hashToken } from '../../people/token-hash.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const NEW_PASSWORD = 'another long word 7'
const requestReset = (email: unknown) => app.visitor.post('/api/auth/password/reset/', { email })
const confirm = (token: unknown, password: unknown = NEW_PASSWORD, confirm_password: unknown = password) =>
  app.visitor.post('/api/auth/password/reset/confirm/', { token, password, confirm_password })

describe('requesting a reset link', () => {
  it('answers the same for every address, and emails only active accounts', async () => {
    const known = await makeUser(app, { role: 'caretaker' })
    const deactivated = await makeUser(app, { role: 'caretaker', active: false })
    const answers = [
      await requestReset(known.email),
      await requestReset('nobody@example.test'),
      await requestReset(deactivated.email),
    ]
    for (const { status, body } of answers) {
      expect([status, body]).toEqual([
        200,
        { message: 'If this email is registered, a reset link has been sent' },
      ])
    }
    const [message, ...more] = await listEmailsTo(app, known.email)
    expect(more).toEqual([])
    expect(message?.text).toMatch(new RegExp(`${app.url}/reset-password\\?token=[\\w-]{43}\\s`))
    expect(await listEmailsTo(app, 'nobody@example.test')).toEqual([])
    expect(await listEmailsTo(app, deactivated.email)).toEqual([])
    const stored = await app.deps.database.select().from(mailedTokens)
    expect(JSON.stringify(stored)).not.toContain(/token=([\w-]+)/.exec(message?.text ?? '')?.[1])
  })

  it.each(['', 'nobody', null, 7, { at: 1 }, `${'x'.repeat(300)}@example.test`])(
    'rejects %j',
    async (email) => {
      const answer = await requestReset(email)
      expect([answer.status, answer.body.email]).toEqual([400, [expect.any(String)]])
    },
  )
})

describe('a reset link', () => {
  it('sets the password, ends every session, and works once', async () => {
    const user = await makeUser(app, { role: 'caregiver' })
    const token = await requestResetToken(app, user.email)
    const answer = await confirm(token)
    expect([answer.status, answer.body]).toEqual([200, { message: 'Password reset successfully' }])
    expect((await user.client.get('/api/notifications')).status).toBe(401)
    expect((await refreshSession(app, user.refresh)).status).toBe(401)
    expect((await logIn(app, user.email, PASSWORD)).status).toBe(401)
    expect((await logIn(app, user.email, NEW_PASSWORD)).status).toBe(200)

    const again = await confirm(token, 'yet another word 8')
    expect([again.status, again.body.detail]).toEqual([
      400,
      'This reset link was already used, or replaced by a newer one',
    ])
    expect((await logIn(app, user.email, NEW_PASSWORD)).status).toBe(200)
    expect(await listEmailsTo(app, user.email)).toContainEqual(
      expect.objectContaining({ subject: 'Your Tendwell password was changed' }),
    )
    const entries = await listAuditEntries(app, user.id)
    expect(entries.map(({ action }) => action)).toEqual([
      'password.reset-requested',
      'password.reset',
      'login.failed',
      'login',
      'login',
    ])
    expect(JSON.stringify(entries)).not.toContain(token)
  })

  it('verifies the address and ends all its verification links', async () => {
    const email = 'waiting@example.test'
    const body = { full_name: 'Ada', email, password: PASSWORD, role: 'caretaker' }
    await signUp(app, body)
    const verification = await getVerificationToken(app, email)
    await signUp(app, { ...body, password: 'a squatter’s password' })
    const squattersToken = await getVerificationToken(app, email)
    expect((await confirm(await requestResetToken(app, email))).status).toBe(200)
    expect((await logIn(app, email, NEW_PASSWORD)).status).toBe(200)
    for (const token of [verification, squattersToken]) {
      const answer = await app.visitor.post('/api/auth/verify-email', { token })
      expect(answer.body.detail).toBe('This verification link was already used, or replaced by a newer one')
    }
    expect((await logIn(app, email, NEW_PASSWORD)).status).toBe(200)
  })

  it('works once when used ten times at the same time', async () => {
    const user = await makeUser(app, { role: 'caretaker' })
    const token = await requestResetToken(app, user.email)
    const passwords = Array.from({ length: 10 }, (_, at) => `password number ${at}`)
    const answers = await Promise.all(passwords.map((password) => confirm(token, password)))
    const won = answers.findIndex(({ status }) => status === 200)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)])
    expect((await logIn(app, user.email, passwords[won] ?? '')).status).toBe(200)
  })

  it('ends the other reset links of the user', async () => {
    const user = await makeUser(app, { role: 'caretaker' })
    const first = await requestResetToken(app, user.email)
    expect((await confirm(await requestResetToken(app, user.email))).status).toBe(200)
    expect((await confirm(first)).status).toBe(400)
  })

  it('expires after an hour', async () => {
    const user = await makeUser(app, { role: 'caretaker' })
    const token = await requestResetToken(app, user.email)
    await app.advance(61)
    const answer = await confirm(token)
    expect([answer.status, answer.body.detail]).toEqual([400, 'This reset link has expired'])
    expect((await logIn(app, user.email, PASSWORD)).status).toBe(200)
  })

  it('does not verify an email, and does not work for a deactivated account', async () => {
    const user = await makeUser(app, { role: 'caretaker' })
    const token = await requestResetToken(app, user.email)
    const answer = await app.visitor.post('/api/auth/verify-email', { token })
    expect([answer.status, answer.body.detail]).toEqual([400, 'This verification link is not valid'])
    await app.deps.database.update(users).set({ isActive: false }).where(eq(users.id, user.id))
    expect((await confirm(token)).status).toBe(403)
    const [row] = await app.deps.database
      .select()
      .from(mailedTokens)
      .where(eq(mailedTokens.tokenHash, hashToken(token)))
    expect(row?.usedAt).toBeNull()
  })

  it.each([
    ['never issued', NEW_PASSWORD, NEW_PASSWORD, 'non_field_errors', 'This reset link is not valid'],
    ['\0\ud800', NEW_PASSWORD, NEW_PASSWORD, 'non_field_errors', 'This reset link is not valid'],
    ['x'.repeat(300), NEW_PASSWORD, NEW_PASSWORD, 'token', 'This reset link is not valid'],
    ['', NEW_PASSWORD, NEW_PASSWORD, 'token', 'Invalid reset link'],
    [null, NEW_PASSWORD, NEW_PASSWORD, 'token', 'Invalid reset link'],
    ['', NEW_PASSWORD, 'different', 'token', 'Invalid reset link'],
    ['good', 'short', 'short', 'password', 'Password must be at least 8 characters'],
    ['good', '', '', 'password', 'Password is required'],
    ['good', NEW_PASSWORD, `${NEW_PASSWORD} `, 'confirm_password', 'Confirm Password must match Password'],
    ['good', NEW_PASSWORD, '', 'confirm_password', 'Confirm Password is required'],
    ['good', NEW_PASSWORD, '   ', 'confirm_password', 'Confirm Password is required'],
    ['good', NEW_PASSWORD, 7, 'confirm_password', 'Confirm Password is required'],
    [
      'good',
      'password1',
      'password1',
      'password',
      'This password is too easy to guess. Use a few unrelated words, without your name or email',
    ],
  ])('rejects token %j with passwords %j and %j', async (token, password, confirmation, field, message) => {
    const user = await makeUser(app, { role: 'caretaker' })
    const good = await requestResetToken(app, user.email)
    await app.drain()
    const before = await digestTables(app)
    const answer = await confirm(token === 'good' ? good : token, password, confirmation)
    expect([answer.status, answer.body[field]]).toEqual([400, [message]])
    expect(await digestTables(app)).toEqual(before)
    expect((await confirm(good)).status).toBe(200)
  })
})
