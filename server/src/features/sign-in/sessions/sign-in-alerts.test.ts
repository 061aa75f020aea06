import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import {
  findLinkToken,
  listAuditEntries,
  listEmailsTo,
  makeUser,
  PASSWORD,
  probeToken,
  refreshSession,
  requestResetToken,
  type TestUser,
} from '../../../../test/factories/accounts.ts'
import { signText } from '../../../platform/secrets.ts'
import { toCookieKey } from '../tokens/account-cookies.ts'

const SUBJECT = 'New login to your Tendwell account'
const BRITISH = '81.2.69.142'
const GERMAN = '85.214.132.117'
const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15'

let app: TestApp
let user: TestUser
beforeAll(async () => {
  app = await testApp({ TRUST_PROXY: 'loopback' })
})
afterAll(() => app.close())
beforeEach(async () => {
  user = await makeUser(app, { role: 'caretaker', fullName: 'Fay Family' })
})

async function logIn({ cookie = '', from = BRITISH, password = PASSWORD } = {}) {
  const headers = { cookie, 'x-forwarded-for': from, 'user-agent': MAC }
  const body = { email: user.email, password, timezone: 'Europe/London' }
  const answer = await app.visitor.post('/api/auth/login', body, headers)
  expect(answer.status).toBe(200)
  const device = answer.headers.getSetCookie().find((set) => set.startsWith('tendwell-device-'))
  return { ...answer.body, cookie: device?.split(';')[0] ?? '' }
}

async function listAlerts() {
  return (await listEmailsTo(app, user.email)).filter(({ subject }) => subject === SUBJECT)
}

const readToken = (text: string) =>
  decodeURIComponent(/\/end-session\?token=(\S+)/.exec(text)?.[1] ?? 'no link')

const endSession = (token: string, cookie = '') =>
  app.visitor.post('/api/auth/sessions/end/', { token }, { cookie })

it('mails a login on a new device, with its country, and none when the same device logs in again', async () => {
  const { cookie } = await logIn()
  const [alert] = await listAlerts()
  expect(alert?.text).toContain('from a new device')
  expect(alert?.text).toContain('Device: Safari on Mac')
  expect(alert?.text).toMatch(/When: \w+ \d+, \d{4}, \d+:\d\d [AP]M, London time/)
  expect(alert?.text).toContain(`Where: United Kingdom, IP address ${BRITISH}`)
  await logIn({ cookie })
  expect(await listAlerts()).toHaveLength(1)
})

it('mails a known device in a new country', async () => {
  const { cookie } = await logIn()
  await logIn({ cookie, from: GERMAN })
  const alerts = await listAlerts()
  expect(alerts).toHaveLength(2)
  expect(alerts[1]?.text).toContain('from a new country')
  expect(alerts[1]?.text).toContain('Where: Germany')
  await logIn({ cookie, from: GERMAN })
  expect(await listAlerts()).toHaveLength(2)
})

it('mails nothing about the first login of an account', async () => {
  const email = `first-${user.email}`
  const body = { full_name: 'New Person', email, password: PASSWORD, role: 'caretaker' }
  const { body: signup } = await app.visitor.post('/api/auth/signup/', body)
  const [verification] = await listEmailsTo(app, email)
  const token = /verify-email\?token=([\w-]+)/.exec(verification?.text ?? '')?.[1]
  await app.visitor.post('/api/auth/verify-email/', {
    token,
    verification_handle: signup.verification_handle,
  })
  await app.visitor.post('/api/auth/login', { email, password: PASSWORD }, { 'x-forwarded-for': BRITISH })
  const subjects = (await listEmailsTo(app, email)).map(({ subject }) => subject)
  expect(subjects).not.toContain(SUBJECT)
})

it('treats a forged cookie, or another account’s, as a new device', async () => {
  const other = await makeUser(app, { role: 'caretaker' })
  const [own, others] = [toCookieKey(app.deps, user.id), toCookieKey(app.deps, other.id)]
  const stolen = signText(app.deps.secrets, 'known-device', `${others}.any`)
  await logIn({ cookie: `tendwell-device-${own}=${own}.any.forged` })
  await logIn({ cookie: `tendwell-device-${own}=${stolen}` })
  expect(await listAlerts()).toHaveLength(2)
})

it('logs out only that device with the link, however often it is opened', async () => {
  const owner = await logIn()
  const thief = await logIn()
  const alerts = await listAlerts()
  const token = readToken(alerts[1]?.text ?? '')
  expect((await endSession(token)).status).toBe(200)
  expect((await endSession(token)).status).toBe(200)
  expect((await probeToken(app, thief.access)).status).toBe(401)
  expect((await refreshSession(app, thief.refresh)).status).toBe(401)
  expect((await probeToken(app, owner.access)).status).toBe(200)
  const actions = (await listAuditEntries(app, user.id)).map(({ action }) => action)
  expect(actions.filter((action) => action === 'session.ended-by-email')).toHaveLength(1)
})

it('ends all sessions of that device by the link, and mails its next login again', async () => {
  const owner = await logIn()
  const thief = await logIn()
  const again = await logIn({ cookie: thief.cookie })
  const [, alert] = await listAlerts()
  expect((await endSession(readToken(alert?.text ?? ''), owner.cookie)).status).toBe(200)
  for (const { access } of [thief, again]) expect((await probeToken(app, access)).status).toBe(401)
  await logIn({ cookie: owner.cookie })
  expect(await listAlerts()).toHaveLength(2)
  await logIn({ cookie: thief.cookie })
  expect(await listAlerts()).toHaveLength(3)
})

it('ends no login by the link that came after the device was disowned', async () => {
  const { cookie } = await logIn()
  const token = readToken((await listAlerts())[0]?.text ?? '')
  expect((await endSession(token)).status).toBe(200)
  const later = await logIn({ cookie })
  expect((await endSession(token)).status).toBe(200)
  expect((await probeToken(app, later.access)).status).toBe(200)
  expect((await refreshSession(app, later.refresh)).status).toBe(200)
  await logIn({ cookie })
  const alerts = await listAlerts()
  expect(alerts).toHaveLength(2)
  expect((await endSession(readToken(alerts[1]?.text ?? ''))).status).toBe(200)
  expect((await probeToken(app, later.access)).status).toBe(401)
})

it('ends the other logins on a device by the link, also after the owner logged one of them out', async () => {
  const thief = await logIn()
  const again = await logIn({ cookie: thief.cookie })
  const token = readToken((await listAlerts())[0]?.text ?? '')
  const { results } = (await user.client.get('/api/auth/sessions')).body
  const [newest] = results.filter((session: { is_current: boolean }) => !session.is_current)
  expect((await user.client.delete(`/api/auth/sessions/${newest.id}`)).status).toBe(204)
  expect((await endSession(token)).status).toBe(200)
  for (const { access } of [thief, again]) expect((await probeToken(app, access)).status).toBe(401)
})

it('mails the next login of a device that had logged out before the link was opened', async () => {
  const thief = await logIn()
  await app.visitor.post('/api/auth/logout', { refresh: thief.refresh })
  const [alert] = await listAlerts()
  expect((await endSession(readToken(alert?.text ?? ''))).status).toBe(200)
  await logIn({ cookie: thief.cookie })
  expect(await listAlerts()).toHaveLength(2)
})

it('mails the next login of a device that the owner logged out, but not of their own', async () => {
  const owner = await logIn()
  const thief = await logIn()
  await logIn({ cookie: owner.cookie })
  const client = app.withToken(owner.access)
  const { results } = (await client.get('/api/auth/sessions')).body
  for (const { id, is_current } of results) {
    if (!is_current) expect((await client.delete(`/api/auth/sessions/${id}`)).status).toBe(204)
  }
  await logIn({ cookie: owner.cookie })
  expect(await listAlerts()).toHaveLength(2)
  await logIn({ cookie: thief.cookie })
  expect(await listAlerts()).toHaveLength(3)
})

it('mails the next login of a device whose email change was stopped', async () => {
  const thief = await logIn()
  const client = app.withToken(thief.access)
  const email = `thief-${user.email}`
  expect((await client.post('/api/auth/email/change', { email })).status).toBe(200)
  const token = await findLinkToken(app, user.email, 'confirm-email-change')
  expect((await app.visitor.post('/api/auth/email/change/stop', { token })).status).toBe(200)
  await logIn({ cookie: thief.cookie })
  expect(await listAlerts()).toHaveLength(2)
})

it('ends nothing by a link that is not ours', async () => {
  const { access } = await logIn()
  const sessionId = user.sessionId
  const foreign = signText(app.deps.secrets, 'unsubscribe', sessionId)
  for (const token of [`${sessionId}.forged`, sessionId, foreign, 'x', '']) {
    expect((await endSession(token)).status).toBe(400)
  }
  expect((await probeToken(app, access)).status).toBe(200)
  expect((await user.client.get('/api/notifications')).status).toBe(200)
})

describe('devices that may be a thief’s are new again, but for the one that is used now,', () => {
  const NEW = 'violet tractor 77 lamp'
  const choose = (token: string, cookie: string) =>
    app.visitor.post(
      '/api/auth/password/reset/confirm',
      { token, password: NEW, confirm_password: NEW },
      { cookie },
    )

  /** Two known devices of the account. Neither was mailed again. */
  async function makeDevices() {
    const [own, thief] = [await logIn(), await logIn()]
    expect(await listAlerts()).toHaveLength(2)
    return { own, thief }
  }

  async function expectOnlyThiefIsMailed({ own, thief }: Record<'own' | 'thief', { cookie: string }>) {
    const before = (await listAlerts()).length
    await logIn({ cookie: own.cookie, password: NEW })
    expect(await listAlerts()).toHaveLength(before)
    await logIn({ cookie: thief.cookie, password: NEW })
    expect((await listAlerts()).at(-1)?.text).toContain('from a new device')
    expect(await listAlerts()).toHaveLength(before + 1)
    await logIn({ cookie: thief.cookie, password: NEW })
    expect(await listAlerts()).toHaveLength(before + 1)
  }

  it('after a password reset', async () => {
    const devices = await makeDevices()
    expect((await choose(await requestResetToken(app, user.email), devices.own.cookie)).status).toBe(200)
    await expectOnlyThiefIsMailed(devices)
  })

  it('after a change of the password', async () => {
    const devices = await makeDevices()
    const body = { current_password: PASSWORD, password: NEW, confirm_password: NEW }
    const change = await app.withToken(devices.own.access).post('/api/auth/password/change', body)
    expect(change.status).toBe(200)
    await expectOnlyThiefIsMailed(devices)
  })

  it('after “This wasn’t me” about a change on another device', async () => {
    const { own, thief } = await makeDevices()
    const third = await logIn()
    const body = { current_password: PASSWORD, password: NEW, confirm_password: NEW }
    await app.withToken(third.access).post('/api/auth/password/change', body)
    const mails = (await listEmailsTo(app, user.email)).map(({ text }) => text).join('\n')
    const token = /\/not-me\?token=(\S+)/.exec(mails)?.[1]
    // The thief of the password may have had an older device, too.
    await logIn({ cookie: thief.cookie, password: NEW })
    const press = await app.visitor.post('/api/auth/not-me', { token }, { cookie: own.cookie })
    expect(press.status).toBe(200)
    expect((await choose(press.body.reset_token, own.cookie)).status).toBe(200)
    await expectOnlyThiefIsMailed({ own, thief })
  })

  it('after the link that logs out a device', async () => {
    const { own, thief } = await makeDevices()
    await logIn()
    const token = readToken((await listAlerts()).at(-1)?.text ?? '')
    expect((await endSession(token, own.cookie)).status).toBe(200)
    const before = (await listAlerts()).length
    await logIn({ cookie: own.cookie })
    expect(await listAlerts()).toHaveLength(before)
    await logIn({ cookie: thief.cookie })
    expect(await listAlerts()).toHaveLength(before + 1)
    // Pressed again, it forgets nothing more.
    await endSession(token, own.cookie)
    await logIn({ cookie: thief.cookie })
    expect(await listAlerts()).toHaveLength(before + 1)
  })

  it('yet keeps its own count of failed logins, so that nobody who guesses stops the owner there', async () => {
    const { own, thief } = await makeDevices()
    expect((await choose(await requestResetToken(app, user.email), thief.cookie)).status).toBe(200)
    for (let tries = 0; tries < 11; tries++) {
      await app.visitor.post('/api/auth/login', { email: user.email, password: 'wrong' })
    }
    await logIn({ cookie: own.cookie, password: NEW })
  })
})
