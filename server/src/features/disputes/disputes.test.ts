import { MINUTES_PER_DAY } from '@tendwell/contract/time'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { listEmailsTo, makeUser, type TestUser } from '../../../test/factories/accounts.ts'
import { dateIn } from '../../../test/factories/availability.ts'
import { insertPaidRequest } from '../../../test/factories/booked.ts'
import { makeAcceptedRequest, type TestRequest } from '../../../test/factories/bookings.ts'
import { cancelAsPreviewed } from '../../../test/factories/cancellations.ts'
import { disputeRequest, openDispute, REASON, type TestDispute } from '../../../test/factories/disputes.ts'
import { logInAgain } from '../../../test/factories/profiles.ts'
import { auditLog } from '../people/index.ts'
import { disputes } from './tables.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
})
beforeEach(async () => {
  // Tests move the clock past the 15 minutes of an access token.
  admin = await makeUser(app, { role: 'admin' })
})
afterAll(() => app.close())

const RESOLUTION = 'We heard both sides'
const decideDispute = (id: number, step: 'escalate' | 'reject' | 'close', body: object = {}) =>
  admin.client.post(`/api/admin-panel/disputes/${id}/${step}`, {
    ...(step !== 'escalate' && { resolution: RESOLUTION }),
    ...body,
  })
const findDisputeRow = async (id: number) =>
  (await app.deps.database.select().from(disputes).where(eq(disputes.id, id)))[0]
const getWallet = async ({ caregiver }: TestRequest) => {
  const { body } = await (await logInAgain(app, caregiver)).get('/api/wallets/mine')
  return { balance: body.balance, pending: body.pending, held: body.held }
}
type Notification = { type: string; payload: { message: string } }
const listNotifications = async (person: TestUser): Promise<Notification[]> => {
  await app.drain()
  const { body } = await (await logInAgain(app, person)).get('/api/notifications?status=all')
  return body.results.filter(({ type }: Notification) => type.startsWith('dispute'))
}
const listNotificationTypes = async (person: TestUser) =>
  (await listNotifications(person)).map(({ type }) => type)

const getLastMessage = async (person: TestUser) => (await listNotifications(person))[0]?.payload.message
const makeDispute = async () => disputeRequest(app, await insertPaidRequest(app))
async function makeEscalatedDispute(): Promise<TestDispute> {
  const dispute = await makeDispute()
  expect((await decideDispute(dispute.id, 'escalate')).status).toBe(200)
  return dispute
}

describe('opening a dispute', () => {
  it('holds the money, shows the dispute to both parties and notifies the caregiver and admins', async () => {
    const request = await insertPaidRequest(app)
    expect(await getWallet(request)).toEqual({ balance: 0, pending: 50, held: 0 })
    const { status, body } = await openDispute(request.family, request.id, { reason: `  ${REASON} ` })
    expect(status).toBe(201)
    const { caregiver, family } = request
    const toParties = (familyEmail: string | null, caregiverEmail: string | null) => ({
      caretaker: { name: family.fullName, email: familyEmail, avatar: null },
      caregiver: { name: caregiver.fullName, email: caregiverEmail, avatar: null },
    })
    expect(body).toEqual({
      id: expect.any(Number),
      status: 'submitted',
      type: 'service_quality',
      other_type_text: null,
      reason: REASON,
      opened_at: expect.stringMatching(/Z$/),
      ended_at: null,
      held_usd: 50,
      refund_usd: 0,
      refunded_usd: 0,
      refunding_usd: 0,
      resolution: null,
      response: null,
      parties: toParties(family.email, null),
      booking: {
        ...{ id: request.id, total_hours: 2, total_price_usd: 50, submitted_at: expect.any(String) },
        windows: [
          {
            start_utc: expect.stringMatching(/T09:00:00.000Z$/),
            end_utc: expect.stringMatching(/T11:00:00.000Z$/),
          },
        ],
        canceled_windows: [],
      },
      evidence: [],
      questions: [],
    })
    expect(await getWallet(request)).toEqual({ balance: 0, pending: 0, held: 50 })
    expect((await family.client.get(`/api/disputes/${body.id}`)).body).toEqual(body)
    expect((await caregiver.client.get(`/api/disputes/${body.id}`)).body).toEqual({
      ...body,
      parties: toParties(null, caregiver.email),
    })
    expect((await admin.client.get(`/api/admin-panel/disputes/${body.id}`)).body).toMatchObject({
      ...body,
      parties: toParties(family.email, caregiver.email),
    })
    expect(await listNotificationTypes(caregiver)).toEqual(['dispute_created'])
    expect(await listNotificationTypes(admin)).toEqual(['dispute_created'])
    expect(await listNotificationTypes(family)).toEqual([])
  })

  it('counts the visits that were not canceled, and names the others as canceled', async () => {
    const windows = [7, 14, 21].map((days) => ({ date: dateIn(app, days), start: '09:00', end: '11:00' }))
    const request = await insertPaidRequest(app, { windows })
    const { family, caregiver, bookingIds } = request
    await cancelAsPreviewed(family, request, bookingIds.slice(2))
    const [available] = (await family.client.get('/api/disputes/bookings/available')).body.results
    expect(available).toMatchObject({ total_hours: 4, total_price_usd: 100 })
    const { body: dispute } = await openDispute(family, request.id)
    expect(dispute.booking).toMatchObject({ total_hours: 4, total_price_usd: 100 })
    expect(dispute.booking.windows).toEqual(available.windows)
    expect(dispute.booking.windows).toHaveLength(2)
    expect(dispute.booking.canceled_windows).toHaveLength(1)
    await app.drain()
    const mails = await listEmailsTo(app, caregiver.email)
    const mail = mails.find(({ subject }) => subject.includes('opened dispute'))
    expect(mail?.subject).toContain('about your 2 visits from')
    expect(mail?.text).toContain('4 hours')
  })

  it('is rejected with the message of the first problem, and holds nothing', async () => {
    const request = await insertPaidRequest(app)
    const details = 'Please provide details for "Other" dispute type'
    const problems = [
      [{ booking_request: null, type: null, reason: '' }, 'booking_request', 'Please select a booking'],
      [{ type: null, reason: '' }, 'type', 'Please select a dispute type'],
      [{ type: 'theft' }, 'type', 'Please select a dispute type'],
      [{ reason: undefined }, 'reason', 'Please provide a reason for the dispute'],
      [{ reason: null }, 'reason', 'Please provide a reason for the dispute'],
      [{ reason: ' \n ' }, 'reason', 'Please provide a reason for the dispute'],
      [{ type: 'other' }, 'other_type_text', details],
      [{ type: 'other', other_type_text: '  ' }, 'other_type_text', details],
    ] as const
    for (const [more, field, message] of problems) {
      const { status, body } = await openDispute(request.family, request.id, more)
      expect([more, status, body.detail, body[field]]).toEqual([more, 400, message, [message]])
    }
    expect(await getWallet(request)).toEqual({ balance: 0, pending: 50, held: 0 })
  })

  it('keeps the other-type text only for the type other', async () => {
    const { family, id } = await insertPaidRequest(app)
    const open = (type: string) => openDispute(family, id, { type, other_type_text: ' Keys ' })
    const { body: other } = await open('other')
    expect(other).toMatchObject({ type: 'other', other_type_text: 'Keys' })
    expect((await family.client.patch(`/api/disputes/${other.id}/close`, {})).status).toBe(200)
    expect((await open('schedule')).body).toMatchObject({ type: 'schedule', other_type_text: null })
  })

  it('needs a paid booking of the family itself, and only one can be open', async () => {
    const unpaid = await makeAcceptedRequest(app)
    expect(await openDispute(unpaid.family, unpaid.id)).toMatchObject({
      status: 409,
      body: { detail: 'You can only open a dispute about a paid booking' },
    })
    const request = await insertPaidRequest(app)
    expect((await openDispute(unpaid.family, request.id)).status).toBe(404)
    expect((await openDispute(unpaid.family, 99_999_999)).status).toBe(404)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => openDispute(request.family, request.id)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)])
    expect(await getWallet(request)).toEqual({ balance: 0, pending: 0, held: 50 })
  })

  it('answers a repeated idempotency key with the first answer', async () => {
    const request = await insertPaidRequest(app)
    const body = { booking_request: request.id, type: 'payment', reason: REASON }
    const send = () => request.family.client.post('/api/disputes', body, { 'idempotency-key': 'again' })
    const [first, second] = [await send(), await send()]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual(first.body)
  })

  it('is possible for 30 days after the last window, even after the money was released', async () => {
    const late = await insertPaidRequest(app)
    const early = await insertPaidRequest(app)
    await app.advance((7 + 29) * MINUTES_PER_DAY)
    expect(await getWallet(early)).toEqual({ balance: 50, pending: 0, held: 0 })
    const earlyClient = await logInAgain(app, early.family)
    const listed = await earlyClient.get('/api/disputes/bookings/available')
    expect(listed.body.results.map(({ id }: { id: number }) => id)).toEqual([early.id])
    expect((await openDispute({ ...early.family, client: earlyClient }, early.id)).status).toBe(201)
    expect(await getWallet(early)).toEqual({ balance: 0, pending: 0, held: 50 })
    expect((await earlyClient.get('/api/disputes/bookings/available')).body.results).toEqual([])
    await app.advance(2 * MINUTES_PER_DAY)
    const lateClient = await logInAgain(app, late.family)
    expect((await lateClient.get('/api/disputes/bookings/available')).body.count).toBe(0)
    expect(await openDispute({ ...late.family, client: lateClient }, late.id)).toMatchObject({
      status: 409,
      body: { detail: 'You can open a dispute until 30 days after the booking ends' },
    })
    expect(await getWallet(late)).toEqual({ balance: 50, pending: 0, held: 0 })
  })
})

describe('ending a dispute', () => {
  it('by its family releases the money and allows another dispute', async () => {
    const { id, request } = await makeDispute()
    const answer = await request.family.client.patch(`/api/disputes/${id}/close`, {})
    expect(answer.body).toMatchObject({ status: 'closed', ended_at: expect.any(String), refund_usd: 0 })
    expect(await getWallet(request)).toEqual({ balance: 0, pending: 50, held: 0 })
    expect((await listNotificationTypes(request.caregiver)).sort()).toEqual([
      'dispute_closed',
      'dispute_created',
    ])
    expect((await openDispute(request.family, request.id)).status).toBe(201)
  })

  it('by rejection releases the money and is final', async () => {
    const { id, request } = await makeDispute()
    expect((await decideDispute(id, 'reject')).body).toMatchObject({
      status: 'rejected',
      refund_usd: 0,
      resolution: RESOLUTION,
    })
    expect(await getWallet(request)).toEqual({ balance: 0, pending: 50, held: 0 })
    expect((await openDispute(request.family, request.id)).status).toBe(409)
    expect(await listNotificationTypes(request.family)).toEqual(['dispute_rejected'])
    // The money becomes available after the booking, so the message must not say it already is.
    const label = `DPT-${id}`
    expect(await getLastMessage(request.caregiver)).toBe(
      `Dispute ${label} was rejected, and the case is closed. The $50.00 we held will reach your wallet after the booking, as usual.`,
    )
    const [entry] = await app.deps.database
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, `dispute:${id}`))
    expect(entry).toMatchObject({
      actorId: admin.id,
      action: 'dispute.reject',
      before: { status: 'submitted' },
      after: { status: 'rejected' },
      address: '127.0.0.1',
    })
  })

  it('by closing without a refund refunds nothing and makes money that is already due available', async () => {
    const { id, request } = await makeEscalatedDispute()
    await app.advance(10 * MINUTES_PER_DAY)
    expect(await getWallet(request)).toEqual({ balance: 0, pending: 0, held: 50 })
    admin = await makeUser(app, { role: 'admin' })
    const answer = await decideDispute(id, 'close')
    expect(answer.body).toMatchObject({ status: 'closed', refund_usd: 0 })
    expect(await getWallet(request)).toEqual({ balance: 50, pending: 0, held: 0 })
    expect(await getLastMessage(request.caregiver)).toBe(
      `Dispute DPT-${id} was closed as resolved. The $50.00 we held is back in your wallet.`,
    )
  })

  it.each([
    [20, { balance: 0, pending: 30, held: 0 }],
    [50, { balance: 0, pending: 0, held: 0 }],
  ])('by closing with a refund of $%d refunds it and releases the rest', async (refund, wallet) => {
    const { id, request } = await makeEscalatedDispute()
    const answer = await decideDispute(id, 'close', { refund_usd: refund })
    const onItsWay = { refund_usd: refund, refunded_usd: 0, refunding_usd: refund }
    expect(answer.body).toMatchObject({ status: 'closed', ...onItsWay })
    const readers = [request.family, request.caregiver]
    const readAsParties = () =>
      Promise.all(readers.map(async ({ client }) => (await client.get(`/api/disputes/${id}`)).body))
    for (const body of await readAsParties()) expect(body).toMatchObject(onItsWay)
    await app.drain()
    for (const body of await readAsParties()) {
      expect(body).toMatchObject({ refund_usd: refund, refunded_usd: refund, refunding_usd: 0 })
    }
    expect(await getWallet(request)).toEqual(wallet)
    const { body } = await request.family.client.get('/api/payments/mine')
    expect(body.results[0]).toMatchObject({ refunded_usd: refund })
    const { rows } = await app.deps.database.execute(
      sql`SELECT coalesce(sum(amount_cents), 0)::int AS total FROM ledger_entries`,
    )
    expect(rows).toEqual([{ total: 0 }])
  })

  it('rejects a refund that is too high or no amount, and changes nothing', async () => {
    const { id, request } = await makeEscalatedDispute()
    for (const refund_usd of [50.01, -1, 0.001, '20,00', '50.01']) {
      const { status, body } = await decideDispute(id, 'close', { refund_usd })
      expect([refund_usd, status, body.refund_usd]).toEqual([refund_usd, 400, [expect.any(String)]])
    }
    expect(await findDisputeRow(id)).toMatchObject({ status: 'escalated', refundCents: 0 })
    expect(await getWallet(request)).toEqual({ balance: 0, pending: 0, held: 50 })
  })

  it('also works for an admin at the family’s path', async () => {
    const { id } = await makeEscalatedDispute()
    const answer = await admin.client.patch(`/api/disputes/${id}/close`, {
      refund_usd: 5,
      resolution: RESOLUTION,
    })
    expect(answer.body).toMatchObject({ status: 'closed', refund_usd: 5 })
    expect(await findDisputeRow(id)).toMatchObject({ endedBy: 'admin' })
  })
})

describe('each transition', () => {
  it('is refused from a state that it does not start from, and changes nothing', async () => {
    const { id, request } = await makeDispute()
    const steps = {
      escalate: () => decideDispute(id, 'escalate'),
      reject: () => decideDispute(id, 'reject'),
      close: () => decideDispute(id, 'close'),
      withdraw: () => request.family.client.patch(`/api/disputes/${id}/close`, {}),
    }
    const isRefused = async (...names: (keyof typeof steps)[]) => {
      const before = await findDisputeRow(id)
      for (const name of names) {
        const { status, body } = await steps[name]()
        expect([name, status, body.detail]).toEqual([
          name,
          409,
          'This dispute has changed. Reload and try again',
        ])
      }
      expect(await findDisputeRow(id)).toEqual(before)
    }
    await isRefused('close')
    expect((await steps.escalate()).body.status).toBe('escalated')
    await isRefused('escalate', 'reject', 'withdraw')
    expect((await steps.close()).body.status).toBe('closed')
    await isRefused('escalate', 'reject', 'close', 'withdraw')
  })

  it('succeeds for one of several parallel admins and answers 409 to the others', async () => {
    const first = await makeDispute()
    const toEscalate = await Promise.all(
      Array.from({ length: 6 }, (_, index) => decideDispute(first.id, index % 2 ? 'escalate' : 'reject')),
    )
    expect(toEscalate.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
    const second = await makeEscalatedDispute()
    const closes = await Promise.all(
      [10, 20, 30, 40].map((refund) => decideDispute(second.id, 'close', { refund_usd: refund })),
    )
    const [won, ...more] = closes.filter(({ status }) => status === 200)
    expect([more, closes.filter(({ status }) => status === 409).length]).toEqual([[], 3])
    await app.drain()
    const { balance, pending, held } = await getWallet(second.request)
    expect(balance + pending + held).toBe(50 - won?.body.refund_usd)
  })

  it('answers the same 404 for another person’s dispute and a missing one', async () => {
    const { id, request } = await makeDispute()
    const stranger = await makeUser(app, { role: 'caretaker' })
    const otherCaregiver = await makeUser(app, { role: 'caregiver' })
    for (const client of [stranger.client, otherCaregiver.client]) {
      expect((await client.get(`/api/disputes/${id}`)).status).toBe(404)
    }
    expect((await stranger.client.patch(`/api/disputes/${id}/close`, {})).status).toBe(404)
    expect((await request.caregiver.client.patch(`/api/disputes/${id}/close`, {})).status).toBe(403)
    expect((await request.caregiver.client.post(`/api/admin-panel/disputes/${id}/reject`)).status).toBe(403)
    expect((await decideDispute(99_999_999, 'reject')).status).toBe(404)
    expect((await admin.client.get('/api/admin-panel/disputes/99999999')).status).toBe(404)
    expect(await findDisputeRow(id)).toMatchObject({ status: 'submitted' })
  })
})

describe('the lists of disputes', () => {
  it('show families and caregivers their own, with filters', async () => {
    const first = await makeDispute()
    const { family, caregiver } = first.request
    const second = await insertPaidRequest(app, {
      family,
      caregiver,
      windows: [{ date: first.request.windows[0]?.date ?? '', start: '11:00', end: '12:00' }],
    })
    const { body: other } = await openDispute(family, second.id, { type: 'payment', reason: 'Charged twice' })
    await decideDispute(other.id, 'escalate')
    const listMine = async (query = '') => {
      const { body } = await family.client.get(`/api/disputes/mine${query}`)
      return body.results.map(({ id }: { id: number }) => id)
    }
    expect(await listMine()).toEqual([other.id, first.id])
    expect(await listMine('?status=escalated')).toEqual([other.id])
    expect(await listMine('?type=service_quality')).toEqual([first.id])
    expect(await listMine('?q=CHARGED')).toEqual([other.id])
    for (const q of [`DPT-${first.id}`, `dpt-${first.id} `, `#DPT-${first.id}`, `#${first.id}`]) {
      expect(await listMine(`?q=${encodeURIComponent(q)}`), q).toContain(first.id)
    }
    for (const q of ['DPT', 'dpt-', '#dpt', '#', ' ']) {
      expect(await listMine(`?q=${encodeURIComponent(q)}`), q).toEqual([other.id, first.id])
    }
    // A part of the number matches too, as on the screen.
    expect(await listMine(`?q=DPT-${String(first.id).slice(0, -1)}`)).toContain(first.id)
    expect(await listMine(`?q=DPT-${first.id}0`)).toEqual([])
    expect(await listMine('?q=%23DPT_')).toEqual([])
    expect(await listMine(`?q=${encodeURIComponent(caregiver.fullName)}`)).toEqual([other.id, first.id])
    expect(await listMine('?q=%25')).toEqual([])
    expect(await listMine('?date_from=2199-01-01')).toEqual([])
    const { body } = await caregiver.client.get('/api/disputes/assigned-to-me')
    expect(body.results[0]).toEqual({
      id: other.id,
      status: 'escalated',
      type: 'payment',
      other_type_text: null,
      reason: 'Charged twice',
      booking_id: second.id,
      opened_at: expect.any(String),
      caretaker_name: family.fullName,
      caretaker_email: null,
      caretaker_avatar: null,
      responded_at: null,
    })
    const stranger = await makeUser(app, { role: 'caretaker' })
    expect((await stranger.client.get('/api/disputes/mine')).body.count).toBe(0)
  })

  it('show admins all, filtered by state, text and number', async () => {
    const open = await makeDispute()
    const ended = await makeDispute()
    await decideDispute(ended.id, 'reject')
    const escalated = await makeDispute()
    await decideDispute(escalated.id, 'escalate')
    const listIds = async (query: string) => {
      const { body } = await admin.client.get(`/api/admin-panel/disputes?page_size=100&${query}`)
      return body.results.map(({ id }: { id: number }) => id)
    }
    for (const name of ['state', 'status']) {
      expect(await listIds(`${name}=open`)).toEqual(expect.arrayContaining([open.id, escalated.id]))
      expect(await listIds(`${name}=open`)).not.toContain(ended.id)
      expect(await listIds(`${name}=closed`)).toContain(ended.id)
      expect(await listIds(`${name}=closed`)).not.toContain(open.id)
    }
    expect(await listIds('status=rejected')).toContain(ended.id)
    expect(await listIds('status=rejected')).not.toContain(open.id)
    expect(await listIds(`q=dpt-${open.id}`)).toEqual([open.id])
    expect(await listIds(`q=${encodeURIComponent(open.request.family.email)}`)).toEqual([open.id])
    expect(await listIds('q=nobody-of-this-name')).toEqual([])
  })
})
