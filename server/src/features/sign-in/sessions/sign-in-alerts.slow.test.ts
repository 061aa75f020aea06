/** Each way to log in mails the owner about a new device. @see docs/rules/accounts.md#sign-in-alerts */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Answer, type TestApp, testApp } from '../../../../test/app.ts'
import { listEmailsTo, makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import {
  addApp,
  addPasskey,
  answerChallenge,
  findCookie,
  finishLogin,
  nextCode,
  startLogin,
} from '../../../../test/factories/two-step.ts'
import { startIdentityProvider, type TestIdentityProvider } from '../../../../test/identity-provider.ts'

let google: TestIdentityProvider
let app: TestApp
let user: TestUser
beforeAll(async () => {
  google = await startIdentityProvider()
  app = await testApp(google.settings)
})
afterAll(async () => {
  await app.close()
  await google.stop()
})
beforeEach(async () => {
  user = await makeUser(app, { role: 'caretaker' })
})

async function listAlerts() {
  const mails = await listEmailsTo(app, user.email)
  return mails.filter(({ subject }) => subject === 'New login to your Tendwell account')
}

/** Logs in on a new device, and again on the same one. */
async function expectOneAlert(logIn: (cookie: string) => Promise<Answer>): Promise<void> {
  const first = await logIn('')
  expect(first.status).toBe(200)
  const [alert, ...others] = await listAlerts()
  expect(others).toEqual([])
  expect(alert?.text).toContain('from a new device')
  expect(alert?.text).toContain('/end-session?token=')
  expect((await logIn(findCookie(first, 'tendwell-device-') ?? '')).status).toBe(200)
  expect(await listAlerts()).toHaveLength(1)
}

it('mails a login with a second step, and not its first step alone', async () => {
  const { secret } = await addApp(app, user.client)
  await startLogin(app, user.email)
  expect(await listAlerts()).toEqual([])
  await expectOneAlert(async (cookie) => {
    const { ticket } = await startLogin(app, user.email)
    return finishLogin(app, { ticket, app_code: await nextCode(app, secret) }, { cookie })
  })
})

it('mails a login with a passkey alone', async () => {
  const { authenticator } = await addPasskey(app, user.client)
  await expectOneAlert(async (cookie) => {
    const passkey = await answerChallenge(app, authenticator)
    return app.visitor.post('/api/auth/login/passkey', { passkey }, { cookie })
  })
})

it('mails a login with Google', async () => {
  await expectOneAlert(async (cookie) => {
    const credential = await google.sign(google.makeClaims({ sub: `of-${user.id}`, email: user.email }))
    return app.visitor.post('/api/auth/google', { credential, role: 'caretaker' }, { cookie })
  })
})
