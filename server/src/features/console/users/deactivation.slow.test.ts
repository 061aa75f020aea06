import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import {
  listAuditEntries,
  listEmailsTo,
  makeUser,
  PASSWORD,
  type TestUser,
} from '../../../../test/factories/accounts.ts'
import { dateIn, openHours } from '../../../../test/factories/availability.ts'
import { makePaidRequest, makeRequest } from '../../../../test/factories/bookings.ts'
import { makeCaregiver, makeFamily } from '../../../../test/factories/profiles.ts'
import { reauthenticate } from '../../../../test/factories/two-step.ts'

let app: TestApp
let support: TestUser
beforeAll(async () => {
  app = await testApp()
  support = await makeUser(app, { role: 'admin', staffRole: 'support' })
})
afterAll(() => app.close())

const REASON = 'Forged papers.\nSee the passport.'
const setStatus = (id: number, body: object) =>
  support.client.post(`/api/admin-panel/users/${id}/status`, body)
const deactivate = (id: number, more: object = {}) =>
  setStatus(id, { is_active: false, reason: REASON, ...more })
const previewDeactivation = (id: number, by = support) =>
  by.client.get(`/api/admin-panel/people/${id}/deactivation`)

/** A family and a caregiver with a paid visit tomorrow and one next week, and a request that is not paid. */
async function makePair() {
  const caregiver = await makeCaregiver(app, { name: 'Clara Carer' })
  const family = await makeFamily(app, { name: 'Petra Parent' })
  for (const day of [1, 7]) {
    const date = dateIn(app, day)
    await openHours(caregiver, date)
    const windows = [{ date, start: '09:00', end: '11:00' }]
    await makePaidRequest(app, { caregiver, family, windows })
  }
  const windows = [{ date: dateIn(app, 7), start: '12:00', end: '13:00' }]
  await makeRequest(app, { caregiver, family, windows })
  await app.drain()
  return { caregiver, family }
}

describe('the preview', () => {
  it('names the bookings ahead with both refunds, the earliest first', async () => {
    const { family, caregiver } = await makePair()
    const { body } = await previewDeactivation(family.id)
    expect(body).toMatchObject({
      open_requests: 1,
      bookings: [
        { person: { id: caregiver.id, name: 'Clara Carer' }, visits: 1 },
        { person: { id: caregiver.id, name: 'Clara Carer' }, visits: 1 },
      ],
      full_refund_usd: body.price_usd,
    })
    const [tomorrow, nextWeek] = body.bookings
    expect(tomorrow.start_utc < nextWeek.start_utc).toBe(true)
    expect(nextWeek.policy_refund_usd).toBe(nextWeek.price_usd)
    expect(body.price_usd).toBe(tomorrow.price_usd + nextWeek.price_usd)
    expect(body.policy_refund_usd).toBe(tomorrow.policy_refund_usd + nextWeek.policy_refund_usd)
    const ofCaregiver = (await previewDeactivation(caregiver.id)).body
    expect(ofCaregiver.bookings[0].person.name).toBe('Petra Parent')
    expect(ofCaregiver.policy_refund_usd).toBe(ofCaregiver.price_usd)
  })

  it('is empty for someone without bookings, missing for staff, and closed to finance', async () => {
    const family = await makeFamily(app)
    expect((await previewDeactivation(family.id)).body).toEqual({
      open_requests: 0,
      bookings: [],
      price_usd: 0,
      policy_refund_usd: 0,
      full_refund_usd: 0,
      policy_waiting_usd: 0,
      full_waiting_usd: 0,
    })
    expect((await previewDeactivation(support.id)).status).toBe(404)
    expect((await previewDeactivation(99_999_999)).status).toBe(404)
    const finance = await makeUser(app, { role: 'admin', staffRole: 'finance' })
    expect((await previewDeactivation(family.id, finance)).status).toBe(403)
  })
})

describe('deactivating', () => {
  it('keeps the reason on the record and in the audit log until the account is active again', async () => {
    const family = await makeFamily(app)
    await deactivate(family.id, { reason: ` ${REASON} ` })
    const read = async () => (await support.client.get(`/api/admin-panel/people/${family.id}`)).body
    expect((await read()).deactivation).toEqual({
      at: expect.stringMatching(/Z$/),
      reason: REASON,
      until: null,
    })
    expect((await listAuditEntries(app, family.id)).at(-1)).toMatchObject({
      action: 'user.deactivated',
      after: { isActive: false, reason: REASON, refund: 'policy' },
    })
    await setStatus(family.id, { is_active: true })
    expect((await read()).deactivation).toBeNull()
  })

  it.each(['', ' \n ', 'x'.repeat(1_001)])('refuses the reason %j', async (reason) => {
    const family = await makeUser(app, { role: 'caretaker' })
    const answer = await deactivate(family.id, { reason })
    const isLong = (reason?.length ?? 0) > 1_000
    expect([answer.status, answer.body.reason]).toEqual([
      400,
      [isLong ? 'Reason must be at most 1000 characters' : 'Reason is required'],
    ])
    expect((await family.client.get('/api/notifications')).status).toBe(200)
  })

  it('tells someone deactivated without a reason that none was given', async () => {
    const family = await makeUser(app, { role: 'caretaker' })
    expect((await setStatus(family.id, { is_active: false })).body.is_active).toBe(false)
    const [mail] = await listEmailsTo(app, family.email)
    expect(mail?.text).toContain('Reason: Not given')
  })

  it('tells a family the reason, what was refunded and whom to ask', async () => {
    const { family } = await makePair()
    const { full_refund_usd: refund, bookings } = (await previewDeactivation(family.id)).body
    await deactivate(family.id, { refund: 'full' })
    expect((await listAuditEntries(app, family.id)).at(-1)?.after).toEqual({
      isActive: false,
      reason: REASON,
      refund: 'full',
      bookings: bookings.map(({ request_id }: { request_id: number }) => request_id),
    })
    const mail = (await listEmailsTo(app, family.email)).find(({ subject }) =>
      /was deactivated/.test(subject),
    )
    expect(mail?.text).toContain('Forged papers.')
    expect(mail?.text).toContain('See the passport.')
    expect(mail?.text).toContain('Your 2 upcoming visits were canceled, and the caregivers were notified.')
    expect(mail?.text).toContain(`We’re refunding $${refund.toFixed(2)} to your payment method.`)
    expect(mail?.text).toContain('/contact')
    expect((await previewDeactivation(family.id)).body.bookings).toEqual([])
  })

  it('changes nothing when families would get back another amount than the one that was shown', async () => {
    const { caregiver, family } = await makePair()
    const before = (await previewDeactivation(caregiver.id)).body
    const seen = before.full_refund_usd - 0.01
    const detail = `The refund is now $${before.full_refund_usd.toFixed(2)}. Please check and confirm again`
    const refused = [409, detail, before.full_refund_usd]
    const reject = (refund_usd: number) =>
      support.client.post(`/api/admin-panel/caregivers/${caregiver.id}/verification`, {
        verification_status: 'rejected',
        rejection_reason: 'Forged papers',
        refund_usd,
      })
    const calls = [
      await deactivate(caregiver.id, { refund_usd: seen }),
      await deactivate(family.id, { refund: 'full', refund_usd: seen }),
      await reject(seen),
    ]
    for (const { status, body } of calls) expect([status, body.detail, body.refund_usd]).toEqual(refused)
    expect((await previewDeactivation(caregiver.id)).body).toEqual(before)
    expect((await support.client.get(`/api/admin-panel/people/${caregiver.id}`)).body).toMatchObject({
      is_active: true,
      caregiver: { verification_status: 'verified' },
    })
    expect((await reject(before.full_refund_usd)).status).toBe(200)
    expect((await previewDeactivation(caregiver.id)).body.bookings).toEqual([])
  })

  it('tells a caregiver that the families get their money back, and when the account is active again', async () => {
    const { caregiver } = await makePair()
    await deactivate(caregiver.id)
    await setStatus(caregiver.id, { is_active: true })
    const mails = await listEmailsTo(app, caregiver.email)
    const subjects = mails.map(({ subject }) => subject)
    expect(subjects).toContain('Your Tendwell account is active again')
    const deactivated = mails.find(({ subject }) => subject === 'Your Tendwell account was deactivated')
    expect(deactivated?.text).toContain('the families were notified and get their money back')
  })

  it('mails nothing to an address that was never verified, and nothing when nothing changes', async () => {
    const stranger = await makeUser(app, { role: 'caretaker', verified: false })
    await deactivate(stranger.id)
    expect(await listEmailsTo(app, stranger.email)).toEqual([])
    const family = await makeUser(app, { role: 'caretaker' })
    await deactivate(family.id)
    await deactivate(family.id, { reason: 'Another one' })
    expect(await listEmailsTo(app, family.email)).toHaveLength(1)
  })

  // Last, because it moves the clock.
  it('needs a recent proof only if it cancels bookings', async () => {
    const { family } = await makePair()
    const without = await makeFamily(app)
    await app.advance(11)
    expect((await deactivate(without.id)).status).toBe(200)
    const { bookings } = (await previewDeactivation(family.id)).body
    expect(bookings).toHaveLength(2)
    const { status, body } = await deactivate(family.id)
    expect([status, body.code, body.methods]).toEqual([403, 'reauthentication_required', ['password']])
    expect((await family.client.get('/api/notifications')).status).toBe(200)
    expect((await previewDeactivation(family.id)).body.bookings).toEqual(bookings)

    await reauthenticate(support.client, { password: PASSWORD })
    expect((await deactivate(family.id)).status).toBe(200)
    expect((await previewDeactivation(family.id)).body.bookings).toEqual([])
  })
})
