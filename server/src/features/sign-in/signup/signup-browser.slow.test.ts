/** The browser that signed up verifies by the mailed code, and is then logged in. */
import { MINUTES_PER_DAY } from '@tendwell/contract/time'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Answer, type TestApp, testApp } from '../../../../test/app.ts'
import {
  findAccount,
  getVerificationCode,
  getVerificationToken,
  makeSignupBody,
  makeUser,
  PASSWORD,
  requestResetToken,
  signUp,
  verifyEmail,
} from '../../../../test/factories/accounts.ts'
import { attempts } from '../../../platform/database/tables.ts'
import { mailedTokens, users } from '../../people/tables.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ RATE_LIMITS: 'on' })
})
/** All tests call from the same network address. */
beforeEach(() => app.deps.database.delete(attempts))
afterAll(() => app.close())

const REFUSED = 'This code is not correct, or a newer email has replaced it'

type Browser = { email: string; handle: string }

async function join(overrides: { email?: string; password?: string } = {}): Promise<Browser> {
  const body = makeSignupBody(overrides)
  return { email: body.email, handle: (await signUp(app, body)).body.verification_handle }
}
const enterCode = ({ email, handle }: Browser, email_code: string) =>
  app.visitor.post('/api/auth/verify-email/code/', { email, email_code, verification_handle: handle })
const openSession = (handle: string) =>
  app.visitor.post('/api/auth/verify-email/session/', { verification_handle: handle })
const resend = ({ email, handle }: Browser) =>
  app.visitor.post('/api/auth/resend-verification', { email, verification_handle: handle })
const toWrong = (code: string) => (code === '000000' ? '000001' : '000000')
const isVerified = async (email: string) => (await findAccount(app, email))?.emailVerifiedAt !== null

function expectWrongCode({ status, body }: Answer) {
  expect([status, body.email_code]).toEqual([400, [REFUSED]])
}

describe('the code', () => {
  it('is stored as a keyed hash only', async () => {
    const { email } = await join()
    const code = await getVerificationCode(app, email)
    const userId = (await findAccount(app, email))?.id ?? 0
    const rows = await app.deps.database.select().from(mailedTokens).where(eq(mailedTokens.userId, userId))
    expect(rows).toHaveLength(1)
    expect(rows[0]?.codeHash).toMatch(/^[\w-]{43}$/)
    expect(JSON.stringify(rows)).not.toContain(code)
  })

  it('works only in the browser that signed up, for its own address', async () => {
    const [browser, stranger] = [await join(), await join()]
    const code = await getVerificationCode(app, browser.email)
    expectWrongCode(await enterCode({ ...browser, handle: stranger.handle }, code))
    expectWrongCode(await enterCode({ ...browser, handle: 'forged.handle' }, code))
    expectWrongCode(await enterCode({ ...browser, email: stranger.email }, code))
    const { body } = await app.visitor.post('/api/auth/verify-email/code', {
      email: browser.email,
      email_code: code,
    })
    expect(body.verification_handle).toHaveLength(1)
    expect(await isVerified(browser.email)).toBe(false)
  })

  it('ends after five wrong tries, until another email brings a new one', async () => {
    const browser = await join()
    const code = await getVerificationCode(app, browser.email)
    for (let tries = 0; tries < 5; tries += 1) expectWrongCode(await enterCode(browser, toWrong(code)))
    const refused = await enterCode(browser, code)
    expect([refused.status, refused.body.detail]).toEqual([
      429,
      'That was too many wrong codes. Ask for a new email to get another code. Please try again in 24 hours',
    ])
    await resend(browser)
    const next = await getVerificationCode(app, browser.email)
    if (next !== code) expectWrongCode(await enterCode(browser, code))
    expect((await enterCode(browser, next)).status).toBe(200)
  })

  it('tells nobody that an address is taken: each try and a resend answer alike', async () => {
    const taken = await makeUser(app, { role: 'caretaker' })
    const [fresh, known] = [await join(), await join({ email: taken.email })]
    await app.drain()
    const answersOf = async (browser: Browser) => {
      const answers = [await openSession(browser.handle)]
      for (let tries = 0; tries < 6; tries += 1) answers.push(await enterCode(browser, '12345x'))
      for (let tries = 0; tries < 6; tries += 1) answers.push(await enterCode(browser, '123456'))
      answers.push(await resend(browser), await enterCode(browser, '123456'))
      return answers.map(({ status, body }) => [status, { ...body, request_id: null }])
    }
    expect(await answersOf(known)).toEqual(await answersOf(fresh))
  })

  it('expires with the link after 24 hours', async () => {
    const browser = await join()
    const code = await getVerificationCode(app, browser.email)
    await app.advance(MINUTES_PER_DAY + 1)
    expectWrongCode(await enterCode(browser, code))
    expect(await isVerified(browser.email)).toBe(false)
  })

  it('verifies once when it is sent several times at the same time', async () => {
    const browser = await join()
    const code = await getVerificationCode(app, browser.email)
    const answers = await Promise.all([1, 2, 3].map(() => enterCode(browser, code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    const sessions = await Promise.all([1, 2, 3].map(() => openSession(browser.handle)))
    expect(sessions.map(({ status }) => status).sort()).toEqual([200, 204, 204])
  })
})

describe('the session of the browser that signed up', () => {
  it('opens after its link, within an hour', async () => {
    const [prompt, late] = [await join(), await join()]
    for (const { email, handle } of [prompt, late])
      await verifyEmail(app, await getVerificationToken(app, email), handle)
    expect((await openSession(prompt.handle)).status).toBe(200)
    await app.advance(61)
    expect((await openSession(late.handle)).status).toBe(204)
  })

  it('opens after the link elsewhere only if the password of the sign-up was chosen there again', async () => {
    for (const [password, status] of [
      [PASSWORD, 200],
      ['a word of ones own 3', 204],
    ] as const) {
      const { email, handle } = await join()
      const { body } = await verifyEmail(app, await getVerificationToken(app, email))
      expect((await openSession(handle)).status).toBe(204)
      const setup = { setup_token: body.setup_token, password }
      expect((await app.visitor.post('/api/auth/verify-email/password', setup)).status).toBe(200)
      expect((await openSession(handle)).status).toBe(status)
      expect((await openSession(handle)).status).toBe(204)
    }
  })

  it('never opens for a stranger who signed up with the address', async () => {
    const stranger = await join({ password: 'the attackers word 1' })
    await app.drain()
    const owner = await join({ email: stranger.email })
    const token = await getVerificationToken(app, owner.email)
    await verifyEmail(app, token, owner.handle)
    expect((await openSession(stranger.handle)).status).toBe(204)
    expect((await openSession(owner.handle)).status).toBe(200)
  })

  it('is refused with two-step sign-in, and for an account that is not active', async () => {
    for (const change of [{ twoStepAt: new Date(0) }, { isActive: false, deactivatedAt: new Date(0) }]) {
      const { email, handle } = await join()
      await verifyEmail(app, await getVerificationToken(app, email), handle)
      await app.deps.database.update(users).set(change).where(eq(users.email, email))
      expect((await openSession(handle)).status).toBe(403)
    }
  })

  it('is ended by a password reset', async () => {
    const { email, handle } = await join()
    await verifyEmail(app, await getVerificationToken(app, email), handle)
    const token = await requestResetToken(app, email)
    const body = { token, password: 'a word of ones own 3', confirm_password: 'a word of ones own 3' }
    expect((await app.visitor.post('/api/auth/password/reset/confirm', body)).status).toBe(200)
    expect((await openSession(handle)).status).toBe(204)
  })
})
