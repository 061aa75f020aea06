import { MINUTES_PER_DAY, toLocalDate } from '@tendwell/contract/time'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import {
  listAuditEntries,
  listEmailsTo,
  logIn,
  makeUser,
  probeToken,
  refreshSession,
  type TestUser,
} from '../../../../test/factories/accounts.ts'
import { dateIn, openHours } from '../../../../test/factories/availability.ts'
import { makePaidRequest, makeRequest } from '../../../../test/factories/bookings.ts'
import { openChatSocket } from '../../../../test/factories/chat.ts'
import { logInAgain, makeCaregiver, makeFamily } from '../../../../test/factories/profiles.ts'
import { decide, makeReport, makeReview } from '../../../../test/factories/reports.ts'

// Tests move the clock, so each has a product of its own.
let app: TestApp
let support: TestUser
beforeEach(async () => {
  app = await testApp()
  support = await makeUser(app, { role: 'admin', staffRole: 'support' })
})
afterEach(() => app.close())

const MESSAGE = 'Please read our rules.'

/** A family and a caregiver with a paid visit in each of these days. */
async function makePair(...days: number[]) {
  const caregiver = await makeCaregiver(app, { name: 'Clara Carer' })
  const family = await makeFamily(app, { name: 'Petra Parent' })
  for (const day of days) {
    const date = dateIn(app, day)
    await openHours(caregiver, date)
    await makePaidRequest(app, { caregiver, family, windows: [{ date, start: '09:00', end: '11:00' }] })
  }
  await app.drain()
  return { caregiver, family }
}

async function suspendByReport(by: TestUser, about: TestUser, days: number, more: object = {}) {
  const id = await makeReport(by, 'profile', about.id)
  const suspended_until = dateIn(app, days)
  return decide(support, id, { measures: ['suspend'], message: MESSAGE, suspended_until, ...more })
}

const listVisitStates = async ({ client }: Pick<TestUser, 'client'>) => {
  const { body } = await client.get('/api/requests/bookings/caretaker')
  return body.results
    .flatMap(({ windows }: { windows: { state: string; start_utc: string }[] }) => windows)
    .sort((a: { start_utc: string }, b: { start_utc: string }) => a.start_utc.localeCompare(b.start_utc))
    .map(({ state }: { state: string }) => state)
}

describe('a suspended caregiver', () => {
  it("can't log in, refresh, use sockets, be found or be requested until the suspension ends", async () => {
    const { caregiver, family } = await makePair()
    const date = dateIn(app, 20)
    await openHours(caregiver, date)
    const { body: tokens } = await logIn(app, caregiver.email)
    const socket = await openChatSocket(app, caregiver)
    const answer = await suspendByReport(family, caregiver, 10)
    expect(answer.body).toMatchObject({
      reported_is_active: false,
      reported_suspended_until: dateIn(app, 10),
      decision: { measures: ['suspend'], suspended_until: dateIn(app, 10) },
    })
    expect(await socket.closed).toBe(4401)
    expect((await probeToken(app, caregiver.token)).status).toBe(401)
    expect((await refreshSession(app, tokens.refresh)).status).toBe(401)
    const refused = await logIn(app, caregiver.email)
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
      403,
      'account_suspended',
      expect.stringMatching(/^This account is suspended until \w{3}, \w{3} \d+, \d{4}$/),
    ])
    expect((await logIn(app, caregiver.email, 'a wrong password')).body.detail).toBe(
      'Invalid email or password',
    )
    expect((await app.visitor.get(`/api/auth/caregivers/${caregiver.id}`)).status).toBe(404)
    const windows = [{ date, start: '09:00', end: '10:00' }]
    const body = { caregiver_id: caregiver.id, timezone: 'UTC', windows }
    expect((await family.client.post('/api/requests', body)).status).toBeGreaterThanOrEqual(400)
    const written = await family.client.post('/api/chat/conversations/create', {
      caregiver_id: caregiver.id,
      text: 'Hello',
    })
    expect(written.status).toBe(404)

    await app.advance(9 * MINUTES_PER_DAY)
    expect((await logIn(app, caregiver.email)).status).toBe(403)
    await app.advance(MINUTES_PER_DAY)
    expect((await logIn(app, caregiver.email)).status).toBe(200)
    expect((await app.visitor.get(`/api/auth/caregivers/${caregiver.id}`)).status).toBe(200)
    const mails = (await listEmailsTo(app, caregiver.email)).map(({ subject }) => subject)
    expect(mails).toEqual(
      expect.arrayContaining([
        'Your Tendwell account is suspended for now',
        'Your Tendwell account is active again',
      ]),
    )
    expect((await listAuditEntries(app, caregiver.id)).at(-2)).toMatchObject({
      actorId: null,
      action: 'user.activated',
    })
  })

  it('loses the visits that begin before the end with a full refund, and keeps later ones', async () => {
    const { caregiver, family } = await makePair(3, 12)
    const preview = await support.client.get(
      `/api/admin-panel/people/${caregiver.id}/deactivation?until=${dateIn(app, 10)}`,
    )
    expect(preview.body.bookings).toHaveLength(1)
    expect(preview.body.full_refund_usd).toBe(preview.body.price_usd)
    const shown = preview.body.full_refund_usd
    const other = await suspendByReport(family, caregiver, 10, { refund_usd: shown + 1 })
    expect([other.status, other.body.refund_usd]).toEqual([409, shown])
    expect(await listVisitStates(family)).toEqual(['upcoming', 'upcoming'])
    await suspendByReport(family, caregiver, 10, { refund_usd: shown })
    const decided = (await listAuditEntries(app, caregiver.id)).at(-1)
    expect(decided).toMatchObject({ actorId: support.id, action: 'report.decided', address: '127.0.0.1' })
    expect(decided?.after).toEqual({
      reports: [expect.any(Number)],
      kind: 'profile',
      measures: ['suspend'],
      message: MESSAGE,
      suspendedUntil: dateIn(app, 10),
      bookings: [preview.body.bookings[0].request_id],
    })
    await app.drain()
    expect(await listVisitStates(family)).toEqual(['canceled', 'upcoming'])
    const mail = (await listEmailsTo(app, caregiver.email)).find(({ subject }) => /suspended/.test(subject))
    expect(mail?.text).toContain(MESSAGE)
    expect(
      (await listEmailsTo(app, caregiver.email)).filter(({ text }) => text.includes(MESSAGE)),
    ).toHaveLength(1)
    expect(mail?.text).toContain('Your upcoming visit before that day was canceled')
    expect(mail?.text).toContain('/contact')
    expect(mail?.text).not.toContain('Petra Parent')
    const canceled = (await listEmailsTo(app, caregiver.email)).find(({ subject }) =>
      /^Your .+ visits? .*canceled$/.test(subject),
    )
    expect(canceled?.text).toContain('/contact')
    expect(canceled?.text).not.toContain('/caregiver/bookings/')
    const toFamily = (await listEmailsTo(app, family.email)).find(({ subject }) =>
      /was canceled/.test(subject),
    )
    expect(toFamily?.text).not.toContain('/contact')
    const { body: payments } = await family.client.get('/api/payments/mine')
    expect(payments.results.map((row: { refunded_usd: number }) => row.refunded_usd > 0).sort()).toEqual([
      false,
      true,
    ])
  })
})

describe('a suspended family', () => {
  it('loses its open requests and counts as a reviewer again afterwards', async () => {
    const { caregiver, family } = await makePair(3)
    await makeReview(app, { caregiver, family }, { rating: 5 })
    const date = dateIn(app, 12)
    await openHours(caregiver, date)
    await makeRequest(app, { caregiver, family, windows: [{ date, start: '09:00', end: '10:00' }] })
    const summary = async () =>
      (await app.visitor.get(`/api/reviews/caregivers/${caregiver.id}/rating-summary`)).body.total_reviews
    expect(await summary()).toBe(1)
    await suspendByReport(caregiver, family, 5, { refund: 'full' })
    const after = { suspendedUntil: dateIn(app, 5), refund: 'full' }
    expect((await listAuditEntries(app, family.id)).at(-1)).toMatchObject({ after })
    expect(await summary()).toBe(0)
    await app.advance(5 * MINUTES_PER_DAY)
    expect(await summary()).toBe(1)
    const client = await logInAgain(app, family)
    expect(await listVisitStates({ client })).toEqual(expect.arrayContaining(['canceled']))
    const { body } = await client.get('/api/requests/mine')
    expect(body.results.map(({ status }: { status: string }) => status)).not.toContain('submitted')
  })
})

describe('the end of a suspension', () => {
  it('tells the suspended person why in a notification', async () => {
    const { caregiver, family } = await makePair()
    await suspendByReport(family, caregiver, 2)
    await app.advance(2 * MINUTES_PER_DAY)
    const client = await logInAgain(app, caregiver)
    const { body } = await client.get('/api/notifications')
    const suspended = body.results.filter(({ type }: { type: string }) => type === 'account_suspended')
    expect(suspended).toMatchObject([
      { payload: { message: expect.stringMatching(/^Your account was suspended until /), quote: MESSAGE } },
    ])
  })

  it('comes early when an admin activates the account', async () => {
    const { caregiver, family } = await makePair()
    await suspendByReport(family, caregiver, 10)
    const person = `/api/admin-panel/people/${caregiver.id}`
    expect((await support.client.get(person)).body.deactivation).toMatchObject({
      reason: MESSAGE,
      until: dateIn(app, 10),
    })
    await support.client.post(`/api/admin-panel/users/${caregiver.id}/status`, { is_active: true })
    expect((await logIn(app, caregiver.email)).status).toBe(200)
    expect((await support.client.get(person)).body.deactivation).toBeNull()
  })

  it('never comes when the account is deactivated meanwhile', async () => {
    const { caregiver, family } = await makePair(12)
    await suspendByReport(family, caregiver, 10)
    await support.client.post(`/api/admin-panel/users/${caregiver.id}/status`, {
      is_active: false,
      reason: 'Worse',
    })
    expect((await listAuditEntries(app, caregiver.id)).at(-1)).toMatchObject({
      action: 'user.deactivated',
      before: { isActive: false, suspendedUntil: `${dateIn(app, 10)}T00:00:00.000Z` },
    })
    expect(await listVisitStates(family)).toEqual(['canceled'])
    await app.advance(11 * MINUTES_PER_DAY)
    expect((await logIn(app, caregiver.email)).body.detail).toBe('This account has been deactivated')
  })

  it.each([0, -1, 367])('must be from tomorrow on and at most a year ahead, not in %d days', async (days) => {
    const { caregiver, family } = await makePair()
    const answer = await suspendByReport(family, caregiver, days)
    expect([answer.status, answer.body.suspended_until]).toEqual([
      400,
      ['Choose a day from tomorrow to a year from now'],
    ])
    expect(toLocalDate(app.deps.clock.now().getTime(), 'UTC')).toBe(dateIn(app, 0))
  })
})
