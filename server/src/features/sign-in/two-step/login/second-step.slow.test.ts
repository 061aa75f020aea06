/** Ways around the second step, none of which may work. @see docs/rules/two-step.md */
import { MINUTE_MS } from '@tendwell/contract/time'
import { lt } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, type TestApp, testApp } from '../../../../../test/app.ts'
import {
  findLinkToken,
  listEmailsTo,
  logIn,
  makeUser,
  PASSWORD,
  refreshSession,
  requestResetToken,
  type TestUser,
} from '../../../../../test/factories/accounts.ts'
import { logInAgain, makeCaregiver } from '../../../../../test/factories/profiles.ts'
import {
  addApp,
  addPasskey,
  findCookie,
  finishLogin,
  logInTwice,
  nextCode,
  reauthenticate,
  showCode,
  startLogin,
} from '../../../../../test/factories/two-step.ts'
import { startIdentityProvider, type TestIdentityProvider } from '../../../../../test/identity-provider.ts'
import { attempts } from '../../../../platform/database/tables.ts'
import { toCookieKey } from '../../tokens/account-cookies.ts'

const NEW_PASSWORD = 'another long word 7'
const AT_ONCE = 20

let google: TestIdentityProvider
let app: TestApp
beforeAll(async () => {
  google = await startIdentityProvider()
  app = await testApp(google.settings)
})
afterAll(async () => {
  await app.close()
  await google.stop()
})

async function makeProtected(makeOwner = () => makeUser(app, { role: 'caretaker' as const })) {
  const user = await makeOwner()
  const { secret, codes } = await addApp(app, user.client)
  return { user, secret, codes: codes ?? [] }
}

const count = (statuses: readonly number[], wanted: number) =>
  statuses.filter((status) => status === wanted).length

/** Makes the same call many times at once. @returns how often each status was answered */
async function atOnce(call: (index: number) => Promise<{ status: number }>): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => call(index)))
  return answers.map(({ status }) => status)
}

describe('the second step can’t be skipped', () => {
  it('by a refresh', async () => {
    const user = await makeUser(app, { role: 'caretaker' })
    const { body: other } = await logIn(app, user.email)
    await addApp(app, user.client)
    const { ticket } = await startLogin(app, user.email)
    for (const refresh of [other.refresh, ticket]) {
      expect((await refreshSession(app, refresh)).status).toBe(401)
    }
    expect((await app.withToken(ticket).get('/api/auth/two-step')).status).toBe(401)
  })

  it('with a Google account, whether it was linked before or is linked now', async () => {
    const { user, secret } = await makeProtected()
    const signIn = async () => {
      const credential = await google.sign(google.makeClaims({ sub: `of-${user.id}`, email: user.email }))
      return app.visitor.post('/api/auth/google', { credential, role: 'caretaker' })
    }
    for (const _ of ['new', 'linked']) {
      const { status, body, headers } = await signIn()
      expect([status, body.code, body.access]).toEqual([403, 'second_step_required', undefined])
      expect(headers.getSetCookie()).toEqual([])
    }
    const { ticket } = (await signIn()).body
    expect((await finishLogin(app, { ticket, app_code: await nextCode(app, secret) })).status).toBe(200)
  })

  it('by a password reset, which also ends tickets and remembered devices', async () => {
    const { user, secret } = await makeProtected()
    const { cookie } = await logInTwice(app, user, { secret, remember: true })
    const { ticket } = await startLogin(app, user.email)
    const token = await requestResetToken(app, user.email)
    const body = { token, password: NEW_PASSWORD, confirm_password: NEW_PASSWORD }
    const reset = await app.visitor.post('/api/auth/password/reset/confirm', body)
    expect([reset.status, reset.body]).toEqual([200, { message: 'Password reset successfully' }])
    expect((await finishLogin(app, { ticket, app_code: await nextCode(app, secret) })).status).toBe(401)
    const known = findCookie(reset, 'tendwell-device-')
    const login = { email: user.email, password: NEW_PASSWORD }
    const headers = { cookie: `${cookie}; ${known}` }
    expect((await app.visitor.post('/api/auth/login', login, headers)).body.code).toBe('second_step_required')
  })

  it('by the link that ends a session or the one that verifies the address', async () => {
    const { user } = await makeProtected()
    await app.visitor.post('/api/auth/resend-verification', { email: user.email })
    const mails = await listEmailsTo(app, user.email)
    expect(mails.map(({ text }) => text).join()).not.toContain('/verify-email?token=')
  })
})

describe('a second step works once', () => {
  it('when 20 logins use the same code at once', async () => {
    const { user, secret } = await makeProtected()
    const tickets: string[] = []
    for (let index = 0; index < AT_ONCE; index += 1) {
      tickets.push((await startLogin(app, user.email)).ticket)
    }
    const code = await nextCode(app, secret)
    const statuses = await atOnce((index) => finishLogin(app, { ticket: tickets[index], app_code: code }))
    expect([count(statuses, 200), count(statuses, 400)]).toEqual([1, AT_ONCE - 1])
  })

  it('when 20 logins use the same recovery code at once', async () => {
    const { user, codes } = await makeProtected()
    const tickets: string[] = []
    for (let index = 0; index < AT_ONCE; index += 1) {
      tickets.push((await startLogin(app, user.email)).ticket)
    }
    const statuses = await atOnce((index) =>
      finishLogin(app, { ticket: tickets[index], recovery_code: codes[0] }),
    )
    expect([count(statuses, 200), count(statuses, 400)]).toEqual([1, AT_ONCE - 1])
  })

  it('when the same ticket is used 20 times at once', async () => {
    const { user, codes, secret } = await makeProtected()
    const { ticket } = await startLogin(app, user.email)
    const code = await nextCode(app, secret)
    const statuses = await atOnce((index) =>
      finishLogin(
        app,
        index % 2 === 0 ? { ticket, app_code: code } : { ticket, recovery_code: codes[(index - 1) / 2] },
      ),
    )
    expect([count(statuses, 200), count(statuses, 401)]).toEqual([1, AT_ONCE - 1])
  })

  it('when the same code confirms two sessions, or a login and a session', async () => {
    const { user, secret } = await makeProtected()
    const { client } = await logInTwice(app, user, { secret })
    const code = await nextCode(app, secret)
    const statuses = await atOnce(() => reauthenticate(client, { app_code: code }))
    expect([count(statuses, 200), count(statuses, 400)]).toEqual([1, AT_ONCE - 1])
    const { ticket } = await startLogin(app, user.email)
    expect((await finishLogin(app, { ticket, app_code: code })).status).toBe(400)
  })

  it('and a ticket allows five tries, even when 20 guesses come at once', async () => {
    const { user, secret } = await makeProtected()
    const { ticket } = await startLogin(app, user.email)
    const statuses = await atOnce(() => finishLogin(app, { ticket, app_code: '000000' }))
    expect([count(statuses, 400), count(statuses, 401)]).toEqual([5, AT_ONCE - 5])
    expect((await finishLogin(app, { ticket, app_code: await nextCode(app, secret) })).status).toBe(401)
  })
})

describe('a stolen session', () => {
  /** Someone has the tokens of a session whose owner logged in more than 10 minutes ago. */
  async function makeStolen() {
    const { user, secret } = await makeProtected(() => makeCaregiver(app))
    await addPasskey(app, user.client)
    const { passkeys } = (await user.client.get('/api/auth/two-step')).body
    await app.advance(12)
    const { body } = await refreshSession(app, user.refresh)
    return { user, secret, passkeyId: passkeys[0].id, client: app.withToken(body.access) }
  }
  const CHANGES: Record<string, (client: Client, passkeyId: number) => ReturnType<Client['get']>> = {
    'asks for a new passkey': (client) => client.post('/api/auth/two-step/passkeys/options'),
    'adds a passkey': (client) =>
      client.post('/api/auth/two-step/passkeys', {
        name: 'Mine',
        passkey: { id: 'a', rawId: 'a', type: 'public-key', response: { clientDataJSON: 'a' } },
      }),
    'renames a passkey': (client, id) =>
      client.patch(`/api/auth/two-step/passkeys/${id}`, { name: 'Not mine' }),
    'renames the app': (client) => client.patch('/api/auth/two-step/app', { name: 'Not mine' }),
    'removes a passkey': (client, id) => client.delete(`/api/auth/two-step/passkeys/${id}`),
    'sets up an app': (client) => client.post('/api/auth/two-step/app'),
    'confirms an app': (client) =>
      client.post('/api/auth/two-step/app/confirm', { name: 'Mine', app_code: '123456' }),
    'removes the app': (client) => client.delete('/api/auth/two-step/app'),
    'makes recovery codes': (client) => client.post('/api/auth/two-step/recovery-codes'),
    'changes the password': (client) =>
      client.post('/api/auth/password/change', {
        current_password: PASSWORD,
        password: NEW_PASSWORD,
        confirm_password: NEW_PASSWORD,
      }),
    'changes the email': (client) => client.post('/api/auth/email/change', { email: 'thief@example.test' }),
    'opens the bank details': (client) => client.post('/api/payouts/onboarding-link'),
    'asks for a payout': (client) => client.post('/api/payouts', { amount: 1 }),
  }

  it.each(Object.entries(CHANGES))('is refused when it %s', async (_, change) => {
    const { client, passkeyId } = await makeStolen()
    const { status, body } = await change(client, passkeyId)
    expect([status, body.code, body.methods]).toEqual([
      403,
      'reauthentication_required',
      ['passkey', 'app', 'recovery_code'],
    ])
  })

  it('is not confirmed by the password, nor by Google', async () => {
    const { user, secret, client } = await makeStolen()
    const credential = await google.sign(google.makeClaims({ sub: `of-${user.id}`, email: user.email }))
    await app.visitor.post('/api/auth/google', { credential, role: 'caregiver' })
    const fresh = await google.sign(google.makeClaims({ sub: `of-${user.id}`, email: user.email }))
    for (const proof of [{ password: PASSWORD }, { credential: fresh }]) {
      const { status, body } = await reauthenticate(client, proof)
      expect([status, body.code]).toEqual([403, 'reauthentication_required'])
    }
    expect((await client.post('/api/auth/two-step/recovery-codes')).status).toBe(403)
    expect((await reauthenticate(client, { app_code: showCode(app, secret) })).status).toBe(200)
    expect((await client.post('/api/auth/two-step/recovery-codes')).status).toBe(200)
  })

  it('is not confirmed by a login on a remembered device', async () => {
    const { user, secret } = await makeProtected()
    const { cookie } = await logInTwice(app, user, { secret, remember: true })
    const login = { email: user.email, password: PASSWORD }
    const { body } = await app.visitor.post('/api/auth/login', login, { cookie: cookie ?? '' })
    const client = app.withToken(body.access)
    expect((await client.delete('/api/auth/two-step/app')).body.code).toBe('reauthentication_required')
  })
})

describe('the cookie of a remembered device', () => {
  const logInFrom = async (email: string, cookie: string, password = PASSWORD) =>
    (await app.visitor.post('/api/auth/login', { email, password }, { cookie })).status

  it('works for no other account', async () => {
    const [one, other] = [await makeProtected(), await makeProtected()]
    const { cookie } = await logInTwice(app, one.user, { secret: one.secret, remember: true })
    const token = cookie?.split('=')[1]
    expect(await logInFrom(one.user.email, cookie ?? '')).toBe(200)
    expect(await logInFrom(other.user.email, cookie ?? '')).toBe(403)
    expect(
      await logInFrom(
        other.user.email,
        `tendwell-remembered-${toCookieKey(app.deps, other.user.id)}=${token}`,
      ),
    ).toBe(403)
  })

  it('is no ticket, and a ticket is no such cookie', async () => {
    const { user, secret } = await makeProtected()
    const { cookie } = await logInTwice(app, user, { secret, remember: true })
    const [name, token] = cookie?.split('=') ?? []
    const step = { ticket: token, app_code: await nextCode(app, secret) }
    expect((await finishLogin(app, step)).status).toBe(401)
    const { ticket } = await startLogin(app, user.email)
    expect(await logInFrom(user.email, `${name}=${ticket}`)).toBe(403)
    expect((await finishLogin(app, { ...step, ticket })).status).toBe(200)
  })

  const ENDS: Record<string, (client: Client, secret: string, user: TestUser) => Promise<string>> = {
    'the password is changed': async (client) => {
      const body = { current_password: PASSWORD, password: NEW_PASSWORD, confirm_password: NEW_PASSWORD }
      expect((await client.post('/api/auth/password/change', body)).status).toBe(200)
      return NEW_PASSWORD
    },
    'the password is reset': async (_client, _secret, user) => {
      const token = await requestResetToken(app, user.email)
      const body = { token, password: NEW_PASSWORD, confirm_password: NEW_PASSWORD }
      expect((await app.visitor.post('/api/auth/password/reset/confirm', body)).status).toBe(200)
      return NEW_PASSWORD
    },
    'a factor is added': async (client) => {
      await addPasskey(app, client)
      return PASSWORD
    },
    'one of two factors is removed': async (client) => {
      expect((await client.delete('/api/auth/two-step/app')).status).toBe(204)
      return PASSWORD
    },
    'new recovery codes are made': async (client) => {
      expect((await client.post('/api/auth/two-step/recovery-codes')).status).toBe(200)
      return PASSWORD
    },
    'the owner presses the link in the mail about the login': async (_client, _secret, user) => {
      const token = (await listEmailsTo(app, user.email))
        .flatMap(({ text }) => /end-session\?token=(\S+)/.exec(text)?.[1] ?? [])
        .at(-1)
      const body = { token: decodeURIComponent(token ?? '') }
      expect((await app.visitor.post('/api/auth/sessions/end', body)).status).toBe(200)
      return PASSWORD
    },
    'the owner logs the device out': async (_client, _secret, user) => {
      const { results } = (await user.client.get('/api/auth/sessions')).body
      const { id } = results.find((session: { is_current: boolean }) => !session.is_current)
      expect((await user.client.delete(`/api/auth/sessions/${id}`)).status).toBe(204)
      return PASSWORD
    },
    'the owner stops a change of the email': async (client, _secret, user) => {
      await client.post('/api/auth/email/change', { email: `thief-${user.email}` })
      const token = await findLinkToken(app, user.email, 'confirm-email-change')
      expect((await app.visitor.post('/api/auth/email/change/stop', { token })).status).toBe(200)
      return PASSWORD
    },
    'the owner forgets all devices': async (client) => {
      expect((await client.delete('/api/auth/two-step/remembered-devices')).status).toBe(204)
      return PASSWORD
    },
    'the staff turns two-step sign-in off, and it is turned on again': async (_client, _secret, user) => {
      const [asker, decider] = [
        await makeUser(app, { role: 'admin' }),
        await makeUser(app, { role: 'admin' }),
      ]
      const path = `/api/admin-panel/people/${user.id}/two-step/recovery`
      const { body } = await asker.client.post(path, { reason: 'Called them' })
      await app.advance(24 * 60)
      const decide = await logInAgain(app, decider)
      const decision = { decision: 'approve' }
      await decide.post(`/api/admin-panel/two-step-recoveries/${body.id}/decision`, decision)
      const { body: session } = await logIn(app, user.email)
      await addApp(app, app.withToken(session.access))
      return PASSWORD
    },
  }
  it.each(Object.entries(ENDS))('ends when %s', async (_, end) => {
    const { user, secret } = await makeProtected()
    await addPasskey(app, user.client)
    const { client, cookie } = await logInTwice(app, user, { secret, remember: true })
    const password = await end(client, secret, user)
    expect(await logInFrom(user.email, cookie ?? '', password)).toBe(403)
  })
})

describe('guesses', () => {
  let limited: TestApp
  beforeAll(async () => {
    limited = await testApp({ RATE_LIMITS: 'on' })
  })
  afterAll(() => limited.close())

  const WRONG = { app_code: '000000' }

  const resetPassword = async (email: string, password: string, cookie = '') => {
    const token = await requestResetToken(limited, email)
    const body = { token, password, confirm_password: password }
    const reset = await limited.visitor.post('/api/auth/password/reset/confirm', body, { cookie })
    expect(reset.status).toBe(200)
    return findCookie(reset, 'tendwell-device-') ?? ''
  }

  /** Someone whose own device gave a second step. */
  async function makeOwner() {
    await limited.deps.database.delete(attempts)
    const owner = await makeUser(limited, { role: 'caretaker' })
    const { secret } = await addApp(limited, owner.client)
    const { answer } = await logInTwice(limited, owner, { secret })
    return { owner, secret, cookie: findCookie(answer, 'tendwell-device-') ?? '' }
  }

  /**
   * Ends the limits that last a quarter of an hour. They go by the machine's clock, which tests don't move.
   */
  const expireShortLimits = () =>
    limited.deps.database.delete(attempts).where(lt(attempts.expire, Date.now() + 60 * MINUTE_MS))

  /** Guesses on a device until the day's guesses are used up. @returns how many were answered as wrong */
  async function guessAllDay(email: string, { cookie = '', password = PASSWORD } = {}): Promise<number> {
    let wrong = 0
    for (;;) {
      const { ticket } = await startLogin(limited, email, password)
      for (let tries = 0; tries < 5; tries += 1) {
        const { status } = await finishLogin(limited, { ticket, ...WRONG }, { cookie })
        if (status !== 400) return wrong
        wrong += 1
      }
      await expireShortLimits()
    }
  }

  async function finishOn(cookie: string, email: string, secret: string, password = PASSWORD) {
    await expireShortLimits()
    const { ticket } = await startLogin(limited, email, password)
    const right = { ticket, app_code: await nextCode(limited, secret) }
    return (await finishLogin(limited, right, { cookie })).status
  }

  it('by someone with the password are stopped after ten, but the owner’s own device still works', async () => {
    const { owner, secret, cookie } = await makeOwner()
    const statuses: number[] = []
    for (let ticket = ''; statuses.length < 12; ) {
      if (statuses.length % 5 === 0) ticket = (await startLogin(limited, owner.email)).ticket
      statuses.push((await finishLogin(limited, { ticket, ...WRONG })).status)
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429])
    const { ticket } = await startLogin(limited, owner.email)
    const right = { ticket, app_code: await nextCode(limited, secret) }
    expect((await finishLogin(limited, right)).status).toBe(429)
    expect((await finishLogin(limited, right, { cookie })).status).toBe(200)
  })

  it('on a device that logged in before two-step sign-in was on count as a stranger’s', async () => {
    await limited.deps.database.delete(attempts)
    const owner = await makeUser(limited, { role: 'caretaker' })
    const before = findCookie(await logIn(limited, owner.email), 'tendwell-device-') ?? ''
    const { secret } = await addApp(limited, owner.client)
    const { answer } = await logInTwice(limited, owner, { secret })
    const own = findCookie(answer, 'tendwell-device-') ?? ''
    expect(await guessAllDay(owner.email, { cookie: before })).toBe(50)
    expect(await finishOn('', owner.email, secret)).toBe(429)
    expect(await finishOn(own, owner.email, secret)).toBe(200)
  })

  it('on a device that used a reset link count as a stranger’s', async () => {
    const { owner, secret, cookie: own } = await makeOwner()
    const thief = await resetPassword(owner.email, NEW_PASSWORD)
    const guess = { cookie: thief, password: NEW_PASSWORD }
    expect(await guessAllDay(owner.email, guess)).toBe(50)
    expect(await finishOn('', owner.email, secret, NEW_PASSWORD)).toBe(429)
    expect(await finishOn(own, owner.email, secret, NEW_PASSWORD)).toBe(200)
  })

  it('on one of the owner’s devices stop no other of them', async () => {
    const { owner, secret, cookie: own } = await makeOwner()
    const { answer } = await logInTwice(limited, owner, { secret })
    const lent = findCookie(answer, 'tendwell-device-') ?? ''
    expect(await guessAllDay(owner.email, { cookie: lent })).toBe(50)
    expect(await finishOn(lent, owner.email, secret)).toBe(429)
    expect(await finishOn(own, owner.email, secret)).toBe(200)
  })

  it('on a device that the owner disowned count as a stranger’s', async () => {
    const { owner, secret, cookie: disowned } = await makeOwner()
    const { results } = (await owner.client.get('/api/auth/sessions')).body
    const { id } = results.find((session: { is_current: boolean }) => !session.is_current)
    expect((await owner.client.delete(`/api/auth/sessions/${id}`)).status).toBe(204)
    expect(await guessAllDay(owner.email, { cookie: disowned })).toBe(50)
    expect(await finishOn('', owner.email, secret)).toBe(429)
  })

  it('of a stranger do not stop the owner’s own device after it used a reset link', async () => {
    const { owner, secret, cookie } = await makeOwner()
    expect(await guessAllDay(owner.email)).toBe(50)
    const own = await resetPassword(owner.email, NEW_PASSWORD, cookie)
    expect(await finishOn(own, owner.email, secret, NEW_PASSWORD)).toBe(200)
  })

  it('in a session are stopped after ten, even for its owner', async () => {
    await limited.deps.database.delete(attempts)
    const owner = await makeUser(limited, { role: 'caretaker' })
    await addApp(limited, owner.client)
    const statuses: number[] = []
    while (statuses.length < 11) {
      statuses.push((await reauthenticate(owner.client, WRONG)).status)
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429])
  })

  it('in many sessions of a remembered device are limited to 50 a day together, and leave a session with a second step alone', async () => {
    await limited.deps.database.delete(attempts)
    const owner = await makeUser(limited, { role: 'caretaker' })
    const { secret } = await addApp(limited, owner.client)
    const { client, cookie } = await logInTwice(limited, owner, { secret, remember: true })
    const openSession = async () => {
      const login = { email: owner.email, password: PASSWORD }
      const { body } = await limited.visitor.post('/api/auth/login', login, { cookie: cookie ?? '' })
      return limited.withToken(body.access)
    }
    for (let session = 0; session < 5; session += 1) {
      const thief = await openSession()
      for (let tries = 0; tries < 10; tries += 1) {
        expect((await reauthenticate(thief, WRONG)).status).toBe(400)
      }
      await expireShortLimits()
    }
    const right = { app_code: await nextCode(limited, secret) }
    expect((await reauthenticate(await openSession(), right)).status).toBe(429)
    expect((await reauthenticate(client, right)).status).toBe(200)
  })
})

it('changing the email opens no session and ends remembered devices', async () => {
  const { user, secret } = await makeProtected()
  const { client, cookie } = await logInTwice(app, user, { secret, remember: true })
  const email = `moved-${user.id}@example.test`
  expect((await client.post('/api/auth/email/change', { email })).status).toBe(200)
  for (const [side, address] of [
    ['old', user.email],
    ['new', email],
  ] as const) {
    const token = await findLinkToken(app, address, 'confirm-email-change')
    const { body } = await app.visitor.post('/api/auth/email/change/confirm', { token, side })
    expect(body).not.toHaveProperty('access')
  }
  const login = await app.visitor.post(
    '/api/auth/login',
    { email, password: PASSWORD },
    { cookie: cookie ?? '' },
  )
  expect(login.body.code).toBe('second_step_required')
})
