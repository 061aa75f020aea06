/** Two-step sign-in, set up and used as a person does. */
import type { SecondStepFacts } from '@tendwell/contract/sign-in/two-step'
import { Secret, TOTP } from 'otpauth'
import type { Answer, Client, TestApp } from '../app.ts'
import { type Authenticator, createAuthenticator, type Flaws } from '../authenticator.ts'
import { logIn, PASSWORD, type TestUser } from './accounts.ts'

const STEP_MINUTES = 1

/** Throws unless the call worked. @returns its body */
export async function expectOk(answer: Promise<Answer>) {
  const { status, body } = await answer
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}

/** Adds a passkey in a session with a recent proof. @returns the recovery codes, if it is the first factor */
export async function addPasskey(
  app: TestApp,
  client: Client,
  { authenticator = createAuthenticator(app), name = 'My phone' } = {},
): Promise<{ authenticator: Authenticator; codes: string[] | null }> {
  const { options } = await expectOk(client.post('/api/auth/two-step/passkeys/options'))
  const passkey = authenticator.create(options)
  const added = await expectOk(client.post('/api/auth/two-step/passkeys', { name, passkey }))
  return { authenticator, codes: added.recovery_codes }
}

/**
 * Adds an authenticator app in a session with a recent proof.
 * @returns its secret as base32, and the code it showed
 */
export async function addApp(
  app: TestApp,
  client: Client,
): Promise<{ secret: string; code: string; codes: string[] | null }> {
  const { secret } = await expectOk(client.post('/api/auth/two-step/app'))
  const code = showCode(app, secret)
  const body = { name: 'My app', app_code: code }
  const added = await expectOk(client.post('/api/auth/two-step/app/confirm', body))
  return { secret, code, codes: added.recovery_codes }
}

/** What an authenticator app shows now. @param steps later, of 30 seconds */
export function showCode(app: TestApp, secret: string, steps = 0): string {
  const timestamp = app.deps.clock.now().getTime() + steps * 30_000
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
}

/** Waits until an app shows a code that was not used. */
export async function nextCode(app: TestApp, secret: string): Promise<string> {
  await app.advance(STEP_MINUTES)
  return showCode(app, secret)
}

/** Does the first step of a login. @returns the ticket, and what can be the second step */
export async function startLogin(app: TestApp, email: string, password = PASSWORD): Promise<SecondStepFacts> {
  const { status, body } = await logIn(app, email, password)
  if (status !== 403) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}

export function finishLogin(
  app: TestApp,
  step: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return app.visitor.post('/api/auth/login/second-step', step, headers)
}

/** Asks for a challenge and has a passkey sign it. @param ticket without one, the passkey alone logs in */
export async function answerChallenge(
  app: TestApp,
  authenticator: Authenticator,
  { ticket, flaws = {} }: { ticket?: string; flaws?: Flaws } = {},
): Promise<object> {
  const { options } = await expectOk(app.visitor.post('/api/auth/login/passkey/options', { ticket }))
  return authenticator.get(options, flaws)
}

export function logInWithPasskey(app: TestApp, passkey: object): Promise<Answer> {
  return app.visitor.post('/api/auth/login/passkey', { passkey })
}

/** Confirms who is logged in, in the session of a client. */
export function reauthenticate(client: Client, proof: object): Promise<Answer> {
  return client.post('/api/auth/reauthenticate', proof)
}

/** A cookie that an answer sets, as a browser sends it back. @param name its beginning */
export function findCookie({ headers }: Answer, name: string): string | null {
  const cookie = headers.getSetCookie().find((one) => one.startsWith(name))
  return cookie?.split(';')[0] ?? null
}

/** Logs in with both steps. @returns a client of the new session, and the cookie that remembers the device */
export async function logInTwice(
  app: TestApp,
  user: TestUser,
  { secret, remember = false }: { secret: string; remember?: boolean },
): Promise<{ client: Client; answer: Answer; cookie: string | null }> {
  const { ticket } = await startLogin(app, user.email)
  const code = await nextCode(app, secret)
  const answer = await finishLogin(app, { ticket, app_code: code, remember_device: remember })
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
  return {
    client: app.withToken(answer.body.access),
    answer,
    cookie: findCookie(answer, 'tendwell-remembered-'),
  }
}
