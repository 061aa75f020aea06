/**
 * Google sign-in leaves a stranger nothing of an account, and its owner can see and remove each link.
 * @see docs/rules/accounts.md#google-sign-in
 */

import { createHmac } from 'node:crypto'
import { PRIVACY_VERSION, TERMS_VERSION } from '@tendwell/contract/reference'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import {
  findAccount,
  getVerificationToken,
  listAuditEntries,
  listEmailsTo,
  logIn,
  makeSignupBody,
  makeUser,
  PASSWORD,
  refreshSession,
  requestResetToken,
  signUp,
  type TestUser,
} from '../../../../test/factories/accounts.ts'
import {
  CLIENT_ID,
  startIdentityProvider,
  type TestIdentityProvider,
} from '../../../../test/identity-provider.ts'
import { digestTables } from '../../../../test/table-digests.ts'
import { consents } from '../../people/index.ts'
import { caregiverProfiles, familyProfiles } from '../../profiles/tables.ts'
import { identities, usedCredentials } from './tables.ts'

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

const signIn = (credential: unknown, more: object = {}) =>
  app.visitor.post('/api/auth/google/', { credential, role: 'caretaker', ...more })

const signInAs = async (claims: Record<string, unknown>, role = 'caretaker') =>
  signIn(await google.sign(google.makeClaims(claims)), { role })
const listLinks = async ({ client }: Pick<TestUser, 'client'>) =>
  (await client.get('/api/auth/identities')).body.results
const listSubjects = async (email: string) => (await listEmailsTo(app, email)).map(({ subject }) => subject)

const ADDED = 'Google sign-in was added to your Tendwell account'
const REMOVED = 'Google sign-in was removed from your Tendwell account'

const REFUSED = { detail: 'Google authentication failed', code: 'invalid' }

describe('a valid token', () => {
  it('creates a verified account with the given role, and opens a session', async () => {
    const claims = google.makeClaims({ email: 'Ada.Byron@Example.test', name: 'Ada Byron' })
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
    expect((await refreshSession(app, answer.body.refresh)).status).toBe(200)
    const row = await findAccount(app, 'ada.byron@example.test')
    expect(row).toMatchObject({ passwordHash: null, emailVerifiedAt: expect.any(Date) })
    expect((await listAuditEntries(app, answer.body.user.id)).map(({ action }) => action)).toEqual([
      'signup',
      'identity.linked',
      'login',
    ])
    expect((await logIn(app, 'ada.byron@example.test')).status).toBe(401)
  })

  it('records what a new user agreed to, and nothing for a known one', async () => {
    const versions = { terms_version: TERMS_VERSION, privacy_version: PRIVACY_VERSION }
    const listConsents = (userId: number) =>
      app.deps.database
        .select({ document: consents.document, version: consents.version })
        .from(consents)
        .where(eq(consents.userId, userId))
        .orderBy(consents.document)
    const created = await signIn(await google.sign(google.makeClaims()), versions)
    expect(await listConsents(created.body.user.id)).toEqual([
      { document: 'privacy', version: PRIVACY_VERSION },
      { document: 'terms', version: TERMS_VERSION },
    ])
    const known = await makeUser(app, { role: 'caretaker' })
    await signIn(await google.sign(google.makeClaims({ email: known.email })), versions)
    expect(await listConsents(known.id)).toEqual([])
  })

  it('finds the linked account after its Google address changed', async () => {
    const claims = google.makeClaims({ iss: 'accounts.google.com' })
    const first = await signIn(await google.sign(claims))
    const later = { ...claims, iss: 'https://accounts.google.com', email: 'moved@example.test', jti: 'later' }
    const second = await signIn(await google.sign(later), { role: 'caregiver' })
    expect(second.status).toBe(200)
    expect(second.body.user).toEqual(first.body.user)
    expect(await findAccount(app, 'moved@example.test')).toBeUndefined()
  })

  it('links to the verified account of its address, which keeps its password and role', async () => {
    const user = await makeUser(app, { role: 'caregiver', fullName: 'Known Already' })
    const answer = await signIn(await google.sign(google.makeClaims({ email: user.email })))
    expect(answer.body).toMatchObject({
      message: 'Welcome, Known Already',
      user: { id: user.id, role: 'caregiver' },
    })
    expect((await user.client.get('/api/notifications')).status).toBe(200)
    expect((await logIn(app, user.email)).status).toBe(200)
    expect((await listAuditEntries(app, user.id)).map(({ action }) => action)).toEqual([
      'identity.linked',
      'login',
      'login',
    ])
  })

  it('takes an unverified account from the person who created it', async () => {
    const email = 'squatted@example.test'
    const body = { full_name: 'Squatter', email, password: PASSWORD, role: 'caretaker' }
    await signUp(app, body)
    const token = await getVerificationToken(app, email)
    await signUp(app, { ...body, role: 'caregiver' })
    const repeatedToken = await getVerificationToken(app, email)

    const answer = await signIn(await google.sign(google.makeClaims({ email })))
    expect(answer.status).toBe(200)
    expect(await findAccount(app, email)).toMatchObject({
      passwordHash: null,
      emailVerifiedAt: expect.any(Date),
    })
    expect((await logIn(app, email)).status).toBe(401)
    for (const link of [token, repeatedToken]) {
      expect((await app.visitor.post('/api/auth/verify-email', { token: link })).status).toBe(400)
    }
    expect((await logIn(app, email)).status).toBe(401)
  })

  it('ends the sessions of an unverified account', async () => {
    const user = await makeUser(app, { role: 'caretaker', verified: false })
    const answer = await signIn(await google.sign(google.makeClaims({ email: user.email })))
    expect(answer.body.user.id).toBe(user.id)
    expect((await user.client.get('/api/notifications')).status).toBe(401)
    expect((await app.withToken(answer.body.access).get('/api/notifications')).status).toBe(200)
  })

  it.each([
    ['caregiver', 'Maria Fernanda de la Cruz Santos', 'Maria Fernanda de la Cruz Santos'],
    ['caregiver', 'N'.repeat(300), 'New member'],
    ['caretaker', ' Two\nlines\0 💡', 'Two lines'],
  ])('creates a valid name for a new %s called %j', async (role, name, expected) => {
    const answer = await signIn(await google.sign(google.makeClaims({ name })), { role })
    expect([answer.status, answer.body.user.full_name]).toEqual([200, expected])
  })
})

describe('a token used again', () => {
  it('is rejected, even with a respelled signature', async () => {
    const token = await google.sign(google.makeClaims())
    expect((await signIn(token)).status).toBe(200)
    // Four bits of the signature's last character are ignored.
    const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const respelled = token.slice(0, -1) + characters[characters.indexOf(token.slice(-1)) ^ 1]
    for (const again of [token, respelled]) {
      const answer = await signIn(again)
      expect([answer.status, answer.body.detail]).toEqual([400, REFUSED.detail])
    }
  })

  it('opens one session when sent ten times at the same time, for a new and a known user', async () => {
    const claims = google.makeClaims()
    for (const jti of ['first', 'second']) {
      const token = await google.sign({ ...claims, jti })
      const answers = await Promise.all(Array.from({ length: 10 }, () => signIn(token)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)])
    }
  })

  it('is stored until it expires', async () => {
    await app.deps.jobs.sweep()
    const before = await app.deps.database.select().from(usedCredentials)
    expect(before.length).toBeGreaterThan(0)
    await app.deps.database.update(usedCredentials).set({ expiresAt: new Date(0) })
    await app.deps.jobs.sweep()
    expect(await app.deps.database.select().from(usedCredentials)).toEqual([])
  })
})

it('creates one account for ten tokens of one person at the same time', async () => {
  const claims = google.makeClaims()
  const tokens = await Promise.all(
    Array.from({ length: 10 }, (_, jti) => google.sign({ ...claims, jti: `${jti}` })),
  )
  const answers = await Promise.all(tokens.map((token) => signIn(token)))
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(new Set(answers.map(({ body }) => body.user.id)).size).toBe(1)
  const linked = await app.deps.database.select().from(identities).where(eq(identities.subject, claims.sub))
  expect(linked).toHaveLength(1)
})

it('rejects a deactivated account and links nothing to it', async () => {
  const user = await makeUser(app, { role: 'caretaker', active: false })
  const answer = await signIn(await google.sign(google.makeClaims({ email: user.email })))
  expect([answer.status, answer.body.detail]).toEqual([403, 'This account has been deactivated'])
  const linked = await app.deps.database.select().from(identities).where(eq(identities.userId, user.id))
  expect(linked).toEqual([])
})

it('rejects tokens that are forged, foreign, expired or of an unverified address, and stores nothing', async () => {
  const now = Math.floor(Date.now() / 1_000)
  const known = await makeUser(app, { role: 'caretaker' })
  const claims = google.makeClaims({ email: known.email })
  const { exp: _exp, ...withoutExpiry } = claims
  const { iat: _iat, ...withoutIssueTime } = claims
  const { sub: _sub, ...withoutSubject } = claims
  const { email: _email, ...withoutEmail } = claims
  const { email_verified: _verified, ...withoutVerified } = claims
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const confused = `${encode({ alg: 'HS256', typ: 'JWT', kid: 'ours' })}.${encode(claims)}`
  const publicKey = createHmac('sha256', google.publicKeyText).update(confused).digest('base64url')
  const good = await google.sign(google.makeClaims({ email: known.email }))
  const [head, , signature] = good.split('.')
  const jku = `${google.url}/evil`
  const invalid: Record<string, string> = {
    expired: await google.sign({ ...claims, iat: now - 3_700, exp: now - 100 }),
    'older than an hour': await google.sign({ ...claims, iat: now - 7_200, exp: now + 600 }),
    'issued in the future': await google.sign({ ...claims, iat: now + 600, exp: now + 1_200 }),
    'another audience': await google.sign({ ...claims, aud: 'another.apps.googleusercontent.test' }),
    'two audiences': await google.sign({ ...claims, aud: [CLIENT_ID, 'another'] }),
    'another issuer': await google.sign({ ...claims, iss: 'https://accounts.google.com.evil.test' }),
    'another key': await google.sign(claims, {}, google.foreignKey),
    'an unknown key': await google.sign(claims, { kid: 'theirs' }, google.foreignKey),
    'its own key': await google.sign(claims, { jwk: google.foreignJwk }, google.foreignKey),
    'its own key by URL': await google.sign(claims, { jku, kid: 'x' }, google.foreignKey),
    'no algorithm': google.makeUnsigned(claims),
    'our public key as a secret': `${confused}.${publicKey}`,
    'swapped claims': `${head}.${encode({ ...claims, email: 'victim@example.test' })}.${signature}`,
    'an unverified address': await google.sign({ ...claims, email_verified: false }),
    'no word on verification': await google.sign(withoutVerified),
    'verified as a string': await google.sign({ ...claims, email_verified: 'true' }),
    'no expiry': await google.sign(withoutExpiry),
    'no issue time': await google.sign(withoutIssueTime),
    'no subject': await google.sign(withoutSubject),
    'no address': await google.sign(withoutEmail),
    'an invalid address': await google.sign({ ...claims, email: 'x' }),
    'our own access token': known.token,
    nothing: '..',
    words: 'not a token',
    'odd characters': 'é.\u0000.💡',
  }
  const before = await digestTables(app)
  for (const [name, credential] of Object.entries(invalid)) {
    const answer = await signIn(credential)
    expect([name, answer.status, answer.body.detail, answer.body.code]).toEqual([
      name,
      400,
      REFUSED.detail,
      REFUSED.code,
    ])
  }
  expect(await digestTables(app)).toEqual(before)
  expect(google.requestedPaths).not.toContain('/evil')
  expect(google.requestedPaths.length).toBeLessThan(5)
  expect((await signIn(good)).status).toBe(200)
})

it.each([
  [{}, 'credential', REFUSED.detail],
  [{ credential: '' }, 'credential', REFUSED.detail],
  [{ credential: 'x'.repeat(9_000) }, 'credential', REFUSED.detail],
  [{ credential: 7 }, 'credential', REFUSED.detail],
  [{ credential: 'x', role: 'admin' }, 'role', 'Choose Caregiver or Caretaker'],
  [{ credential: 'x', timezone: 'Mars/Olympus' }, 'timezone', 'Unknown time zone'],
  [{ credential: 'x', user: 1 }, 'user', 'Unknown field'],
])('rejects the body %j', async (body, field, message) => {
  const answer = await app.visitor.post('/api/auth/google', { role: 'caretaker', ...body })
  expect([answer.status, answer.body[field]]).toEqual([400, [message]])
})

describe('taking over an unverified account', () => {
  it.each([
    ['caregiver', 'caretaker'],
    ['caretaker', 'caregiver'],
    ['caregiver', 'caregiver'],
  ])(
    'replaces the name and role of a squatting %s by Google’s name and the role of a %s',
    async (squatted, role) => {
      const email = `squatted-${squatted}-${role}@example.test`
      await signUp(app, makeSignupBody({ email, role: squatted, full_name: 'A Squatter' }))
      await app.drain()
      const answer = await signInAs({ email, name: 'The Owner' }, role)
      expect(answer.body.user).toMatchObject({ full_name: 'The Owner', role })
      expect(answer.body.message).toBe('Welcome, The Owner')
      await app.drain()
      expect(await findAccount(app, email)).toMatchObject({ fullName: 'The Owner', role, passwordHash: null })
      expect((await logIn(app, email)).status).toBe(401)

      const { id } = answer.body.user
      const { database } = app.deps
      const asCaregiver = await database
        .select()
        .from(caregiverProfiles)
        .where(eq(caregiverProfiles.userId, id))
      const asFamily = await database.select().from(familyProfiles).where(eq(familyProfiles.userId, id))
      expect([asCaregiver.length, asFamily.length]).toEqual(role === 'caregiver' ? [1, 0] : [0, 1])
      const profile = await app.withToken(answer.body.access).get(`/api/auth/${role}/profile`)
      expect([profile.status, profile.body.full_name]).toEqual([200, 'The Owner'])
    },
  )

  it('tells the owner that the earlier password no longer works', async () => {
    const email = 'told@example.test'
    await signUp(app, makeSignupBody({ email }))
    await signInAs({ email })
    const mail = (await listEmailsTo(app, email)).find(({ subject }) => subject === ADDED)
    expect(mail?.text).toContain('no longer works')
  })
})

describe('the list of sign-in methods', () => {
  it('shows a linked Google account and the day when it was linked, to its owner alone', async () => {
    const user = await makeUser(app, { role: 'caretaker' })
    const other = await makeUser(app, { role: 'caretaker' })
    expect(await listLinks(user)).toEqual([])
    await signInAs({ email: user.email })
    expect(await listLinks(user)).toEqual([
      { id: expect.any(Number), provider: 'Google', linked_at: expect.any(String), can_remove: true },
    ])
    expect(await listLinks(other)).toEqual([])
    expect((await app.visitor.get('/api/auth/identities')).status).toBe(401)
  })

  it('mails the owner of a known account when a link is added, but not at later logins', async () => {
    const user = await makeUser(app, { role: 'caretaker' })
    const claims = { email: user.email, sub: `of-${user.id}` }
    await signInAs(claims)
    await signInAs(claims)
    expect((await listSubjects(user.email)).filter((subject) => subject === ADDED)).toHaveLength(1)
    await signInAs({ email: 'made-by-google@example.test' })
    expect(await listSubjects('made-by-google@example.test')).not.toContain(ADDED)
  })
})

describe('removing a linked Google account', () => {
  it('ends logins with it, and mails the owner', async () => {
    const user = await makeUser(app, { role: 'caretaker' })
    const claims = { email: user.email, sub: `of-${user.id}` }
    await signInAs(claims)
    const [link] = await listLinks(user)
    const path = `/api/auth/identities/${link.id}`
    await app.advance(11)
    expect(await user.client.delete(path)).toMatchObject({
      status: 403,
      body: { code: 'reauthentication_required' },
    })
    expect(await listLinks(user)).toHaveLength(1)
    await user.client.post('/api/auth/reauthenticate', { password: PASSWORD })
    expect((await user.client.delete(path)).status).toBe(204)
    expect(await listLinks(user)).toEqual([])
    expect((await listSubjects(user.email)).at(-1)).toBe(REMOVED)
    expect((await listAuditEntries(app, user.id)).at(-1)).toMatchObject({
      action: 'identity.unlinked',
      actorId: user.id,
    })
    expect((await user.client.delete(path)).status).toBe(404)
    expect((await logIn(app, user.email, PASSWORD)).status).toBe(200)
  })

  it('is refused while it is the only way to log in', async () => {
    const email = 'google-only@example.test'
    const { body } = await signInAs({ email })
    const owner = { client: app.withToken(body.access) }
    const [link] = await listLinks(owner)
    expect(link.can_remove).toBe(false)
    const refused = await owner.client.delete(`/api/auth/identities/${link.id}`)
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      'Google is your only way to log in. Set a password first, with Forgot Password',
    ])
    expect(await listLinks(owner)).toHaveLength(1)
    expect(await listSubjects(email)).not.toContain(REMOVED)

    const token = await requestResetToken(app, email)
    const reset = { token, password: PASSWORD, confirm_password: PASSWORD }
    await app.visitor.post('/api/auth/password/reset/confirm', reset)
    const { access } = (await logIn(app, email, PASSWORD)).body
    expect(await listLinks({ client: app.withToken(access) })).toEqual([])
    const again = await signInAs({ email })
    const returned = { client: app.withToken(again.body.access) }
    const [own] = await listLinks(returned)
    expect((await returned.client.delete(`/api/auth/identities/${own.id}`)).status).toBe(204)
  })

  it('keeps one of two that are removed at the same time if there is no password', async () => {
    const email = 'two-links@example.test'
    const { body } = await signInAs({ email, sub: 'first-of-two' })
    await signInAs({ email, sub: 'second-of-two' })
    const owner = { client: app.withToken(body.access) }
    const links = await listLinks(owner)
    expect(links).toHaveLength(2)
    const answers = await Promise.all(
      links.map(({ id }: { id: number }) => owner.client.delete(`/api/auth/identities/${id}`)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
    expect(await listLinks(owner)).toHaveLength(1)
  })

  it('is refused to everyone else', async () => {
    const owner = await makeUser(app, { role: 'caretaker' })
    const stranger = await makeUser(app, { role: 'caretaker' })
    await signInAs({ email: owner.email })
    const [link] = await listLinks(owner)
    expect((await stranger.client.delete(`/api/auth/identities/${link.id}`)).status).toBe(404)
    expect(await listLinks(owner)).toHaveLength(1)
  })
})

describe('another installation', () => {
  it('rejects all tokens without a client id', async () => {
    const without = await testApp()
    try {
      const credential = await google.sign(google.makeClaims())
      const answer = await without.visitor.post('/api/auth/google', { credential, role: 'caretaker' })
      expect(answer.body).toMatchObject(REFUSED)
      expect(answer.status).toBe(400)
      expect((await without.visitor.get('/api/auth/settings/')).body).toEqual({
        google_client_id: null,
        operator_name: 'Tendwell',
        hold_hours: 0,
      })
      expect(answer.headers.get('content-security-policy')).not.toContain('google')
    } finally {
      await without.close()
    }
    const settings = await app.visitor.get('/api/auth/settings/')
    expect(settings.body).toMatchObject({ google_client_id: CLIENT_ID })
    expect(settings.headers.get('content-security-policy')).toContain(
      "script-src 'self' https://accounts.google.com/gsi/client;",
    )
    expect(settings.headers.get('referrer-policy')).toBe('strict-origin')
    expect(settings.headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
  })

  it('answers 503 while Google’s keys are unavailable, and works once they are back', async () => {
    google.setDown(true)
    const other = await testApp(google.settings, { repeats: false })
    try {
      const credential = await google.sign(google.makeClaims())
      const signInThere = () => other.visitor.post('/api/auth/google', { credential, role: 'caretaker' })
      const down = await signInThere()
      expect([down.status, down.body.detail]).toEqual([503, REFUSED.detail])
      google.setDown(false)
      expect((await signInThere()).status).toBe(200)
    } finally {
      google.setDown(false)
      await other.close()
    }
  })
})

describe('a Google account of an address whose mailbox Google doesn’t run', () => {
  const foreign = (email: string) => google.makeClaims({ email, hd: undefined })

  it('is not linked to a verified account by the address alone', async () => {
    const owner = await makeUser(app, { role: 'caregiver' })
    const answer = await signIn(await google.sign(foreign(owner.email)))
    expect([answer.status, answer.body.detail]).toEqual([
      400,
      'This email has an account already. Log in with your password',
    ])
    expect(await app.deps.database.select().from(identities).where(eq(identities.userId, owner.id))).toEqual(
      [],
    )
    expect((await listEmailsTo(app, owner.email)).map(({ subject }) => subject)).not.toContain(ADDED)
    const gmail = await makeUser(app, { role: 'caregiver', email: 'nora.lind@gmail.com' })
    expect((await signIn(await google.sign(foreign(gmail.email)))).body.user.id).toBe(gmail.id)
  })

  it('makes an account of its own, and opens it again', async () => {
    const claims = foreign('own-domain@family.test')
    const created = await signIn(await google.sign(claims))
    expect(created.status).toBe(200)
    const again = await signIn(await google.sign({ ...claims, jti: 'again' }))
    expect(again.body.user.id).toBe(created.body.user.id)
  })

  it.each(['a reset', 'the link that logs a device out'])(
    'loses the account to its owner by %s',
    async (way) => {
      const email = `taken-over-${way.length}@family.test`
      const claims = foreign(email)
      const thief = (await signIn(await google.sign(claims))).body
      if (way === 'a reset') {
        const token = await requestResetToken(app, email)
        const password = 'violet tractor 77 lamp'
        const body = { token, password, confirm_password: password }
        expect((await app.visitor.post('/api/auth/password/reset/confirm', body)).status).toBe(200)
      } else {
        await signIn(await google.sign({ ...claims, jti: 'another device' }))
        const token = (await listEmailsTo(app, email))
          .map(({ text }) => /end-session\?token=([\w.-]+)/.exec(text)?.[1])
          .find(Boolean)
        expect((await app.visitor.post('/api/auth/sessions/end', { token })).status).toBe(200)
      }
      const answer = await signIn(await google.sign({ ...claims, jti: 'after' }))
      expect([answer.status, answer.body.detail]).toEqual([
        400,
        'This email has an account already. Log in with your password',
      ])
      expect((await listEmailsTo(app, email)).map(({ subject }) => subject)).toContain(REMOVED)
      expect((await listAuditEntries(app, thief.user.id)).map(({ action }) => action)).toContain(
        'identity.unlinked',
      )
    },
  )
})
