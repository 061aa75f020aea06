/**
 * Wrong passwords slow strangers down, and never stop a device of the owner.
 * @see docs/rules/accounts.md#attempt-limits
 */
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { makeUser, PASSWORD, requestResetToken, type TestUser } from '../../../../test/factories/accounts.ts'
import { attempts } from '../../../platform/database/tables.ts'

const app: TestApp = await testApp({ RATE_LIMITS: 'on' })
afterAll(() => app.close())
beforeEach(() => app.deps.database.delete(attempts))

const WRONG = 'not my password'
const NEW_PASSWORD = 'another long word 7'
/** The owner's network; the stranger calls from another one. */
const HOME = '198.51.100.7'
const ELSEWHERE = '203.0.113.9'

type Caller = { from: string; cookie?: string | undefined }

async function post(path: string, body: object, { from, cookie }: Caller) {
  const answer = await app.app.inject({
    method: 'POST',
    url: path,
    payload: body,
    headers: cookie === undefined ? {} : { cookie },
    remoteAddress: from,
  })
  const [set] = answer.cookies
  return {
    status: answer.statusCode,
    body: answer.json(),
    retryAfter: Number(answer.headers['retry-after'] ?? 0),
    setCookie: set,
    cookie: set && `${set.name}=${set.value}`,
  }
}
const logIn = (email: string, password: string, caller: Caller) =>
  post('/api/auth/login', { email, password }, caller)

/** Logs in as a new device of the owner. @returns its cookie */
async function rememberDevice({ email }: TestUser): Promise<string> {
  const { status, cookie } = await logIn(email, PASSWORD, { from: HOME })
  expect(status).toBe(200)
  return cookie ?? ''
}

async function guess(count: number, email: string, caller: Caller): Promise<number[]> {
  const statuses: number[] = []
  for (let at = 0; at < count; at += 1) statuses.push((await logIn(email, WRONG, caller)).status)
  return statuses
}

describe('a login', () => {
  it('succeeds on a known device while a stranger who guesses is slowed down', async () => {
    const owner = await makeUser(app, { role: 'caretaker' })
    const cookie = await rememberDevice(owner)
    const statuses = await guess(12, owner.email, { from: ELSEWHERE })
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
    const stranger = await logIn(owner.email, PASSWORD, { from: ELSEWHERE })
    expect([stranger.status, stranger.body.code]).toEqual([429, 'too_many_attempts'])
    expect(stranger.retryAfter).toBeGreaterThan(0)
    expect((await logIn(owner.email, PASSWORD, { from: HOME, cookie })).status).toBe(200)
    expect((await logIn(owner.email, PASSWORD, { from: HOME })).status).toBe(429)
  })

  it('counts strangers of all networks together', async () => {
    const owner = await makeUser(app, { role: 'caretaker' })
    for (let at = 0; at < 10; at += 1) await guess(1, owner.email, { from: `203.0.113.${at}` })
    expect(await guess(1, owner.email, { from: '192.0.2.1' })).toEqual([429])
  })

  it('gives each known device 10 wrong passwords of its own', async () => {
    const owner = await makeUser(app, { role: 'caretaker' })
    const [phone, laptop] = [await rememberDevice(owner), await rememberDevice(owner)]
    expect(await guess(11, owner.email, { from: HOME, cookie: phone })).toEqual([...Array(10).fill(401), 429])
    expect((await logIn(owner.email, PASSWORD, { from: HOME, cookie: phone })).status).toBe(429)
    expect((await logIn(owner.email, PASSWORD, { from: HOME, cookie: laptop })).status).toBe(200)
    expect((await logIn(owner.email, PASSWORD, { from: ELSEWHERE })).status).toBe(200)
  })

  it('keeps counting a device after it has logged in', async () => {
    const owner = await makeUser(app, { role: 'caretaker' })
    const cookie = await rememberDevice(owner)
    await guess(9, owner.email, { from: HOME, cookie })
    const again = await logIn(owner.email, PASSWORD, { from: HOME, cookie })
    expect(again.status).toBe(200)
    expect(await guess(2, owner.email, { from: HOME, cookie: again.cookie })).toEqual([401, 429])
  })

  it('counts a forged cookie, and the cookie of another account, as a stranger’s', async () => {
    const owner = await makeUser(app, { role: 'caretaker' })
    const stranger = await makeUser(app, { role: 'caretaker' })
    const own = await rememberDevice(owner)
    const theirs = await rememberDevice(stranger)
    const renamed = `${own.split('=')[0]}=${theirs.split('=')[1]}`
    const forged = `${own.slice(0, -1)}${own.endsWith('A') ? 'B' : 'A'}`
    await guess(10, owner.email, { from: ELSEWHERE })
    for (const cookie of [theirs, renamed, `${theirs}; ${renamed}`, forged, 'device=', '%%%=%%%']) {
      const caller = { from: ELSEWHERE, cookie }
      expect([cookie, (await logIn(owner.email, PASSWORD, caller)).status]).toEqual([cookie, 429])
    }
    expect((await logIn(owner.email, PASSWORD, { from: HOME, cookie: own })).status).toBe(200)
    // Two accounts may share a browser.
    const both = `${theirs}; ${own}`
    expect((await logIn(owner.email, PASSWORD, { from: HOME, cookie: both })).status).toBe(200)
  })

  it('keeps a device by a cookie for a year that scripts and other sites can’t use', async () => {
    const owner = await makeUser(app, { role: 'caretaker' })
    const { setCookie } = await logIn(owner.email, PASSWORD, { from: HOME })
    expect(setCookie).toMatchObject({
      httpOnly: true,
      sameSite: 'Lax',
      path: '/api/auth',
      maxAge: 365 * 24 * 3_600,
    })
    expect((await logIn(owner.email, WRONG, { from: HOME })).setCookie).toBeUndefined()
  })

  it('still counts networks first, known devices included', async () => {
    const owner = await makeUser(app, { role: 'caretaker' })
    const cookie = await rememberDevice(owner)
    for (let at = 0; at < 30; at += 1) await guess(1, `nobody-${at}@example.test`, { from: HOME })
    expect((await logIn(owner.email, PASSWORD, { from: HOME, cookie })).status).toBe(429)
    expect((await logIn(owner.email, PASSWORD, { from: ELSEWHERE, cookie })).status).toBe(200)
  })

  it('succeeds on the device that reset the password, while a stranger keeps guessing', async () => {
    const owner = await makeUser(app, { role: 'caretaker' })
    const token = await requestResetToken(app, owner.email)
    const body = { token, password: NEW_PASSWORD, confirm_password: NEW_PASSWORD }
    const { status, cookie } = await post('/api/auth/password/reset/confirm', body, { from: HOME })
    expect(status).toBe(200)
    expect(await guess(11, owner.email, { from: ELSEWHERE })).toEqual([...Array(10).fill(401), 429])
    expect((await logIn(owner.email, NEW_PASSWORD, { from: HOME, cookie })).status).toBe(200)
  })
})

it('counts wrong current passwords for each session', async () => {
  const owner = await makeUser(app, { role: 'caretaker' })
  const { body } = await logIn(owner.email, PASSWORD, { from: HOME })
  const change = (token: string, current_password: string) =>
    app.withToken(token).post('/api/auth/password/change', {
      current_password,
      password: NEW_PASSWORD,
      confirm_password: NEW_PASSWORD,
    })
  for (let at = 0; at < 10; at += 1) expect((await change(owner.token, WRONG)).status).toBe(400)
  expect((await change(owner.token, PASSWORD)).status).toBe(429)
  expect((await change(body.access, PASSWORD)).status).toBe(200)
})
