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

const resend = (email: unknown) => app.visitor.post('/api/auth/resend-verification/', { email })

describe('verification', () => {
  it('verifies once and publishes it', async () => {
    const body = makeSignupBody()
    const { body: signedUp } = await signUp(app, body)
    const token = await getVerificationToken(app, body.email)
    events.splice(0)
    const answer = await verifyEmail(app, token)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ user: signedUp.user })
    expect((await findAccount(app, body.email))?.emailVerifiedAt).not.toBeNull()
    await app.drain()
    expect(events).toEqual([{ name: 'email.verified', userId: signedUp.user.id, role: 'caretaker' }])

    const again = await verifyEmail(app, token)
    expect(again.status).toBe(400)
    expect(again.body.detail).toBe('This verification link was already used')
    await app.drain()
    expect(events).toHaveLength(1)
    expect((await logIn(app, body.email)).status).toBe(200)
  })

  it('verifies once when the link is opened several times at the same time', async () => {
    const body = makeSignupBody()
    await signUp(app, body)
    const token = await getVerificationToken(app, body.email)
    const answers = await Promise.all([
      verifyEmail(app, token),
      verifyEmail(app, token),
      verifyEmail(app, token),
    ])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400, 400])
    await app.drain()
    expect(events.filter((event) => event.name === 'email.verified')).toHaveLength(1)
  })

  it('rejects a link after 24 hours, and a new one works', async () => {
    const body = makeSignupBody()
    await signUp(app, body)
    const token = await getVerificationToken(app, body.email)
    await app.advance(MINUTES_PER_DAY + 1)
    const answer = await verifyEmail(app, token)
    expect(answer.status).toBe(400)
    expect(answer.body.detail).toBe('This verification link has expired')
    expect((await findAccount(app, body.email))?.emailVerifiedAt).toBeNull()
    await resend(body.email)
    const fresh = await getVerificationToken(app, body.email)
    expect(fresh).not.toBe(token)
    expect((await verifyEmail(app, fresh)).status).toBe(200)
  })

  it.each([
    ['never-issued', 'This verification link is not valid'],
    ['x'.repeat(201), 'This verification link is not valid'],
    ['\0\ud800', 'This verification link is not valid'],
    ['  ', 'Please enter a verification token'],
    [undefined, 'Please enter a verification token'],
    [12, 'Please enter a verification token'],
  ])('rejects the token %j', async (token, detail) => {
    const answer = await verifyEmail(app, token)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ detail, code: 'invalid', request_id: expect.any(String) })
  })

  it('answers a resend the same for unverified, verified and unknown addresses', async () => {
    const waiting = makeSignupBody()
    await signUp(app, waiting)
    const verified = await makeUser(app, { role: 'caregiver' })
    const answers = await Promise.all([
      resend(waiting.email),
      resend(verified.email),
      resend('nobody@example.test'),
    ])
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
    expect(answers[1]?.body).toEqual(answers[0]?.body)
    expect(answers[2]?.body).toEqual(answers[0]?.body)
    expect(answers[0]?.body).toEqual({ message: expect.any(String), is_verified: false })

    expect(await listEmailsTo(app, waiting.email)).toHaveLength(2)
    expect((await listEmailsTo(app, verified.email)).map(({ subject }) => subject)).toEqual([
      'Your email is already verified',
    ])
    expect(await listEmailsTo(app, 'nobody@example.test')).toEqual([])
  })

  describe('of an address that two people signed up with', () => {
    const FIRST_PASSWORD = 'the first password 1'
    const SECOND_PASSWORD = 'the second password 2'
    const NEW_PASSWORD = 'the new password 3'

    /** Only one of the two owns the address, and neither knows of the other. */
    async function signUpTwice() {
      const first = makeSignupBody({ password: FIRST_PASSWORD, full_name: 'The First' })
      await signUp(app, first)
      await signUp(app, { ...first, password: SECOND_PASSWORD, role: 'caregiver', full_name: 'The Second' })
      return first.email
    }
    const resendAndRead = async (email: string) => {
      await resend(email)
      return (await listEmailsTo(app, email)).at(-1)?.text ?? ''
    }
    const choosePassword = (text: string) =>
      app.visitor.post('/api/auth/password/reset/confirm/', {
        token: /\/reset-password\?token=([\w-]+)/.exec(text)?.[1],
        password: NEW_PASSWORD,
        confirm_password: NEW_PASSWORD,
      })

    it.each(['after', 'before'])(
      'sends a link to choose a password, and neither sign-up works: resend %s the emails went out',
      async (when) => {
        const email = await signUpTwice()
        if (when === 'after') await app.drain()
        const message = await resendAndRead(email)
        expect(message).not.toContain('/verify-email')
        expect((await choosePassword(message)).status).toBe(200)
        expect((await findAccount(app, email))?.emailVerifiedAt).not.toBeNull()
        expect((await logIn(app, email, FIRST_PASSWORD)).status).toBe(401)
        expect((await logIn(app, email, SECOND_PASSWORD)).status).toBe(401)
        expect((await logIn(app, email, NEW_PASSWORD)).status).toBe(200)
        const links = (await listEmailsTo(app, email)).flatMap(
          ({ text }) => /verify-email\?token=([\w-]+)/.exec(text)?.[1] ?? [],
        )
        expect(links).toHaveLength(2)
        for (const link of links) expect((await verifyEmail(app, link)).status).toBe(400)
      },
    )

    it('sends the same link long after the other links expired', async () => {
      const email = await signUpTwice()
      await app.drain()
      await app.advance(200 * MINUTES_PER_DAY)
      expect(await resendAndRead(email)).toContain('/reset-password?token=')
    })

    it('marks the email of the repeated sign-up', async () => {
      const email = await signUpTwice()
      const emails = await listEmailsTo(app, email)
      expect(emails.map(({ text }) => text.includes('signed up with this address again'))).toEqual([
        false,
        true,
      ])
      expect(JSON.stringify(emails)).not.toMatch(/The First|The Second/)
    })
  })

  it.each(['', 'nobody', null, 7, { at: 1 }])('rejects a resend to %j', async (email) => {
    const answer = await resend(email)
    expect(answer.status).toBe(400)
    expect(answer.body.email).toEqual([expect.any(String)])
  })
})
