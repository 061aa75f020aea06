/** A password that a stranger chose for someone else's address never opens their account. @see docs/rules/accounts.md#email-verification */
import { MINUTES_PER_DAY } from '@tendwell/contract/time'
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

const choosePassword = (token: string, password = NEW, more: object = {}) =>
  app.visitor.post('/api/auth/verify-email', { token, password, confirm_password: password, ...more })
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
  ])(
    'asks for a new password, and no earlier one works: the attacker signs up %s',
    async (_when, signups) => {
      const email = makeEmail()
      for (const signup of signups) await signup(email)
      const token = await getVerificationToken(app, email)
      const opened = await verifyEmail(app, token)
      expect([opened.status, opened.body.code]).toEqual([409, 'password_required'])
      expect(opened.body.detail).toBe('Choose a password of your own to verify this email')
      await expectUnverified(email)
      expect((await logIn(app, email, ATTACKERS)).status).not.toBe(200)

      const finished = await choosePassword(token)
      expect(finished.status).toBe(200)
      expect((await findAccount(app, email))?.emailVerifiedAt).not.toBeNull()
      expect((await logIn(app, email, ATTACKERS)).status).toBe(401)
      expect((await logIn(app, email, VICTIMS)).status).toBe(401)
      expect((await logIn(app, email, NEW)).status).toBe(200)
      expect((await choosePassword(token, ATTACKERS)).status).toBe(400)
      expect((await logIn(app, email, NEW)).status).toBe(200)
      await app.drain()
      expect(events.filter(({ name }) => name === 'email.verified')).toHaveLength(1)
    },
  )

  it('ends earlier sessions and reset links', async () => {
    const person = await makeUser(app, { role: 'caretaker', verified: false })
    await resend(person.email)
    const token = await getVerificationToken(app, person.email)
    const resetToken = await requestResetToken(app, person.email)
    expect((await choosePassword(token)).status).toBe(200)
    expect((await person.client.get('/api/notifications')).status).toBe(401)
    expect((await refreshSession(app, person.refresh)).status).toBe(401)
    const body = { token: resetToken, password: ATTACKERS, confirm_password: ATTACKERS }
    expect((await app.visitor.post('/api/auth/password/reset/confirm', body)).status).toBe(400)
  })

  it('tells which kind of account it is, so that the owner can sign up for the other', async () => {
    const email = makeEmail()
    await attack(email)
    const opened = await verifyEmail(app, await getVerificationToken(app, email))
    expect(opened.body.role).toBe('caregiver')
    const handle = await join(email)
    const answer = await verifyEmail(app, await getVerificationToken(app, email), handle)
    expect(answer.body.user).toMatchObject({ role: 'caretaker', full_name: 'The Victim' })
  })

  it('is asked for nothing else if the password is refused', async () => {
    const email = makeEmail()
    await join(email)
    const token = await getVerificationToken(app, email)
    expect((await choosePassword(token, 'short')).body.password).toHaveLength(1)
    expect((await choosePassword(token, 'password1')).body.password).toHaveLength(1)
    const unmatched = await choosePassword(token, NEW, { confirm_password: 'different' })
    expect(unmatched.body.confirm_password).toEqual(['Confirm Password must match Password'])
    await expectUnverified(email)
    expect((await choosePassword(token)).status).toBe(200)
  })

  it('says why a link does not work instead of asking for a password', async () => {
    const email = makeEmail()
    await join(email)
    const token = await getVerificationToken(app, email)
    expect((await verifyEmail(app, 'never-issued')).body.detail).toBe('This verification link is not valid')
    expect((await choosePassword('never-issued')).body.detail).toBe('This verification link is not valid')
    await app.advance(MINUTES_PER_DAY + 1)
    expect((await verifyEmail(app, token)).body.detail).toBe('This verification link has expired')
    expect((await choosePassword(token)).body.detail).toBe('This verification link has expired')
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

  it('verifies the newest sign-up alone, and never with the password of another', async () => {
    const email = makeEmail()
    const attackers = await attack(email)
    const victims = await join(email)
    const token = await getVerificationToken(app, email)
    expect((await verifyEmail(app, token, attackers)).status).toBe(409)
    await expectUnverified(email)
    const answer = await verifyEmail(app, token, victims)
    expect(answer.body.user).toMatchObject({ role: 'caretaker', full_name: 'The Victim' })
    expect((await logIn(app, email, ATTACKERS)).status).toBe(401)
    expect((await logIn(app, email, VICTIMS)).status).toBe(200)
  })

  it('asks for a password if someone has signed up since', async () => {
    const email = makeEmail()
    const victims = await join(email)
    await attack(email)
    const token = await getVerificationToken(app, email)
    expect((await verifyEmail(app, token, victims)).status).toBe(409)
    await expectUnverified(email)
  })

  it('is not taken for one that holds a forged handle, or that of another account', async () => {
    const email = makeEmail()
    const handle = await join(email)
    const other = await join(makeEmail())
    const token = await getVerificationToken(app, email)
    const [id = ''] = handle.split('.')
    for (const wrong of [
      other,
      id,
      `${id}.`,
      `${handle}x`,
      `${id}.${other.split('.')[1]}`,
      '',
      'x'.repeat(150),
    ]) {
      expect([wrong, (await verifyEmail(app, token, wrong)).status]).toEqual([wrong, 409])
    }
    await expectUnverified(email)
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
    await choosePassword(await getVerificationToken(app, email))
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
    expect(text).toContain('choose a new password')
    expect(text).not.toMatch(/The Victim|An Attacker/)
  }
  expect(emails.map(({ text }) => text.includes('signed up with this address again'))).toEqual([
    false,
    true,
    false,
  ])
})
