import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { contentsOf } from '../../../../test/contents.ts'
import {
  getVerificationToken,
  listAuditEntries,
  makeUser,
  PASSWORD,
} from '../../../../test/factories/accounts.ts'
import {
  CLIENT_ID,
  type IdentityProviderOfTests,
  startIdentityProvider,
} from '../../../../test/identity-provider.ts'
import { identities, usedCredentials, users } from '../tables.ts'

let google: IdentityProviderOfTests
let app: TestApp
beforeAll(async () => {
  google = await startIdentityProvider()
  app = await testApp(google.settings)
})
afterAll(async () => {
  await app.close()
  await google.stop()
})

const signIn = (credential: unknown, more: object = {}) =>
  app.visitor.post('/api/auth/google/', { credential, role: 'caretaker', ...more })
const logIn = (email: string) => app.visitor.post('/api/auth/login', { email, password: PASSWORD })
const rowOf = async (email: string) =>
  (await app.deps.database.select().from(users).where(eq(users.email, email)))[0]

const REFUSED = { detail: 'Google authentication failed', code: 'invalid' }

describe('a good token', () => {
  it('makes a verified account of the role that was sent, and opens a session', async () => {
    const claims = google.claimsOf({ email: 'Ada.Byron@Example.test', name: 'Ada Byron' })
    const answer = await signIn(await google.sign(claims), { role: 'caregiver', timezone: 'Europe/Rome' })
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        message: 'Welcome, Ada Byron',
        user: {
          id: expect.any(Number),
          full_name: 'Ada Byron',
          email: 'ada.byron@example.test',
          avatar: null,
          role: 'caregiver',
          profile_complete: false,
        },
        access: expect.any(String),
        refresh: expect.any(String),
      },
    ])
    await app.drain()
    const client = app.withToken(answer.body.access)
    expect((await client.get('/api/auth/caregiver/profile')).status).toBe(200)
    expect((await app.visitor.post('/api/auth/token/refresh', { refresh: answer.body.refresh })).status).toBe(
      200,
    )
    const row = await rowOf('ada.byron@example.test')
    expect(row).toMatchObject({ passwordHash: null, emailVerifiedAt: expect.any(Date) })
    expect((await listAuditEntries(app, answer.body.user.id)).map(({ action }) => action)).toEqual([
      'signup',
      'identity.linked',
      'login',
    ])
    expect((await logIn('ada.byron@example.test')).status).toBe(401)
  })

  it('finds the same account by the person’s key, also after the address has changed', async () => {
    const claims = google.claimsOf({ iss: 'accounts.google.com' })
    const first = await signIn(await google.sign(claims))
    const later = { ...claims, iss: 'https://accounts.google.com', email: 'moved@example.test', jti: 'later' }
    const second = await signIn(await google.sign(later), { role: 'caregiver' })
    expect(second.status).toBe(200)
    expect(second.body.user).toEqual(first.body.user)
    expect(await rowOf('moved@example.test')).toBeUndefined()
  })

  it('is linked to the verified account of its address, which keeps its password and its role', async () => {
    const user = await makeUser(app, { role: 'caregiver', fullName: 'Known Already' })
    const answer = await signIn(await google.sign(google.claimsOf({ email: user.email })))
    expect(answer.body).toMatchObject({
      message: 'Welcome, Known Already',
      user: { id: user.id, role: 'caregiver' },
    })
    expect((await user.client.get('/api/notifications')).status).toBe(200)
    expect((await logIn(user.email)).status).toBe(200)
    expect((await listAuditEntries(app, user.id)).map(({ action }) => action)).toEqual([
      'identity.linked',
      'login',
      'login',
    ])
  })

  it('takes an account that was never verified from whoever made it', async () => {
    const email = 'squatted@example.test'
    const body = { full_name: 'Squatter', email, password: PASSWORD, role: 'caretaker' }
    await app.visitor.post('/api/auth/signup', body)
    const token = await getVerificationToken(app, email)
    await app.visitor.post('/api/auth/signup', { ...body, role: 'caregiver' })
    const repeatedToken = await getVerificationToken(app, email)

    const answer = await signIn(await google.sign(google.claimsOf({ email })))
    expect(answer.status).toBe(200)
    expect(await rowOf(email)).toMatchObject({ passwordHash: null, emailVerifiedAt: expect.any(Date) })
    expect((await logIn(email)).status).toBe(401)
    for (const link of [token, repeatedToken]) {
      expect((await app.visitor.post('/api/auth/verify-email', { token: link })).status).toBe(400)
    }
    expect((await logIn(email)).status).toBe(401)
  })

  it('ends the sessions of an account that was not verified', async () => {
    const user = await makeUser(app, { role: 'caretaker', verified: false })
    const answer = await signIn(await google.sign(google.claimsOf({ email: user.email })))
    expect(answer.body.user.id).toBe(user.id)
    expect((await user.client.get('/api/notifications')).status).toBe(401)
    expect((await app.withToken(answer.body.access).get('/api/notifications')).status).toBe(200)
  })

  it.each([
    ['caregiver', 'N'.repeat(40), 'N'.repeat(25)],
    ['caregiver', `${'N'.repeat(24)}💡`, 'N'.repeat(24)],
    ['caretaker', ' Two\nlines\0 ', 'Two lines'],
    ['caretaker', '', /^google-\d+$/],
  ])('names a new %s of %j fittingly', async (role, name, expected) => {
    const answer = await signIn(await google.sign(google.claimsOf({ name })), { role })
    expect(answer.status).toBe(200)
    expect(answer.body.user.full_name).toEqual(
      typeof expected === 'string' ? expected : expect.stringMatching(expected),
    )
  })
})

describe('a token that is used again', () => {
  it('is refused, also when its signature is spelled another way', async () => {
    const token = await google.sign(google.claimsOf())
    expect((await signIn(token)).status).toBe(200)
    // The last letter of the signature holds four bits that mean nothing.
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const respelled = token.slice(0, -1) + letters[letters.indexOf(token.slice(-1)) ^ 1]
    for (const again of [token, respelled]) {
      const answer = await signIn(again)
      expect([answer.status, answer.body.detail]).toEqual([400, REFUSED.detail])
    }
  })

  it('opens one session of ten at once, for a new person and a known one', async () => {
    const claims = google.claimsOf()
    for (const jti of ['first', 'second']) {
      const token = await google.sign({ ...claims, jti })
      const answers = await Promise.all(Array.from({ length: 10 }, () => signIn(token)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)])
    }
  })

  it('is remembered for as long as it would be good', async () => {
    await app.deps.jobs.sweep()
    const before = await app.deps.database.select().from(usedCredentials)
    expect(before.length).toBeGreaterThan(0)
    await app.deps.database.update(usedCredentials).set({ expiresAt: new Date(0) })
    await app.deps.jobs.sweep()
    expect(await app.deps.database.select().from(usedCredentials)).toEqual([])
  })
})

it('makes one account of ten tokens of one person at once', async () => {
  const claims = google.claimsOf()
  const tokens = await Promise.all(
    Array.from({ length: 10 }, (_, jti) => google.sign({ ...claims, jti: `${jti}` })),
  )
  const answers = await Promise.all(tokens.map((token) => signIn(token)))
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(new Set(answers.map(({ body }) => body.user.id)).size).toBe(1)
  const linked = await app.deps.database.select().from(identities).where(eq(identities.subject, claims.sub))
  expect(linked).toHaveLength(1)
})

it('lets nobody into a deactivated account, and links nothing to it', async () => {
  const user = await makeUser(app, { role: 'caretaker', active: false })
  const answer = await signIn(await google.sign(google.claimsOf({ email: user.email })))
  expect([answer.status, answer.body.detail]).toEqual([403, 'This account has been deactivated'])
  const linked = await app.deps.database.select().from(identities).where(eq(identities.userId, user.id))
  expect(linked).toEqual([])
})

it('refuses tokens that are forged, foreign, expired or of an unverified address, and stores nothing', async () => {
  const now = Math.floor(Date.now() / 1_000)
  const known = await makeUser(app, { role: 'caretaker' })
  const claims = google.claimsOf({ email: known.email })
  const { exp: _exp, ...endless } = claims
  const { iat: _iat, ...unborn } = claims
  const { sub: _sub, ...nobody } = claims
  const { email: _email, ...unreachable } = claims
  const { email_verified: _verified, ...unsaid } = claims
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const confused = `${encode({ alg: 'HS256', typ: 'JWT', kid: 'ours' })}.${encode(claims)}`
  const publicKey = createHmac('sha256', google.publicKeyText).update(confused).digest('base64url')
  const good = await google.sign(google.claimsOf({ email: known.email }))
  const [head, , signature] = good.split('.')
  const jku = `${google.url}/evil`
  const bad: Record<string, string> = {
    expired: await google.sign({ ...claims, iat: now - 3_700, exp: now - 100 }),
    'older than an hour': await google.sign({ ...claims, iat: now - 7_200, exp: now + 600 }),
    'not yet made': await google.sign({ ...claims, iat: now + 600, exp: now + 1_200 }),
    'another audience': await google.sign({ ...claims, aud: 'another.apps.googleusercontent.test' }),
    'two audiences': await google.sign({ ...claims, aud: [CLIENT_ID, 'another'] }),
    'another issuer': await google.sign({ ...claims, iss: 'https://accounts.google.com.evil.test' }),
    'another key': await google.sign(claims, {}, google.strangersKey),
    'a key nobody knows': await google.sign(claims, { kid: 'theirs' }, google.strangersKey),
    'its own key': await google.sign(claims, { jwk: google.strangersJwk }, google.strangersKey),
    'its own key by address': await google.sign(claims, { jku, kid: 'x' }, google.strangersKey),
    'no algorithm': google.unsigned(claims),
    'our public key as a secret': `${confused}.${publicKey}`,
    'claims exchanged': `${head}.${encode({ ...claims, email: 'victim@example.test' })}.${signature}`,
    'an unverified address': await google.sign({ ...claims, email_verified: false }),
    'an address nobody speaks of': await google.sign(unsaid),
    'a verified that is a word': await google.sign({ ...claims, email_verified: 'true' }),
    'no end': await google.sign(endless),
    'no beginning': await google.sign(unborn),
    'no person': await google.sign(nobody),
    'no address': await google.sign(unreachable),
    'an address that is none': await google.sign({ ...claims, email: 'x' }),
    'our own access token': known.token,
    nothing: '..',
    words: 'not a token',
    'odd letters': 'é.\u0000.💡',
  }
  const before = await contentsOf(app)
  for (const [how, credential] of Object.entries(bad)) {
    const answer = await signIn(credential)
    expect([how, answer.status, answer.body.detail, answer.body.code]).toEqual([
      how,
      400,
      REFUSED.detail,
      REFUSED.code,
    ])
  }
  expect(await contentsOf(app)).toEqual(before)
  expect(google.asked).not.toContain('/evil')
  expect(google.asked.length).toBeLessThan(5)
  expect((await signIn(good)).status).toBe(200)
})

it.each([
  [{}, 'credential', REFUSED.detail],
  [{ credential: '' }, 'credential', REFUSED.detail],
  [{ credential: 'x'.repeat(9_000) }, 'credential', REFUSED.detail],
  [{ credential: 7 }, 'credential', REFUSED.detail],
  [{ credential: 'x', role: 'admin' }, 'role', 'Choose Caregiver or Caretaker'],
  [{ credential: 'x', timezone: 'Mars/Olympus' }, 'timezone', 'Unknown timezone'],
  [{ credential: 'x', user: 1 }, 'user', 'Unknown field'],
])('refuses the body %j', async (body, field, message) => {
  const answer = await app.visitor.post('/api/auth/google', { role: 'caretaker', ...body })
  expect([answer.status, answer.body[field]]).toEqual([400, [message]])
})

describe('another installation', () => {
  it('has no sign-in with Google without a client id', async () => {
    const without = await testApp()
    try {
      const credential = await google.sign(google.claimsOf())
      const answer = await without.visitor.post('/api/auth/google', { credential, role: 'caretaker' })
      expect(answer.body).toMatchObject(REFUSED)
      expect(answer.status).toBe(400)
      expect((await without.visitor.get('/api/auth/settings/')).body).toEqual({ google_client_id: null })
      expect(answer.headers.get('content-security-policy')).not.toContain('google')
    } finally {
      await without.close()
    }
    const settings = await app.visitor.get('/api/auth/settings/')
    expect(settings.body).toEqual({ google_client_id: CLIENT_ID })
    expect(settings.headers.get('content-security-policy')).toContain(
      "script-src 'self' https://accounts.google.com/gsi/client;",
    )
    expect(settings.headers.get('referrer-policy')).toBe('strict-origin')
    expect(settings.headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
  })

  it('answers 503 while the keys can’t be had, and works as soon as they can', async () => {
    google.setDown(true)
    const other = await testApp(google.settings)
    try {
      const credential = await google.sign(google.claimsOf())
      const ask = () => other.visitor.post('/api/auth/google', { credential, role: 'caretaker' })
      const down = await ask()
      expect([down.status, down.body.detail]).toEqual([503, REFUSED.detail])
      google.setDown(false)
      expect((await ask()).status).toBe(200)
    } finally {
      google.setDown(false)
      await other.close()
    }
  })
})
