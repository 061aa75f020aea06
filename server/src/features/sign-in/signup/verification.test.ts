import { MINUTES_PER_DAY } from '@tendwell/contract/time'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import {
  type AccountEvent,
  findAccount,
  getVerificationCode,
  getVerificationToken,
  listAuditEntries,
  listEmailsTo,
  logIn,
  makeSignupBody,
  makeUser,
  probeToken,
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
    const handle = signedUp.verification_handle
    events.splice(0)
    const answer = await verifyEmail(app, token, handle)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ user: signedUp.user })
    expect((await findAccount(app, body.email))?.emailVerifiedAt).not.toBeNull()
    await app.drain()
    expect(events).toEqual([{ name: 'email.verified', userId: signedUp.user.id, role: 'caretaker' }])

    const again = await verifyEmail(app, token, handle)
    expect(again.status).toBe(400)
    expect(again.body.detail).toBe('This verification link was already used, or replaced by a newer one')
    await app.drain()
    expect(events).toHaveLength(1)
    expect((await logIn(app, body.email)).status).toBe(200)
  })

  it('verifies by the code too, and logs in the browser that signed up, once', async () => {
    const body = makeSignupBody()
    const { verification_handle } = (await signUp(app, body)).body
    const code = await getVerificationCode(app, body.email)
    const token = await getVerificationToken(app, body.email)
    const enterCode = (email_code: string) =>
      app.visitor.post('/api/auth/verify-email/code', { email: body.email, email_code, verification_handle })
    const openSession = () => app.visitor.post('/api/auth/verify-email/session', { verification_handle })
    expect((await openSession()).status).toBe(204)

    const verified = await enterCode(` ${code.slice(0, 3)} ${code.slice(3)} `)
    expect(verified.status).toBe(200)
    expect(verified.headers.get('set-cookie')).toContain('tendwell-device-')
    expect((await enterCode(code)).status).toBe(400)
    expect((await verifyEmail(app, token, verification_handle)).status).toBe(400)

    const session = await openSession()
    expect([session.status, session.body.user]).toEqual([200, verified.body.user])
    expect((await probeToken(app, session.body.access)).status).toBe(200)
    expect((await openSession()).status).toBe(204)
    const entries = await listAuditEntries(app, session.body.user.id)
    expect(entries.at(-1)).toMatchObject({ action: 'login', after: { by: 'sign-up' } })
  })

  it('verifies once when the link is opened several times at the same time', async () => {
    const body = makeSignupBody()
    const { verification_handle: handle, user } = (await signUp(app, body)).body
    const token = await getVerificationToken(app, body.email)
    const answers = await Promise.all([
      verifyEmail(app, token, handle),
      verifyEmail(app, token, handle),
      verifyEmail(app, token, handle),
    ])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400, 400])
    await app.drain()
    const ofUser = events.filter(({ name, userId }) => name === 'email.verified' && userId === user.id)
    expect(ofUser).toHaveLength(1)
  })

  it('rejects a link after 24 hours, and a new one works', async () => {
    const body = makeSignupBody()
    const { verification_handle: handle } = (await signUp(app, body)).body
    const token = await getVerificationToken(app, body.email)
    await app.advance(MINUTES_PER_DAY + 1)
    const answer = await verifyEmail(app, token, handle)
    expect(answer.status).toBe(400)
    expect(answer.body.detail).toBe('This verification link has expired')
    expect((await findAccount(app, body.email))?.emailVerifiedAt).toBeNull()
    await resend(body.email)
    const fresh = await getVerificationToken(app, body.email)
    expect(fresh).not.toBe(token)
    expect((await verifyEmail(app, fresh, handle)).status).toBe(200)
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

  it.each(['', 'nobody', null, 7, { at: 1 }])('rejects a resend to %j', async (email) => {
    const answer = await resend(email)
    expect(answer.status).toBe(400)
    expect(answer.body.email).toEqual([expect.any(String)])
  })
})
