import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type TestApp, testApp } from '../../../../../test/app.ts'
import { createAuthenticator } from '../../../../../test/authenticator.ts'
import {
  findAccount,
  listAuditEntries,
  listEmailsTo,
  logIn,
  makeUser,
  PASSWORD,
  refreshSession,
} from '../../../../../test/factories/accounts.ts'
import { setActive } from '../../../../../test/factories/profiles.ts'
import {
  addApp,
  addPasskey,
  answerChallenge,
  findCookie,
  finishLogin,
  logInTwice,
  logInWithPasskey,
  nextCode,
  showCode,
  startLogin,
} from '../../../../../test/factories/two-step.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

async function makeProtected() {
  const user = await makeUser(app, { role: 'caretaker' })
  const { secret, codes } = await addApp(app, user.client)
  return { user, secret, codes: codes ?? [] }
}

describe('the first step', () => {
  it('opens no session and sets no cookie', async () => {
    const { user } = await makeProtected()
    const { status, body, headers } = await logIn(app, user.email)
    expect([status, body.code, body.methods]).toEqual([403, 'second_step_required', ['app', 'recovery_code']])
    expect(headers.getSetCookie()).toEqual([])
    expect(body).not.toHaveProperty('access')
    expect((await logIn(app, user.email, 'wrong password')).status).toBe(401)
  })
})

describe('the second step', () => {
  it('logs in with the code of an app, once', async () => {
    const { user, secret } = await makeProtected()
    const { ticket } = await startLogin(app, user.email)
    const code = await nextCode(app, secret)
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`
    const answer = await finishLogin(app, { ticket, app_code: spaced })
    expect([answer.status, answer.body.user.email]).toEqual([200, user.email])
    expect(findCookie(answer, 'tendwell-device-')).not.toBeNull()
    expect(findCookie(answer, 'tendwell-remembered-')).toBeNull()
    expect((await refreshSession(app, answer.body.refresh)).status).toBe(200)

    expect((await finishLogin(app, { ticket, app_code: showCode(app, secret, 1) })).status).toBe(401)
    const second = await startLogin(app, user.email)
    const replayed = await finishLogin(app, { ticket: second.ticket, app_code: code })
    expect([replayed.status, replayed.body.app_code]).toEqual([
      400,
      [expect.stringContaining('already used')],
    ])
    const entries = await listAuditEntries(app, user.id)
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['login.second-step-asked', 'login', 'login.second-step-failed']),
    )
  })

  it('accepts a code of the step before and after, but no older one', async () => {
    const { user, secret } = await makeProtected()
    await app.advance(5)
    const clock = vi.spyOn(app.deps.clock, 'now').mockReturnValue(app.deps.clock.now())
    for (const [steps, status] of [
      [-2, 400],
      [-1, 200],
      [1, 200],
      [2, 400],
    ] as const) {
      const { ticket } = await startLogin(app, user.email)
      const answer = await finishLogin(app, { ticket, app_code: showCode(app, secret, steps) })
      expect([steps, answer.status]).toEqual([steps, status])
    }
    clock.mockRestore()
  })

  it('logs in with a recovery code, once, and mails how many are left', async () => {
    const { user, codes } = await makeProtected()
    const [code = ''] = codes
    const { ticket } = await startLogin(app, user.email)
    const typed = code.toLowerCase().replaceAll('-', ' ')
    expect((await finishLogin(app, { ticket, recovery_code: typed })).status).toBe(200)
    const again = await startLogin(app, user.email)
    expect((await finishLogin(app, { ticket: again.ticket, recovery_code: code })).status).toBe(400)
    const mails = await listEmailsTo(app, user.email)
    expect(mails.map(({ text }) => text)).toContainEqual(expect.stringContaining('You have 9 codes left'))
  })

  it('logs in with a passkey', async () => {
    const user = await makeUser(app, { role: 'caregiver' })
    const { authenticator } = await addPasskey(app, user.client)
    const { ticket, methods } = await startLogin(app, user.email)
    expect(methods).toEqual(['passkey', 'recovery_code'])
    const passkey = await answerChallenge(app, authenticator, { ticket })
    expect((await finishLogin(app, { ticket, passkey })).status).toBe(200)
  })

  it('ends a ticket after five wrong tries and after ten minutes', async () => {
    const { user, secret } = await makeProtected()
    const { ticket } = await startLogin(app, user.email)
    for (let count = 0; count < 5; count += 1) {
      expect((await finishLogin(app, { ticket, app_code: '000000' })).status).toBe(400)
    }
    const late = await finishLogin(app, { ticket, app_code: await nextCode(app, secret) })
    expect([late.status, late.body.detail]).toEqual([401, 'Please log in again'])

    const expired = await startLogin(app, user.email)
    await app.advance(11)
    const answer = await finishLogin(app, { ticket: expired.ticket, app_code: showCode(app, secret) })
    expect(answer.status).toBe(401)
  })

  it('needs exactly one step', async () => {
    const { user, codes } = await makeProtected()
    const { ticket } = await startLogin(app, user.email)
    const none = await finishLogin(app, { ticket })
    expect([none.status, none.body.app_code]).toEqual([400, ['Code is required']])
    const both = await finishLogin(app, { ticket, app_code: '123456', recovery_code: codes[0] })
    expect(both.status).toBe(400)
  })

  it('refuses an account that was deactivated after the first step', async () => {
    const { user, secret } = await makeProtected()
    const { ticket } = await startLogin(app, user.email)
    await setActive(app, user.id, false)
    const answer = await finishLogin(app, { ticket, app_code: await nextCode(app, secret) })
    expect(answer.status).toBe(401)
    await setActive(app, user.id, true)
    expect((await finishLogin(app, { ticket, app_code: showCode(app, secret) })).status).toBe(401)
  })
})

describe('a passkey alone', () => {
  it('logs in without a password', async () => {
    const user = await makeUser(app, { role: 'caregiver' })
    const { authenticator } = await addPasskey(app, user.client, {
      authenticator: createAuthenticator(app, { synced: true }),
    })
    const answer = await logInWithPasskey(app, await answerChallenge(app, authenticator))
    expect([answer.status, answer.body.user.id]).toEqual([200, user.id])
    expect(findCookie(answer, 'tendwell-device-')).not.toBeNull()
    const { passkeys } = (await app.withToken(answer.body.access).get('/api/auth/two-step')).body
    expect(passkeys).toEqual([
      expect.objectContaining({ name: 'My phone', is_synced: true, used_at: expect.any(String) }),
    ])
  })

  it('stores the browser’s time zone', async () => {
    const user = await makeUser(app, { role: 'caregiver' })
    const { authenticator } = await addPasskey(app, user.client)
    const logInFrom = async (timezone: string) =>
      app.visitor.post('/api/auth/login/passkey', {
        passkey: await answerChallenge(app, authenticator),
        timezone,
      })
    expect((await logInFrom('Asia/Karachi')).status).toBe(200)
    expect((await findAccount(app, user.email))?.timezone).toBe('Asia/Karachi')
    expect((await logInFrom('Mars/Olympus')).status).toBe(200)
    expect((await findAccount(app, user.email))?.timezone).toBe('Asia/Karachi')
  })

  it('is refused for a deactivated account', async () => {
    const user = await makeUser(app, { role: 'caregiver' })
    const { authenticator } = await addPasskey(app, user.client)
    await setActive(app, user.id, false)
    const { status, body } = await logInWithPasskey(app, await answerChallenge(app, authenticator))
    expect([status, body.detail]).toEqual([403, 'This account has been deactivated'])
  })

  it('is refused when it was never added', async () => {
    const stranger = createAuthenticator(app)
    const { status, body } = await logInWithPasskey(app, await answerChallenge(app, stranger))
    expect([status, body.code]).toEqual([401, 'unauthorized'])
  })
})

describe('a remembered device', () => {
  const logInFrom = (email: string, cookie: string) =>
    app.visitor.post('/api/auth/login', { email, password: PASSWORD }, { cookie })

  it('needs only the password for 30 days', async () => {
    const { user, secret } = await makeProtected()
    const { cookie, answer } = await logInTwice(app, user, { secret, remember: true })
    const set = answer.headers.getSetCookie().find((one) => one.startsWith('tendwell-remembered-'))
    expect(set).toMatch(/; Max-Age=2592000; Path=\/api\/auth; HttpOnly; SameSite=Lax$/)
    expect((await logInFrom(user.email, cookie ?? '')).status).toBe(200)
    const wrong = { email: user.email, password: 'wrong password' }
    expect((await app.visitor.post('/api/auth/login', wrong, { cookie: cookie ?? '' })).status).toBe(401)
    await app.advance(30 * 24 * 60)
    expect((await logInFrom(user.email, cookie ?? '')).status).toBe(403)
  })
})
