/**
 * A password that a stranger chose for someone else's address never opens their account.
 * @see docs/rules/accounts.md#email-verification
 */
import { MINUTES_PER_DAY } from '@tendwell/contract/time'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import {
  type AccountEvent,
  findAccount,
  getVerificationToken,
  listEmailsTo,
  logIn,
  makeSignupBody,
  makeUser,
  recordAccountEvents,
  refreshSession,
  requestResetToken,
  signUp,
  verifyEmail,
} from '../../../../test/factories/accounts.ts'
import { users } from '../../people/tables.ts'

let app: TestApp
let events: AccountEvent[]
beforeAll(async () => {
  app = await testApp()
  events = recordAccountEvents(app)
})
beforeEach(() => events.splice(0))
afterAll(() => app.close())

const ATTACKERS = 'the attackers word 1'
const VICTIMS = 'the victims word 2'
const NEW = 'a word of ones own 3'

/** Signs up and runs what follows. @returns the browser's handle */
async function signUpAs(email: string, overrides: object): Promise<string> {
  const { status, body } = await signUp(app, makeSignupBody({ email, ...overrides }))
  expect(status).toBe(201)
  await app.drain()
  return body.verification_handle
}
const attack = (email: string) =>
  signUpAs(email, { password: ATTACKERS, full_name: 'An Attacker', role: 'caregiver' })
const join = (email: string) => signUpAs(email, { password: VICTIMS, full_name: 'The Victim' })

/** Opens the link in another browser. @returns the token that sets a password */
async function openElsewhere(token: string): Promise<string> {
  const { status, body } = await verifyEmail(app, token)
  expect([status, body.password_required]).toEqual([200, true])
  return body.setup_token
}
const setPassword = (setup_token: string, password = NEW) =>
  app.visitor.post('/api/auth/verify-email/password', { setup_token, password })
const resend = (email: string, verification_handle?: string) =>
  app.visitor.post('/api/auth/resend-verification', { email, verification_handle })

let counter = 0
const makeEmail = () => {
  counter += 1
  return `victim-${counter}@example.test`
}

async function expectUnverified(email: string) {
  expect((await findAccount(app, email))?.emailVerifiedAt).toBeNull()
}

describe('a link opened in another browser', () => {
  it.each([
    ['alone', [attack]],
    ['before the victim', [attack, join]],
    ['after the victim', [join, attack]],
    ['before and after the victim', [attack, join, attack]],
  ])('verifies, and no earlier password works: the attacker signs up %s', async (_when, signups) => {
    const email = makeEmail()
    for (const signup of signups) await signup(email)
    const token = await getVerificationToken(app, email)
    const opened = await verifyEmail(app, token)
    expect([opened.status, opened.body]).toEqual([
      200,
      {
        user: expect.objectContaining({ email }),
        password_required: true,
        setup_token: expect.stringMatching(/^[\w-]{43,}$/),
      },
    ])
    const account = await findAccount(app, email)
    expect([account?.emailVerifiedAt, account?.passwordHash]).toEqual([expect.any(Date), null])
    for (const password of [ATTACKERS, VICTIMS]) {
      expect((await logIn(app, email, password)).status).toBe(400)
    }

    const { setup_token: setup } = opened.body
    expect((await setPassword(setup)).body.user).toEqual(opened.body.user)
    expect((await logIn(app, email, ATTACKERS)).status).toBe(401)
    expect((await logIn(app, email, VICTIMS)).status).toBe(401)
    expect((await logIn(app, email, NEW)).status).toBe(200)
    expect((await setPassword(setup, ATTACKERS)).status).toBe(400)
    expect((await logIn(app, email, NEW)).status).toBe(200)
    await app.drain()
    expect(events.filter(({ name }) => name === 'email.verified')).toHaveLength(1)
  })

  it('takes the password of the sign-up again', async () => {
    const email = makeEmail()
    await join(email)
    const setup = await openElsewhere(await getVerificationToken(app, email))
    expect((await setPassword(setup, VICTIMS)).status).toBe(200)
    expect((await logIn(app, email, VICTIMS)).status).toBe(200)
  })

  it('ends earlier sessions and reset links', async () => {
    const person = await makeUser(app, { role: 'caretaker', verified: false })
    await resend(person.email)
    const token = await getVerificationToken(app, person.email)
    const resetToken = await requestResetToken(app, person.email)
    await openElsewhere(token)
    expect((await person.client.get('/api/notifications')).status).toBe(401)
    expect((await refreshSession(app, person.refresh)).status).toBe(401)
    const body = { token: resetToken, password: ATTACKERS, confirm_password: ATTACKERS }
    expect((await app.visitor.post('/api/auth/password/reset/confirm', body)).status).toBe(400)
  })

  it('asks again for a password that is refused', async () => {
    const email = makeEmail()
    await join(email)
    const setup = await openElsewhere(await getVerificationToken(app, email))
    expect((await setPassword(setup, 'short')).body.password).toHaveLength(1)
    expect((await setPassword(setup, 'password1')).body.password).toHaveLength(1)
    expect((await findAccount(app, email))?.passwordHash).toBeNull()
    expect((await setPassword(setup)).status).toBe(200)
  })

  it('sets a password for an hour; after that a login mails a link to choose one', async () => {
    const email = makeEmail()
    await join(email)
    const setup = await openElsewhere(await getVerificationToken(app, email))
    await app.advance(61)
    expect((await setPassword(setup)).body.detail).toBe('This setup link has expired')
    expect((await setPassword('never-issued')).body.detail).toBe('This setup link is not valid')
    const refused = await logIn(app, email, VICTIMS)
    expect([refused.status, refused.body.email]).toEqual([400, ['Check your email to choose a password']])
    const mail = (await listEmailsTo(app, email)).at(-1)
    expect(mail?.subject).toBe('Choose your Tendwell password')
    const [, token] = /reset-password\?token=([\w-]+)/.exec(mail?.text ?? '') ?? []
    const body = { token, password: NEW, confirm_password: NEW }
    expect((await app.visitor.post('/api/auth/password/reset/confirm', body)).status).toBe(200)
    expect((await logIn(app, email, NEW)).status).toBe(200)
  })

  it('promises no mail to an account that is deactivated before it has a password', async () => {
    const email = makeEmail()
    await join(email)
    await openElsewhere(await getVerificationToken(app, email))
    await app.deps.database.update(users).set({ isActive: false }).where(eq(users.email, email))
    const sent = (await listEmailsTo(app, email)).length
    const refused = await logIn(app, email, VICTIMS)
    expect([refused.status, refused.body.detail]).toEqual([401, 'Invalid email or password'])
    expect(await listEmailsTo(app, email)).toHaveLength(sent)
  })

  it('says why a link does not work', async () => {
    const email = makeEmail()
    await join(email)
    const token = await getVerificationToken(app, email)
    expect((await verifyEmail(app, 'never-issued')).body.detail).toBe('This verification link is not valid')
    expect((await setPassword(token)).body.detail).toBe('This setup link is not valid')
    await app.advance(MINUTES_PER_DAY + 1)
    expect((await verifyEmail(app, token)).body.detail).toBe('This verification link has expired')
    await expectUnverified(email)
  })
})

describe('a link opened in the browser that signed up', () => {
  it('verifies at once and keeps the chosen password', async () => {
    const email = makeEmail()
    const handle = await join(email)
    const answer = await verifyEmail(app, await getVerificationToken(app, email), handle)
    expect(answer.status).toBe(200)
    expect((await logIn(app, email, VICTIMS)).status).toBe(200)
  })

  it('keeps the password of the newest sign-up', async () => {
    const email = makeEmail()
    await attack(email)
    const victims = await join(email)
    const answer = await verifyEmail(app, await getVerificationToken(app, email), victims)
    expect(answer.body.user).toMatchObject({ role: 'caretaker', full_name: 'The Victim' })
    expect(answer.body).not.toHaveProperty('setup_token')
    expect((await logIn(app, email, ATTACKERS)).status).toBe(401)
    expect((await logIn(app, email, VICTIMS)).status).toBe(200)
  })

  it('counts as another one for the handle of an older sign-up, which keeps no password', async () => {
    const email = makeEmail()
    const attackers = await attack(email)
    await join(email)
    const answer = await verifyEmail(app, await getVerificationToken(app, email), attackers)
    expect(answer.body.password_required).toBe(true)
    for (const password of [ATTACKERS, VICTIMS]) expect((await logIn(app, email, password)).status).toBe(400)
  })

  it('asks for a password if someone has signed up since', async () => {
    const email = makeEmail()
    const victims = await join(email)
    await attack(email)
    const answer = await verifyEmail(app, await getVerificationToken(app, email), victims)
    expect(answer.body.password_required).toBe(true)
    expect((await logIn(app, email, ATTACKERS)).status).toBe(400)
  })

  it('is not taken for one that holds a forged handle, or that of another account', async () => {
    const other = await join(makeEmail())
    const forgeries = [
      () => other,
      (handle: string) => handle.split('.')[0],
      (handle: string) => `${handle.split('.')[0]}.`,
      (handle: string) => `${handle}x`,
      (handle: string) => `${handle.split('.')[0]}.${other.split('.')[1]}`,
      () => '',
      () => 'x'.repeat(150),
    ]
    for (const forge of forgeries) {
      const email = makeEmail()
      const wrong = forge(await join(email))
      const { body } = await verifyEmail(app, await getVerificationToken(app, email), wrong)
      expect([wrong, body.password_required]).toEqual([wrong, true])
    }
  })
})

describe('the handle', () => {
  it('is returned for every address, and says nothing about the account', async () => {
    const taken = await makeUser(app, { role: 'caretaker' })
    const [fresh, known] = [await join(makeEmail()), await join(taken.email)]
    for (const handle of [fresh, known]) expect(handle).toMatch(/^[\w-]{20,60}\.[\w-]{43}$/)
    expect(known.length).toBe(fresh.length)
  })

  it('lets a resend say that the address is verified, to the browser that signed up and no other', async () => {
    const email = makeEmail()
    const handle = await join(email)
    expect((await resend(email, handle)).body.is_verified).toBe(false)
    await verifyEmail(app, await getVerificationToken(app, email), handle)
    expect((await resend(email, handle)).body).toEqual({
      message: 'Your email is already verified',
      is_verified: true,
    })
    expect((await resend(email)).body.is_verified).toBe(false)
    const strangers = await attack(email)
    expect((await resend(email, strangers)).body.is_verified).toBe(false)
    expect((await resend('nobody@example.test', handle)).body.is_verified).toBe(false)
  })

  it('tells an attacker nothing once the owner has chosen a password', async () => {
    const email = makeEmail()
    const handle = await attack(email)
    await openElsewhere(await getVerificationToken(app, email))
    expect((await resend(email, handle)).body.is_verified).toBe(false)
  })
})

it('tells in each email what happens in another browser, without the typed name', async () => {
  const email = makeEmail()
  await join(email)
  await attack(email)
  await resend(email)
  const emails = await listEmailsTo(app, email)
  expect(emails).toHaveLength(3)
  for (const { text } of emails) {
    expect(text).toContain('asks for a password once more')
    expect(text).not.toMatch(/The Victim|An Attacker/)
  }
  expect(emails.map(({ text }) => text.includes('signed up with this address again'))).toEqual([
    false,
    true,
    false,
  ])
})
