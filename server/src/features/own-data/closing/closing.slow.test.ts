import { MINUTES_PER_DAY } from '@tendwell/contract/time'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import {
  findAccount,
  listEmailsTo,
  logIn,
  makeUser,
  refreshSession,
  requestResetToken,
  type TestUser,
} from '../../../../test/factories/accounts.ts'
import { dateIn } from '../../../../test/factories/availability.ts'
import { insertPaidRequest } from '../../../../test/factories/booked.ts'
import { getRequestState, makePaidRequest, makeRequest } from '../../../../test/factories/bookings.ts'
import { openChatSocket, openNotificationsSocket } from '../../../../test/factories/chat.ts'
import { makeDispute } from '../../../../test/factories/disputes.ts'
import { logInAgain, makeCaregiver, makeFamily } from '../../../../test/factories/profiles.ts'
import { decide, makeReport } from '../../../../test/factories/reports.ts'
import {
  addApp,
  addPasskey,
  answerChallenge,
  finishLogin,
  logInWithPasskey,
  nextCode,
  startLogin,
} from '../../../../test/factories/two-step.ts'
import { startIdentityProvider, type TestIdentityProvider } from '../../../../test/identity-provider.ts'
import { findReopenToken } from '../../../../test/own-data.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { postToLedger } from '../../ledger/index.ts'

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

const close = ({ client, email }: Pick<TestUser, 'client' | 'email'>) =>
  client.post('/api/account/close', { email })
const kindsFor = async ({ client }: TestUser) =>
  (await client.get('/api/account/closing')).body.obstacles.map(({ kind }: { kind: string }) => kind)

/** Closing is refused with these obstacles, which the preview shows too, and changes nothing. */
async function expectRefusal(person: TestUser, kinds: string[]) {
  expect(await kindsFor(person)).toEqual(kinds)
  const answer = await close(person)
  expect([answer.status, answer.body.code]).toEqual([409, 'account_in_use'])
  expect(answer.body.obstacles.map(({ kind }: { kind: string }) => kind)).toEqual(kinds)
  expect((await person.client.get('/api/account/closing')).status).toBe(200)
}

describe('closing an account', () => {
  it('ends all sessions and sockets, and a login says until when it can be undone', async () => {
    const family = await makeFamily(app)
    await app.drain()
    const second = (await logIn(app, family.email)).body
    const sockets = [await openChatSocket(app, family), await openNotificationsSocket(app, family)]
    const answer = await close(family)
    expect(answer.status).toBe(200)
    expect(Date.parse(answer.body.erased_at) - app.deps.clock.now().getTime()).toBeGreaterThan(
      13.9 * 86_400_000,
    )
    for (const { closed } of sockets) expect(await closed).toBe(4401)
    for (const client of [family.client, app.withToken(second.access)]) {
      expect((await client.get('/api/notifications')).status).toBe(401)
    }
    expect((await refreshSession(app, second.refresh)).status).toBe(401)
    for (const open of [openChatSocket, openNotificationsSocket]) {
      expect(await (await open(app, family)).closed).toBe(4401)
    }
    const login = await logIn(app, family.email)
    expect([login.status, login.body.code]).toEqual([403, 'account_closed'])
    expect(login.body.detail).toMatch(
      /^You closed this account. You can open it again with the link in our email until .* 20\d\d$/,
    )
    expect((await logIn(app, family.email, 'a wrong password')).status).toBe(401)
  })

  it('unlists a caregiver and closes open requests on either side', async () => {
    const asked = await makeRequest(app)
    await close(asked.caregiver)
    expect(await getRequestState(asked)).toEqual(['rejected', 'unavailable', false])
    const path = `/api/auth/caregivers/${asked.caregiver.id}`
    expect((await app.visitor.get(path)).status).toBe(404)

    const sent = await makeRequest(app)
    expect((await sent.family.client.get('/api/account/closing')).body).toMatchObject({
      open_requests: 1,
      obstacles: [],
    })
    await close(sent.family)
    const { body } = await sent.caregiver.client.get(`/api/requests/${sent.id}`)
    expect(body.status).toBe('rejected')
  })

  it('sends only the mail with the link that opens it again', async () => {
    const { family, caregiver } = await makeRequest(app)
    await app.drain()
    const before = (await listEmailsTo(app, caregiver.email)).length
    await close(caregiver)
    await app.deps.database.execute(sql`UPDATE users SET full_name = full_name WHERE id = ${family.id}`)
    const sent = (await listEmailsTo(app, caregiver.email)).slice(before)
    expect(sent.map(({ subject }) => subject)).toEqual(['Your Tendwell account is closed'])
    expect(sent[0]?.text).toMatch(/\/reopen-account\?token=/)
  })

  it.each([
    [{}, 'Type your email to confirm'],
    [{ email: 'someone@else.test' }, 'That’s not the email on your account'],
    [{ email: 'x'.repeat(255) }, 'That’s not the email on your account'],
    [{ email: 7 }, 'Type your email to confirm'],
  ])('refuses %j as a confirmation', async (body, message) => {
    const family = await makeFamily(app)
    const answer = await family.client.post('/api/account/close', body)
    expect(answer.status).toBe(400)
    expect(answer.body.email).toEqual([message])
    expect((await family.client.get('/api/notifications')).status).toBe(200)
  })

  it('needs a recent proof of who is asking', async () => {
    const family = await makeFamily(app)
    await app.deps.database.execute(sql`UPDATE sessions SET proven_at = proven_at - interval '11 minutes'
      WHERE user_id = ${family.id}`)
    expect((await close(family)).body.code).toBe('reauthentication_required')
  })

  it('happens once when it is requested twice at once', async () => {
    const family = await makeFamily(app)
    const answers = await Promise.all([close(family), close(family)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
    const closed = (await listEmailsTo(app, family.email)).filter(({ subject }) => /is closed/.test(subject))
    expect(closed).toHaveLength(1)
  })

  it('can only be undone by its owner', async () => {
    const family = await makeFamily(app)
    const admin = await makeUser(app, { role: 'admin' })
    await close(family)
    const answer = await admin.client.post(`/api/admin-panel/users/${family.id}/status`, { is_active: true })
    expect([answer.status, answer.body.detail]).toEqual([
      409,
      'This person closed their account. Only they can open it again',
    ])
  })
})

describe('a closed account', () => {
  const CLOSED = [403, 'account_closed']

  it('can be deactivated, stays deactivated when its owner opens it again, and is still erased on its day', async () => {
    const support = await makeUser(app, { role: 'admin', staffRole: 'support' })
    const people = [await makeCaregiver(app), await makeCaregiver(app)]
    const setStatus = async ({ id }: TestUser, body: object) =>
      (await support.client.post(`/api/admin-panel/users/${id}/status`, body)).status
    for (const person of people) {
      await close(person)
      expect(await setStatus(person, { is_active: false, reason: 'Forged papers' })).toBe(200)
    }
    const [opened, erased] = people as [TestUser, TestUser]
    expect((await listEmailsTo(app, opened.email)).at(-1)?.text).toContain('it will still be erased')
    const token = await findReopenToken(app, opened.email)
    expect((await app.visitor.post('/api/account/reopen', { token })).body).toEqual({
      is_active: false,
      message: 'Nothing will be erased, but this account has been deactivated',
    })
    expect((await logIn(app, opened.email)).body.detail).toBe('This account has been deactivated')
    expect((await app.visitor.get(`/api/auth/caregivers/${opened.id}`)).status).toBe(404)
    expect(await setStatus(opened, { is_active: true })).toBe(200)
    expect((await app.visitor.get(`/api/auth/caregivers/${opened.id}`)).status).toBe(200)
    await app.advance(15 * MINUTES_PER_DAY)
    expect(await findAccount(app, erased.email)).toBeUndefined()
  })

  it('can no longer be deactivated once its owner can’t open it again', async () => {
    const admin = await makeUser(app, { role: 'admin' })
    const family = await makeFamily(app)
    await close(family)
    await app.advance(15 * MINUTES_PER_DAY)
    const client = await logInAgain(app, admin)
    const body = { is_active: false, reason: 'Forged papers' }
    expect((await client.post(`/api/admin-panel/users/${family.id}/status`, body)).status).toBe(409)
  })

  it('can be activated by staff who deactivated it, and stays closed', async () => {
    const admin = await makeUser(app, { role: 'admin' })
    const family = await makeFamily(app)
    await close(family)
    const path = `/api/admin-panel/users/${family.id}/status`
    await admin.client.post(path, { is_active: false, reason: 'Forged papers' })
    const answer = await admin.client.post(path, { is_active: true })
    expect([answer.status, answer.body.is_active]).toEqual([200, false])
    const login = await logIn(app, family.email)
    expect([login.status, login.body.code]).toEqual(CLOSED)
  })

  it('refuses Google, linked before or not', async () => {
    const signIn = async (changes: Record<string, unknown>) =>
      app.visitor.post('/api/auth/google', {
        credential: await google.sign(google.makeClaims(changes)),
        role: 'caretaker',
      })
    const linked = { sub: 'leaver', email: 'leaver@example.test' }
    const { body } = await signIn(linked)
    await close({ client: app.withToken(body.access), email: linked.email })
    const family = await makeFamily(app)
    await close(family)
    for (const claims of [linked, { email: family.email }]) {
      const answer = await signIn(claims)
      expect([answer.status, answer.body.code]).toEqual(CLOSED)
    }
    const { rows } = await app.deps.database.execute(
      sql`SELECT 1 FROM identities WHERE user_id = ${family.id}`,
    )
    expect(rows).toEqual([])
  })

  it('refuses a passkey, alone or as a second step', async () => {
    const family = await makeFamily(app)
    const { authenticator } = await addPasskey(app, family.client)
    const { ticket } = await startLogin(app, family.email)
    const [alone, second] = [
      await answerChallenge(app, authenticator),
      await answerChallenge(app, authenticator, { ticket }),
    ]
    expect((await close(family)).status).toBe(200)
    const answer = await logInWithPasskey(app, alone)
    expect([answer.status, answer.body.code]).toEqual(CLOSED)
    expect((await finishLogin(app, { ticket, passkey: second })).status).toBe(401)
    const login = await logIn(app, family.email)
    expect([login.status, login.body.code]).toEqual(CLOSED)
  })

  it('refuses the second step of a login that began before', async () => {
    const family = await makeFamily(app)
    const { secret } = await addApp(app, family.client)
    const { ticket } = await startLogin(app, family.email)
    const app_code = await nextCode(app, secret)
    expect((await close(family)).status).toBe(200)
    expect((await finishLogin(app, { ticket, app_code })).status).toBe(401)
  })

  it('can’t reset its password, with an earlier link or a new one', async () => {
    const family = await makeFamily(app)
    const token = await requestResetToken(app, family.email)
    await close(family)
    const password = 'another long secret 42'
    expect((await app.visitor.post('/api/auth/password/reset/confirm', { token, password })).status).toBe(400)
    const before = (await listEmailsTo(app, family.email)).length
    await app.visitor.post('/api/auth/password/reset', { email: family.email })
    expect(await listEmailsTo(app, family.email)).toHaveLength(before)
  })

  it('stays closed when a suspension ends, and suspended when its owner opens it again', async () => {
    const support = await makeUser(app, { role: 'admin', staffRole: 'support' })
    const reporter = await makeFamily(app)
    const people = [await makeCaregiver(app), await makeCaregiver(app)]
    for (const person of people) {
      const reportId = await makeReport(reporter, 'profile', person.id)
      await close(person)
      const { body } = await support.client.get(`/api/admin-panel/reports/${reportId}`)
      expect(body).toMatchObject({ reported_is_active: false, reported_is_closed: true })
      const suspension = { measures: ['suspend'], message: 'Rude', suspended_until: dateIn(app, 3) }
      expect((await decide(support, reportId, suspension)).status).toBe(200)
    }
    const [opened, closed] = people as [TestUser, TestUser]
    const token = await findReopenToken(app, opened.email)
    const answer = await app.visitor.post('/api/account/reopen', { token })
    expect(answer.body).toEqual({
      is_active: false,
      message: expect.stringMatching(/^Nothing will be erased, but this account is suspended until /),
    })
    expect((await listEmailsTo(app, opened.email)).at(-1)).toMatchObject({
      subject: 'Your Tendwell account is no longer closed',
      text: expect.stringMatching(/it’s suspended until /),
    })
    const suspended = await logIn(app, opened.email)
    expect([suspended.status, suspended.body.detail]).toEqual([
      403,
      expect.stringMatching(/^This account is suspended until /),
    ])

    await app.advance(4 * MINUTES_PER_DAY)
    expect((await logIn(app, opened.email)).status).toBe(200)
    const login = await logIn(app, closed.email)
    expect([login.status, login.body.code]).toEqual(CLOSED)
    expect((await app.visitor.get(`/api/auth/caregivers/${closed.id}`)).status).toBe(404)
    const subjects = (await listEmailsTo(app, closed.email)).map(({ subject }) => subject)
    expect(subjects).not.toContain('Your Tendwell account is active again')
    await app.advance(11 * MINUTES_PER_DAY)
    // The report was decided lately, so who it is about stays with its evidence.
    expect(await findAccount(app, closed.email)).toMatchObject({ passwordHash: null, isActive: false })
    await app.advance(180 * MINUTES_PER_DAY)
    expect(await findAccount(app, closed.email)).toBeUndefined()
  })
})

describe('closing is refused', () => {
  it('with visits ahead, for both sides', async () => {
    const { family, caregiver } = await makePaidRequest(app)
    await expectRefusal(family, ['bookings', 'money'])
    const { obstacles } = (await family.client.get('/api/account/closing')).body
    expect(obstacles[0].message).toMatch(/^You have 1 visit ahead\./)
    expect(obstacles[1].message).toMatch(/^We’re still holding \$\d+\.\d\d you paid\./)
    await expectRefusal(caregiver, ['bookings', 'money'])
    const own = (await caregiver.client.get('/api/account/closing')).body
    expect(own.obstacles[1].message).toMatch(/^\$\d+\.\d\d is on hold\./)
  })

  it('with money in the wallet', async () => {
    const caregiver = await makeCaregiver(app)
    await withTransaction(app.deps.database, (transaction) =>
      postToLedger(transaction, app.deps.clock, {
        key: `test:${caregiver.id}`,
        category: 'release',
        movements: [
          { kind: 'available', ownerId: caregiver.id, amountCents: 4_200 },
          { kind: 'clearing', ownerId: null, amountCents: -4_200 },
        ],
      }),
    )
    await expectRefusal(caregiver, ['money'])
    const { obstacles } = (await caregiver.client.get('/api/account/closing')).body
    expect(obstacles[0].message).toBe('You have $42.00 in your wallet. Withdraw it first')
  })

  it('with a payout on its way', async () => {
    const caregiver = await makeCaregiver(app)
    await app.deps.database.execute(sql`INSERT INTO payouts
      (user_id, provider, account_id, amount_cents, status, created_at, updated_at)
      VALUES (${caregiver.id}, 'sandbox', 'acct_1', 4200, 'pending', now(), now())`)
    await expectRefusal(caregiver, ['payouts'])
  })

  it('with an open dispute, and with a refund on its way', async () => {
    const { request } = await makeDispute(app)
    const again = { ...request.family, client: await logInAgain(app, request.family) }
    expect(await kindsFor(again)).toContain('disputes')
    const family = await makeFamily(app)
    await app.deps.database.execute(sql`INSERT INTO payments
      (request_id, payer_id, payee_id, amount_cents, fee_cents, status, provider, expires_at, created_at, updated_at)
      VALUES (999999, ${family.id}, ${request.caregiver.id}, 4200, 0, 'refunding', 'sandbox', now(), now(), now())`)
    await expectRefusal(family, ['refunds'])
  })

  it('with a refund that waits for a colleague of the one who asked, until it is decided on', async () => {
    const windows = [{ date: dateIn(app, -3), start: '09:00', end: '11:00' }]
    const { id, family } = await insertPaidRequest(app, { rateCents: 20_000, windows })
    await app.drain()
    const [support, finance] = [
      await makeUser(app, { role: 'admin', staffRole: 'support' }),
      await makeUser(app, { role: 'admin', staffRole: 'finance' }),
    ]
    const path = `/api/admin-panel/bookings/${id}/refund`
    const { refundable_usd } = (await support.client.get(path)).body
    const body = { amount_usd: 300, borne_by: 'tendwell', reason: 'They never came', refundable_usd }
    expect((await support.client.post(path, body)).body.is_waiting).toBe(true)
    await expectRefusal(family, ['refunds'])
    const { obstacles } = (await family.client.get('/api/account/closing')).body
    expect(obstacles[0].message).toBe(
      'We’re still deciding about a refund to you. You can close your account once that’s settled',
    )

    const { body: waiting } = await finance.client.get('/api/admin-panel/waiting-refunds')
    const decision = {
      decision: 'declined',
      refundable_usd: waiting.results[0].refundable_usd,
      reason: 'The account is closed',
    }
    const decisionPath = `/api/admin-panel/waiting-refunds/${waiting.results[0].id}/decision`
    expect((await finance.client.post(decisionPath, decision)).status).toBe(200)
    expect(await kindsFor(family)).toEqual([])
  })

  it('for the last admin, even when two leave at once', async () => {
    const alone = await testApp()
    const admins = [await makeUser(alone, { role: 'admin' }), await makeUser(alone, { role: 'admin' })]
    const support = await makeUser(alone, { role: 'admin', staffRole: 'support' })
    const answers = await Promise.all(admins.map(close))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await close(support)).status).toBe(200)
    await alone.close()
  })
})

describe('the mailed link', () => {
  it('opens the account again with one press, once, and lists a caregiver again', async () => {
    const caregiver = await makeCaregiver(app)
    await close(caregiver)
    const token = await findReopenToken(app, caregiver.email)
    const path = `/api/auth/caregivers/${caregiver.id}`
    expect((await app.visitor.get(path)).status).toBe(404)
    expect((await app.visitor.post('/api/account/reopen', { token })).status).toBe(200)
    expect((await app.visitor.get(path)).status).toBe(200)
    expect((await logIn(app, caregiver.email)).status).toBe(200)
    const again = await app.visitor.post('/api/account/reopen', { token })
    expect([again.status, again.body.detail]).toEqual([
      400,
      'This reopening link was already used, or replaced by a newer one',
    ])
    const subjects = (await listEmailsTo(app, caregiver.email)).map(({ subject }) => subject)
    expect(subjects).toContain('Your Tendwell account is open again')
    await app.advance(15 * MINUTES_PER_DAY)
    expect(await findAccount(app, caregiver.email)).toMatchObject({ isActive: true, closedAt: null })
  })

  it('is a new one each time the account is closed, and the 14 days start again', async () => {
    const family = await makeFamily(app)
    const reopen = async (token: string) => (await app.visitor.post('/api/account/reopen', { token })).status
    await close(family)
    const first = await findReopenToken(app, family.email)
    await app.advance(10 * MINUTES_PER_DAY)
    expect(await reopen(first)).toBe(200)
    const client = await logInAgain(app, family)
    expect((await close({ client, email: family.email })).status).toBe(200)
    const second = await findReopenToken(app, family.email)
    expect(second).not.toBe(first)
    expect(await reopen(first)).toBe(400)
    await app.advance(10 * MINUTES_PER_DAY)
    expect((await findAccount(app, family.email))?.closedAt).toEqual(expect.any(Date))
    await app.advance(4 * MINUTES_PER_DAY + 1)
    expect(await findAccount(app, family.email)).toBeUndefined()
    expect(await reopen(second)).toBe(400)
  })

  it('does nothing with another token, or after 14 days', async () => {
    for (const token of ['x', 'x'.repeat(43)]) {
      expect((await app.visitor.post('/api/account/reopen', { token })).status).toBe(400)
    }
    const family = await makeFamily(app)
    await close(family)
    const token = await findReopenToken(app, family.email)
    await app.advance(14 * MINUTES_PER_DAY + 1)
    expect((await app.visitor.post('/api/account/reopen', { token })).status).toBe(400)
    expect(await findAccount(app, family.email)).toBeUndefined()
  })
})
