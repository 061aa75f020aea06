import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { type Answer, type TestApp, testApp } from '../../../test/app.ts'
import { makeUser, PASSWORD, requestResetToken, type TestUser } from '../../../test/factories/accounts.ts'
import { findCookie } from '../../../test/factories/two-step.ts'
import { startIdentityProvider } from '../../../test/identity-provider.ts'
import { createProduct } from '../../app.ts'
import { attempts } from '../../platform/database/tables.ts'
import { toNetwork } from '../../platform/limits/attempts.ts'
import { verifyPassword } from './passwords/hashing.ts'

const google = await startIdentityProvider()
const app: TestApp = await testApp({ RATE_LIMITS: 'on', ...google.settings }, { repeats: false })
afterAll(async () => {
  await app.close()
  await google.stop()
})
/** Ends the spans of all limits. They go by the machine's clock, which tests don't move. */
const expireAttempts = () => app.deps.database.update(attempts).set({ expire: Date.now() - 1 })

/** All tests call from the same network address. */
beforeEach(() => app.deps.database.delete(attempts))

const WRONG = 'not my password'
const logIn = (email: string, password = WRONG) => app.visitor.post('/api/auth/login', { email, password })
const statuses = (answers: Answer[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
const times = (count: number, call: (at: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, at) => call(at)))

function expectRefusal(answer: Answer, minutes: RegExp) {
  expect([answer.status, answer.body]).toEqual([
    429,
    {
      detail: expect.stringMatching(minutes),
      code: 'too_many_attempts',
      request_id: expect.any(String),
    },
  ])
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
}

describe('login', () => {
  it('is limited to 10 failures per account in 15 minutes, even for parallel calls or the right password', async () => {
    const user = await makeUser(app, { role: 'caretaker' })
    expect(statuses(await times(16, () => logIn(user.email)))).toEqual({ 401: 10, 429: 6 })
    const refused = await logIn(user.email, PASSWORD)
    expectRefusal(refused, /^Too many attempts\. Please try again in 15 minutes$/)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(900)
    await expireAttempts()
    expect((await logIn(user.email, PASSWORD)).status).toBe(200)
  })

  it('is limited the same for an address without an account', async () => {
    const user = await makeUser(app, { role: 'caretaker' })
    const known = await times(12, () => logIn(user.email))
    const unknown = await times(12, () => logIn('nobody@example.test'))
    expect(statuses(unknown)).toEqual(statuses(known))
    const [first, second] = [known, unknown].map(
      (answers) => answers.find(({ status }) => status === 429)?.body,
    )
    expect({ ...first, request_id: '' }).toEqual({ ...second, request_id: '' })
  })

  it('is limited to 30 failures per network address, and successes in between reset nothing', async () => {
    const own = await makeUser(app, { role: 'caretaker' })
    const answers: Answer[] = []
    for (let round = 0; round < 4; round += 1) {
      answers.push(...(await times(8, (at) => logIn(`victim-${round}-${at}@example.test`))))
      if (round < 3) expect((await logIn(own.email, PASSWORD)).status).toBe(200)
    }
    expect(statuses(answers)).toEqual({ 401: 30, 429: 2 })
    expectRefusal(await logIn(own.email, PASSWORD), /in 15 minutes$/)
  })

  it('does not count the right password, even for an unverified account', async () => {
    const unverified = await makeUser(app, { role: 'caretaker', verified: false })
    for (let round = 0; round < 3; round += 1) {
      expect(statuses(await times(4, () => logIn(unverified.email, PASSWORD)))).toEqual({ 400: 4 })
    }
  })

  it('keeps counting earlier failures after a success', async () => {
    const user = await makeUser(app, { role: 'caretaker' })
    await times(9, () => logIn(user.email))
    expect((await logIn(user.email, PASSWORD)).status).toBe(200)
    expect(statuses(await times(3, () => logIn(user.email)))).toEqual({ 401: 1, 429: 2 })
  })

  it('is possible again after a password reset', async () => {
    const user = await makeUser(app, { role: 'caretaker' })
    const token = await requestResetToken(app, user.email)
    await times(11, () => logIn(user.email))
    const password = 'another long word 7'
    const reset = { token, password, confirm_password: password }
    expect((await app.visitor.post('/api/auth/password/reset/confirm', reset)).status).toBe(200)
    expect((await logIn(user.email, password)).status).toBe(200)
  })

  it('is possible again on a known device after a password reset there', async () => {
    const user = await makeUser(app, { role: 'caretaker' })
    const cookie = findCookie(await logIn(user.email, PASSWORD), 'tendwell-device-') ?? ''
    const logInThere = (password: string) =>
      app.visitor.post('/api/auth/login', { email: user.email, password }, { cookie })
    expect(statuses(await times(11, () => logInThere(WRONG)))).toEqual({ 401: 10, 429: 1 })
    const token = await requestResetToken(app, user.email)
    const password = 'another long word 7'
    const body = { token, password, confirm_password: password }
    const reset = await app.visitor.post('/api/auth/password/reset/confirm', body, { cookie })
    expect([reset.status, findCookie(reset, 'tendwell-device-')]).toEqual([200, cookie])
    expect((await logInThere(password)).status).toBe(200)
  })

  it('stays limited after a restart and on another node', async () => {
    const user = await makeUser(app, { role: 'caretaker' })
    await times(10, () => logIn(user.email))
    const other = await createProduct(app.deps.config, {
      databaseUrl: app.deps.database.$client.options.connectionString ?? '',
      appSecret: 'a secret that only tests know, long enough',
      log: app.deps.log,
    })
    const url = await other.start({ work: false })
    try {
      const answer = await fetch(new URL('/api/auth/login', url), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: user.email, password: PASSWORD }),
      })
      expect(answer.status).toBe(429)
    } finally {
      await other.stop()
    }
  })
})

describe('other calls', () => {
  const CALLS: Record<string, { path: string; body: object; maximum: number; status: number }> = {
    reset: { path: '/api/auth/password/reset', body: { email: 'a@example.test' }, maximum: 5, status: 200 },
    resend: {
      path: '/api/auth/resend-verification',
      body: { email: 'a@example.test' },
      maximum: 5,
      status: 200,
    },
    signup: {
      path: '/api/auth/signup',
      body: { full_name: 'Ada', email: 'a@example.test', password: PASSWORD, role: 'caretaker' },
      maximum: 5,
      status: 201,
    },
    'reset confirm': {
      path: '/api/auth/password/reset/confirm',
      body: { token: 'x', password: PASSWORD, confirm_password: PASSWORD },
      maximum: 20,
      status: 400,
    },
    google: {
      path: '/api/auth/google',
      body: { credential: 'x', role: 'caretaker' },
      maximum: 30,
      status: 400,
    },
    contact: {
      path: '/api/contact',
      body: { name: 'Ada', email: 'a@example.test', subject: 'Hello', message: 'How are you?' },
      maximum: 5,
      status: 200,
    },
  }

  it.each(Object.entries(CALLS))('are limited: %s', async (_case, { path, body, maximum, status }) => {
    const answers = await times(maximum + 3, () => app.visitor.post(path, body))
    expect(statuses(answers)).toEqual({ [status]: maximum, 429: 3 })
    const refused = answers.find(({ status }) => status === 429) as Answer
    expectRefusal(refused, /in (15|60) minutes$/)
  })

  it('are limited per network address too', async () => {
    const requestReset = (at: number) =>
      app.visitor.post('/api/auth/password/reset', { email: `b-${at}@example.test` })
    expect(statuses(await times(33, requestReset))).toEqual({ 200: 30, 429: 3 })
    // A call refused for its network is not counted for its account.
    const rows = await app.deps.database.select().from(attempts)
    expect(rows.map(({ points }) => points).sort()).toEqual([...Array(30).fill(1), 33].sort())
  })

  it('are limited: a password change', async () => {
    const user = await makeUser(app, { role: 'caretaker' })
    const password = 'another long word 7'
    const change = (current_password: string) =>
      user.client.post('/api/auth/password/change', {
        current_password,
        password,
        confirm_password: password,
      })
    expect(statuses(await times(12, () => change(WRONG)))).toEqual({ 400: 10, 429: 2 })
    expectRefusal(await change(PASSWORD), /in 15 minutes$/)
  })

  it('are not limited: valid Google tokens', async () => {
    const claims = google.makeClaims()
    const tokens = await Promise.all(
      Array.from({ length: 35 }, (_, at) => google.sign({ ...claims, jti: `${at}` })),
    )
    for (const credential of tokens) {
      expect((await app.visitor.post('/api/auth/google', { credential, role: 'caretaker' })).status).toBe(200)
    }
  })
})

describe('when the hashing queue is full', () => {
  const password = 'another long word 7'
  const CALLS: Record<string, (user: TestUser, token: string) => Promise<Answer>> = {
    login: (user) => logIn(user.email, PASSWORD),
    signup: () =>
      app.visitor.post('/api/auth/signup', {
        full_name: 'Ada',
        email: 'ada@example.test',
        password,
        role: 'caretaker',
      }),
    'password reset': (_user, token) =>
      app.visitor.post('/api/auth/password/reset/confirm', { token, password, confirm_password: password }),
    'password change': (user) =>
      user.client.post('/api/auth/password/change', {
        current_password: PASSWORD,
        password,
        confirm_password: password,
      }),
  }

  it('calls get 503, which does not count as an attempt', async () => {
    const user = await makeUser(app, { role: 'caretaker' })
    const token = await requestResetToken(app, user.email)
    await app.deps.database.delete(attempts)
    // Keeps the queue full: each of these callers joins it again as soon as its turn is over.
    let isBusy = true
    const crowd = Array.from({ length: 42 }, async () => {
      while (isBusy) await verifyPassword('x', null)
    })
    const refused = await Promise.all(Object.values(CALLS).map((call) => call(user, token)))
    isBusy = false
    await Promise.all(crowd)
    for (const { status, body, headers } of refused) {
      expect([status, body.code]).toEqual([503, 'overloaded'])
      expect(headers.get('retry-after')).not.toBeNull()
    }
    const counted = await app.deps.database.select().from(attempts)
    expect(counted.length).toBeGreaterThan(4)
    expect(counted.filter(({ points }) => points !== 0)).toEqual([])
    const answers: number[] = []
    for (const call of Object.values(CALLS)) answers.push((await call(user, token)).status)
    expect(answers).toEqual([200, 201, 200, 401])
  })
})

it('stores no address in plain text, and deletes expired counters', async () => {
  await logIn('somebody@example.test')
  const rows = await app.deps.database.select().from(attempts)
  expect(rows).toHaveLength(2)
  expect(JSON.stringify(rows)).not.toMatch(/somebody|127\.0\.0\.1/)
  await app.deps.jobs.sweep()
  expect(await app.deps.database.select().from(attempts)).toHaveLength(2)
  await expireAttempts()
  await app.deps.jobs.sweep()
  expect(await app.deps.database.select().from(attempts)).toEqual([])
})

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::9', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('counts the address %s as %s', (address, network) => {
  expect(toNetwork(address)).toBe(network)
})

describe('a change of email', () => {
  const change = (user: TestUser, email: string) => user.client.post('/api/auth/email/change', { email })

  it('is limited to 5 an hour for each account', async () => {
    const user = await makeUser(app, { role: 'caretaker' })
    const answers = await times(7, (at) => change(user, `moved-${at}@example.test`))
    expect(statuses(answers)).toEqual({ 200: 5, 429: 2 })
  })

  it('is limited to 5 an hour for each new address, from all accounts together', async () => {
    const users = await Promise.all(Array.from({ length: 7 }, () => makeUser(app, { role: 'caretaker' })))
    const answers = await times(7, (at) => change(users[at] as TestUser, 'victim@example.test'))
    expect(statuses(answers)).toEqual({ 200: 5, 429: 2 })
  })
})
