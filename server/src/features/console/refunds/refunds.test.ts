/** Refunds as an action of a booking. @see docs/rules/money.md#refunds-by-staff */
import { formatShortDay } from '@tendwell/contract/format'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import {
  listAuditEntries,
  listEmailsTo,
  makeUser,
  type TestUser,
} from '../../../../test/factories/accounts.ts'
import { dateIn } from '../../../../test/factories/availability.ts'
import { insertPaidRequest } from '../../../../test/factories/booked.ts'
import type { TestRequest } from '../../../../test/factories/bookings.ts'
import { disputeRequest, openDispute } from '../../../../test/factories/disputes.ts'
import { logInAgain } from '../../../../test/factories/profiles.ts'
import { verifyLedger } from '../../reconciliation/index.ts'

let app: TestApp
let admin: TestUser
let finance: TestUser
let support: TestUser
beforeAll(async () => {
  app = await testApp({ PLATFORM_FEE_BPS: '1000' })
  admin = await makeUser(app, { role: 'admin', fullName: 'Ada Admin' })
  finance = await makeUser(app, { role: 'admin', staffRole: 'finance', fullName: 'Finn Finance' })
  support = await makeUser(app, { role: 'admin', staffRole: 'support', fullName: 'Sam Support' })
})
afterAll(async () => {
  expect(await verifyLedger(app.deps.database)).toEqual([])
  await app.close()
})

const REASON = 'They came an hour late'

/** Two hours, paid with $50.00, of which Tendwell's fee is $5.00. */
const makeVisit = (daysAgo: number, rateCents = 2_500) =>
  insertPaidRequest(app, {
    rateCents,
    windows: [{ date: dateIn(app, -daysAgo), start: '09:00', end: '11:00' }],
  })

const getRefundOptions = async ({ id }: TestRequest, by = admin) =>
  (await by.client.get(`/api/admin-panel/bookings/${id}/refund`)).body

async function refundBooking(request: TestRequest, body: object, by = admin) {
  const { refundable_usd } = await getRefundOptions(request, by)
  return by.client.post(`/api/admin-panel/bookings/${request.id}/refund`, {
    reason: REASON,
    borne_by: 'caregiver',
    refundable_usd,
    ...body,
  })
}

async function getWallet({ caregiver }: TestRequest) {
  const { balance, pending, held } = (await caregiver.client.get('/api/wallets/mine')).body
  return { balance, pending, held }
}
const getPayment = async ({ family }: TestRequest) =>
  (await family.client.get('/api/payments/mine')).body.results[0]
const getReceipt = async (request: TestRequest) =>
  (await request.family.client.get(`/api/payments/${(await getPayment(request)).id}`)).body
const readLastMail = async ({ email }: TestUser) => (await listEmailsTo(app, email)).at(-1)

async function getPlatformOwnCents(): Promise<number> {
  const { rows } = await app.deps.database.execute<{ cents: number }>(
    sql`SELECT coalesce(sum(balance_cents), 0)::int AS cents FROM ledger_accounts WHERE kind = 'platform_own'`,
  )
  return rows[0]?.cents ?? 0
}

it('names the visits that have begun in the mail, and not those ahead', async () => {
  const request = await insertPaidRequest(app, {
    windows: [-3, 4, 11].map((days) => ({ date: dateIn(app, days), start: '09:00', end: '11:00' })),
  })
  expect((await refundBooking(request, { amount_usd: 20, borne_by: 'tendwell' })).status).toBe(200)
  await app.drain()
  const day = formatShortDay(dateIn(app, -3))
  for (const [person, subject] of [
    [request.family, `^Your refund of \\$20.00 for your ${day} visit with `],
    [request.caregiver, `^Refund of \\$20.00 to .+ for your ${day} visit$`],
  ] as const) {
    const mail = await readLastMail(person)
    expect(mail?.subject).toMatch(new RegExp(subject))
    expect(mail?.text).toContain('Length: 2 hours')
    expect(mail?.text).not.toContain(formatShortDay(dateIn(app, 4)))
  }
})

it('takes it from the wallet of the caregiver and the fee’s share, days after the visit, and tells both', async () => {
  const request = await makeVisit(3)
  await app.drain()
  expect(await getWallet(request)).toEqual({ balance: 45, pending: 0, held: 0 })
  expect(await getRefundOptions(request)).toEqual({
    refundable_usd: 50,
    caregiver_usd: 50,
    alone_usd: null,
    obstacle: null,
    waiting: null,
  })

  const answer = await refundBooking(request, { amount_usd: 20 })

  expect([answer.status, answer.body]).toEqual([
    200,
    { message: 'The refund is on its way', is_waiting: false },
  ])
  expect((await getPayment(request)).refunded_usd).toBe(0)
  await app.drain()
  expect(await getWallet(request)).toEqual({ balance: 27, pending: 0, held: 0 })
  expect(await getReceipt(request)).toMatchObject({
    status: 'succeeded',
    refunded_usd: 20,
    refunds: [{ amount: 20, reason: REASON, status: 'succeeded', reference: null }],
  })
  const toFamily = await readLastMail(request.family)
  expect(toFamily?.subject).toMatch(/^Your refund of \$20\.00 for your .+ visit with /)
  expect(toFamily?.text).toContain('We’re refunding $20.00 for care by')
  expect(toFamily?.text).toContain(REASON)
  const toCaregiver = await readLastMail(request.caregiver)
  expect(toCaregiver?.text).toContain('We’re refunding $20.00 of this booking to')
  expect(toCaregiver?.text).toContain('$18.00 of it comes out of your wallet.')
  expect(toCaregiver?.subject).toMatch(/^Refund of \$20\.00 to .+ for your .+ visit$/)
  expect(toCaregiver?.text).toMatch(/\nRefund to \S+: \$20\.00\n/)
  expect(toCaregiver?.text).not.toContain('your bank')
  expect(toCaregiver?.text).toContain(REASON)
  const { body: audited } = await admin.client.get(`/api/admin-panel/audit?subject=request:${request.id}`)
  expect(audited.results).toMatchObject([
    {
      action: 'refund.made',
      actor: { name: 'Ada Admin' },
      after: { amountCents: 2_000, borneBy: 'caregiver' },
    },
  ])
})

it('leaves the caregiver all of it where Tendwell bears it, whose rating stays', async () => {
  const request = await makeVisit(3)
  const own = await getPlatformOwnCents()
  expect(await getWallet(request)).toEqual({ balance: 0, pending: 45, held: 0 })
  const { status } = await request.family.client.post('/api/reviews/reviews', {
    booking_id: request.bookingIds[0],
    rating: 5,
    comment: 'Kind',
  })
  expect(status).toBe(201)

  expect((await refundBooking(request, { amount_usd: 50, borne_by: 'tendwell' })).status).toBe(200)
  await app.drain()

  // The drain released the money too, which had been due.
  expect(await getWallet(request)).toEqual({ balance: 45, pending: 0, held: 0 })
  expect(await getPlatformOwnCents()).toBe(own - 5_000)
  expect(await getPayment(request)).toMatchObject({ status: 'refunded', refunded_usd: 50 })
  expect((await readLastMail(request.caregiver))?.text).toContain('It doesn’t change what you earn.')
  const { body: profile } = await app.visitor.get(`/api/auth/caregivers/${request.caregiver.id}`)
  expect([profile.average_rating, profile.total_reviews]).toEqual([5, 1])
  expect((await getRefundOptions(request)).obstacle).toBe('Nothing of this booking is left to refund')
  expect(await openDispute(request.family, request.id)).toMatchObject({
    status: 409,
    body: { detail: 'This booking was refunded in full, so there is nothing to dispute' },
  })
})

it('refunds no more than there is, and a second press nothing', async () => {
  const request = await makeVisit(3)
  const body = { amount_usd: 30, borne_by: 'tendwell', reason: REASON, refundable_usd: 50 }
  const post = (change: object) =>
    admin.client.post(`/api/admin-panel/bookings/${request.id}/refund`, { ...body, ...change })
  for (const [amount_usd, text] of [
    [50.01, 'You can refund at most $50.00'],
    [0, 'Enter an amount above 0'],
    [0.001, 'Enter an amount in whole cents'],
  ] as const) {
    expect(await post({ amount_usd })).toMatchObject({ status: 400, body: { amount_usd: [text] } })
  }
  const presses = await Promise.all([post({}), post({})])
  expect(presses.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(presses.find(({ status }) => status === 409)?.body).toMatchObject({
    detail: 'What can be refunded has changed. Please check and confirm again',
    refundable_usd: 20,
  })
  await app.drain()
  expect((await getPayment(request)).refunded_usd).toBe(30)
})

it('takes no more from a caregiver than is still here', async () => {
  const request = await makeVisit(3)
  await app.drain()
  await app.deps.database.execute(sql`SELECT post_to_ledger(${`test:${request.id}`}, 'payout_out', now(),
    ARRAY['available', 'payouts_in_transit'], ARRAY[${request.caregiver.id}, ${request.caregiver.id}]::integer[],
    ARRAY[-2700, 2700]::bigint[])`)
  expect(await getRefundOptions(request)).toMatchObject({ refundable_usd: 50, caregiver_usd: 20 })
  expect(await refundBooking(request, { amount_usd: 20.01 })).toMatchObject({
    status: 400,
    body: { borne_by: ['The caregiver’s money of this booking that is still here isn’t enough'] },
  })
  expect((await refundBooking(request, { amount_usd: 20 })).status).toBe(200)
  expect(await getWallet(request)).toEqual({ balance: 0, pending: 0, held: 0 })
  await app.deps.database.execute(sql`SELECT post_to_ledger(${`test:${request.id}:back`}, 'payout_out', now(),
    ARRAY['available', 'payouts_in_transit'], ARRAY[${request.caregiver.id}, ${request.caregiver.id}]::integer[],
    ARRAY[2700, -2700]::bigint[])`)
})

it('stands on the booking’s visit, on its way until it was sent', async () => {
  const request = await makeVisit(3)
  const readVisits = async () =>
    (await admin.client.get(`/api/admin-panel/bookings/${request.id}`)).body.windows
  expect(await readVisits()).toMatchObject([{ state: 'completed', booking_refunds: [] }])
  await refundBooking(request, { amount_usd: 20 })
  expect(await readVisits()).toMatchObject([
    { refund_usd: 0, refund_status: null, booking_refunds: [{ status: 'pending', amount_usd: 20 }] },
  ])
  await app.drain()
  expect(await readVisits()).toMatchObject([{ booking_refunds: [{ status: 'succeeded', amount_usd: 20 }] }])
})

it('isn’t counted as a refund of a dispute about the booking', async () => {
  const request = await makeVisit(3)
  await refundBooking(request, { amount_usd: 20 })
  const { id } = await disputeRequest(app, request)
  const body = { resolution: 'They stayed half an hour less', refund_usd: 5 }
  expect((await admin.client.post(`/api/admin-panel/disputes/${id}/escalate`)).status).toBe(200)
  expect((await admin.client.post(`/api/admin-panel/disputes/${id}/close`, body)).status).toBe(200)
  await app.drain()
  expect((await getPayment(request)).refunded_usd).toBe(25)
  expect((await request.family.client.get(`/api/disputes/${id}`)).body).toMatchObject({
    refund_usd: 5,
    refunded_usd: 5,
  })
})

it('refunds nothing of what is ahead, or in a dispute', async () => {
  const ahead = await insertPaidRequest(app)
  expect(await getRefundOptions(ahead)).toMatchObject({
    refundable_usd: 0,
    obstacle: 'Its visits have not begun. Cancel them, and choose what the family gets back',
  })
  expect((await refundBooking(ahead, { amount_usd: 1 })).status).toBe(409)
  const disputed = await makeVisit(1)
  const { results } = (await finance.client.get('/api/admin-panel/payments?page_size=100')).body
  const canRefund = ({ id }: { id: number }) =>
    results.find((payment: { request_id: number }) => payment.request_id === id)?.can_refund
  expect([canRefund(ahead), canRefund(disputed)]).toEqual([false, true])
  await disputeRequest(app, disputed)
  const obstacle = 'This booking has an open dispute. What closes the dispute refunds the family'
  expect((await getRefundOptions(disputed)).obstacle).toBe(obstacle)
  expect(await refundBooking(disputed, { amount_usd: 1 })).toMatchObject({
    status: 409,
    body: { detail: obstacle },
  })
  await app.drain()
  for (const request of [ahead, disputed]) expect((await getPayment(request)).refunded_usd).toBe(0)
})

it('lets support give $200.00 of a booking, and more only with finance or an admin', async () => {
  const request = await makeVisit(3, 20_000)
  expect((await getRefundOptions(request, support)).alone_usd).toBe(200)
  expect(
    (await refundBooking(request, { amount_usd: 150, borne_by: 'tendwell' }, support)).body.is_waiting,
  ).toBe(false)
  await app.drain()
  expect((await getRefundOptions(request, support)).alone_usd).toBe(50)

  const asked = await refundBooking(request, { amount_usd: 100, borne_by: 'tendwell' }, support)
  expect([asked.status, asked.body]).toEqual([
    200,
    { message: 'Finance or an admin has to approve this refund', is_waiting: true },
  ])
  await app.drain()
  expect((await getPayment(request)).refunded_usd).toBe(150)
  expect((await refundBooking(request, { amount_usd: 300 }, support)).body.detail).toBe(
    'A refund of this booking waits for finance or an admin already',
  )
  const { waiting } = await getRefundOptions(request, finance)
  expect(waiting).toMatchObject({ amount_usd: 100, asked_by: { name: 'Sam Support' }, reason: REASON })
  expect((await readLastMail(finance))?.text).toContain('A refund of $100.00 of booking')
  const { body: queue } = await finance.client.get('/api/admin-panel/queue')
  expect(queue.results).toContainEqual(expect.objectContaining({ kind: 'waiting_refunds', count: 1 }))

  const decide = (decision: string, by = finance) =>
    by.client.post(`/api/admin-panel/waiting-refunds/${waiting.id}/decision`, {
      decision,
      refundable_usd: waiting.refundable_usd,
    })
  expect((await decide('approved', support)).status).toBe(403)
  expect((await decide('approved')).body).toEqual({ message: 'The refund is on its way' })
  expect((await decide('approved')).status).toBe(409)
  await app.drain()
  expect((await getPayment(request)).refunded_usd).toBe(250)
  expect((await readLastMail(support))?.text).toContain('that you asked for was approved by Finn Finance.')
  const actions = (await admin.client.get(`/api/admin-panel/audit?subject=request:${request.id}`)).body
    .results
  expect(actions.map(({ action }: { action: string }) => action)).toEqual([
    'refund.approved',
    'refund.asked',
    'refund.made',
  ])
  expect(actions[0].after).toMatchObject({ askedBy: 'Sam Support' })
})

it('nobody decides on what they asked for, and a declined refund moves nothing', async () => {
  const request = await makeVisit(3, 20_000)
  const asker = await makeUser(app, { role: 'admin', staffRole: 'support' })
  await refundBooking(request, { amount_usd: 300 }, asker)
  await app.deps.database.execute(sql`UPDATE users SET staff_role = 'finance' WHERE id = ${asker.id}`)
  const { id, refundable_usd } = (await finance.client.get('/api/admin-panel/waiting-refunds')).body
    .results[0]
  const decide = (decision: string, by: TestUser) =>
    by.client.post(`/api/admin-panel/waiting-refunds/${id}/decision`, {
      decision,
      refundable_usd,
      reason: 'They knew',
    })
  expect(await decide('approved', asker)).toMatchObject({
    status: 409,
    body: { detail: 'Somebody else has to decide on a refund that you asked for' },
  })
  expect((await decide('declined', finance)).body).toEqual({ message: 'Refund declined' })
  await app.drain()
  expect((await getPayment(request)).refunded_usd).toBe(0)
  expect((await finance.client.get('/api/admin-panel/waiting-refunds')).body.count).toBe(0)
  expect(await listAuditEntries(app, request.family.id)).toEqual([])
})

it('declines only with a reason, which the one who asked reads', async () => {
  const request = await makeVisit(3, 20_000)
  await refundBooking(request, { amount_usd: 300 }, support)
  const { waiting } = await getRefundOptions(request, finance)
  const decide = (reason?: string) =>
    finance.client.post(`/api/admin-panel/waiting-refunds/${waiting.id}/decision`, {
      decision: 'declined',
      refundable_usd: waiting.refundable_usd,
      ...(reason !== undefined && { reason }),
    })
  for (const blank of [undefined, '  ']) {
    expect(await decide(blank)).toMatchObject({ status: 400, body: { reason: ['Reason is required'] } })
  }
  expect((await getRefundOptions(request, finance)).waiting).toMatchObject({ id: waiting.id })
  const reason = 'The check-in shows that they were on time'
  expect((await decide(` ${reason} `)).body).toEqual({ message: 'Refund declined' })
  await app.drain()
  const mail = await readLastMail(support)
  expect(mail?.text).toContain('that you asked for was declined by Finn Finance.')
  expect(mail?.text).toContain(reason)
  const { body } = await support.client.get('/api/notifications')
  expect(body.results[0].payload).toMatchObject({ quote: reason })
  const path = `/api/admin-panel/history?subject=request:${request.id}`
  expect((await support.client.get(path)).body.results[0]).toMatchObject({
    action: 'refund.declined',
    after: { reason },
  })
  const { rows } = await app.deps.database.execute(
    sql`SELECT decline_reason FROM staff_refunds WHERE id = ${waiting.id}`,
  )
  expect(rows).toEqual([{ decline_reason: reason }])
  expect(JSON.stringify(await listEmailsTo(app, request.family.email))).not.toContain(reason)
})

it('approves nothing that somebody asked for who left the staff', async () => {
  const request = await makeVisit(3, 20_000)
  const leaver = await makeUser(app, { role: 'admin', staffRole: 'support' })
  await refundBooking(request, { amount_usd: 300 }, leaver)
  expect(
    (await admin.client.post(`/api/admin-panel/staff/${leaver.id}/status`, { is_active: false })).status,
  ).toBe(200)
  const { results } = (await finance.client.get('/api/admin-panel/waiting-refunds')).body
  const { id, refundable_usd } = results.find(
    ({ request_id }: { request_id: number }) => request_id === request.id,
  )
  const decide = (decision: string) =>
    finance.client.post(`/api/admin-panel/waiting-refunds/${id}/decision`, {
      decision,
      refundable_usd,
      reason: 'They left',
    })
  expect(await decide('approved')).toMatchObject({
    status: 409,
    body: {
      detail: 'The one who asked for this refund is no longer on the staff, so it can only be declined',
    },
  })
  expect((await decide('declined')).status).toBe(200)
  await app.drain()
  expect((await getPayment(request)).refunded_usd).toBe(0)
})

it('records what was paid another way, by finance alone', async () => {
  const request = await makeVisit(3)
  const own = await getPlatformOwnCents()
  const reference = 'SEPA 4711'
  expect((await refundBooking(request, { amount_usd: 10, reference }, support)).status).toBe(403)
  expect((await refundBooking(request, { amount_usd: 10, reference }, finance)).body).toEqual({
    message: 'The refund is recorded',
    is_waiting: false,
  })
  await app.drain()
  expect(await getReceipt(request)).toMatchObject({
    refunded_usd: 10,
    refunds: [{ amount: 10, status: 'succeeded', reference }],
  })
  // The caregiver and the fee paid for it, and Tendwell, which sent it from elsewhere, keeps the money here.
  expect(await getPlatformOwnCents()).toBe(own + 1_000)
  expect((await readLastMail(request.family))?.text).toContain(
    `not to your card. The reference is ${reference}`,
  )
})

it('approves only what was shown, and refunds nothing else while one waits', async () => {
  const request = await makeVisit(3, 40_000)
  await refundBooking(request, { amount_usd: 400, borne_by: 'tendwell' }, support)
  expect((await refundBooking(request, { amount_usd: 1 }, admin)).body.detail).toBe(
    'A refund of this booking waits for finance or an admin already',
  )
  const [waiting] = (await finance.client.get('/api/admin-panel/waiting-refunds')).body.results
  const dispute = await disputeRequest(app, request)
  await admin.client.post(`/api/admin-panel/disputes/${dispute.id}/escalate`)
  const decision = { refund_usd: 400, resolution: 'Came late' }
  expect((await admin.client.post(`/api/admin-panel/disputes/${dispute.id}/close`, decision)).status).toBe(
    200,
  )

  const decide = () =>
    finance.client.post(`/api/admin-panel/waiting-refunds/${waiting.id}/decision`, {
      decision: 'approved',
      refundable_usd: waiting.refundable_usd,
    })
  expect(await decide()).toMatchObject({ status: 409, body: { refundable_usd: 400 } })
  await app.drain()
  expect((await getPayment(request)).refunded_usd).toBe(400)
})

it('is found by either side’s name, also when hundreds of users share it', async () => {
  const requests = [await makeVisit(3), await makeVisit(3), await makeVisit(3)] as const
  for (const request of requests) await refundBooking(request, { amount_usd: 1 })
  await app.drain()
  const [one, other] = requests
  await app.deps.database.execute(sql`
    UPDATE users SET full_name = 'Crowdwell' WHERE id IN (${one.caregiver.id}, ${other.family.id})`)
  const listRequests = async () => {
    const { body } = await finance.client.get('/api/admin-panel/refunds?q=crowdwell')
    return [body.count, body.results.map((row: { request_id: number }) => row.request_id)]
  }
  expect(await listRequests()).toEqual([2, [other.id, one.id]])
  await app.deps.database.execute(sql`
    INSERT INTO users (email, full_name, role, created_at)
    SELECT 'crowd-' || n || '@example.test', 'Crowdwell', 'caretaker', now() FROM generate_series(1, 600) AS n`)
  expect(await listRequests()).toEqual([2, [other.id, one.id]])
})

it('tells support neither what a caregiver has left nor how a refund was paid', async () => {
  const request = await makeVisit(3)
  expect((await getRefundOptions(request, support)).caregiver_usd).toBeNull()
  await refundBooking(request, { amount_usd: 10, reference: 'SEPA 4713' }, finance)
  const read = async (path: string, by: TestUser) =>
    JSON.stringify((await by.client.get(`/api/admin-panel/${path}`)).body)
  expect(await read(`bookings/${request.id}`, finance)).toContain('SEPA 4713')
  const { payments } = (await support.client.get(`/api/admin-panel/bookings/${request.id}`)).body
  expect(payments).toMatchObject([{ amount_usd: 50, fee_usd: null, escrow_usd: null, held_usd: null }])
  for (const path of [`bookings/${request.id}`, `history?subject=request:${request.id}`]) {
    expect(await read(path, support)).not.toContain('SEPA 4713')
  }
})

it('records a refund that the card refuses as paid another way, and never asks the provider again', async () => {
  const request = await makeVisit(3)
  const findRefund = async () => {
    const { rows } = await app.deps.database.execute<{ id: number; status: string }>(
      sql`SELECT refunds.id, refunds.status FROM refunds JOIN payments ON payments.id = payment_id
        WHERE request_id = ${request.id}`,
    )
    return rows[0] as (typeof rows)[number]
  }
  const countAsked = async () =>
    (await app.deps.database.execute(sql`SELECT 1 FROM sandbox.refunds`)).rowCount
  await app.deps.database.execute(sql`UPDATE sandbox.checkout_sessions SET refunds = 'never'`)
  expect((await refundBooking(request, { amount_usd: 50 })).status).toBe(200)
  const { id } = await findRefund()
  const record = (by: TestUser) =>
    by.client.post(`/api/admin-panel/refunds/${id}/paid-another-way`, { reference: 'SEPA 4712' })
  await app.drain()
  expect(await record(finance)).toMatchObject({
    status: 409,
    body: { detail: 'This refund was sent already' },
  })
  for (let steps = 0; steps < 20 && (await findRefund()).status !== 'failed'; steps += 1)
    await app.advance(120)
  let colleague = await makeUser(app, { role: 'admin', staffRole: 'finance' })
  const asked = await countAsked()
  const takenBack = 'The family’s bank takes this payment back, so it can’t be refunded'
  for (const status of ['open', 'lost']) {
    await app.deps.database.execute(sql`INSERT INTO chargebacks
      (payment_id, provider_chargeback_id, amount_cents, reason, status, opened_at, closed_at)
      SELECT payment_id, 'dp_1', amount_cents, 'fraudulent', ${status}, now(), ${status === 'lost' ? '2026-01-01' : null}::timestamptz
      FROM refunds WHERE id = ${id}`)
    const retry = colleague.client.post(`/api/admin-panel/refunds/${id}/retry`)
    for (const answer of [await record(colleague), await retry]) {
      expect(answer).toMatchObject({ status: 409, body: { detail: takenBack } })
    }
    await app.advance(24 * 60)
    expect([await countAsked(), (await findRefund()).status]).toEqual([asked, 'failed'])
    await app.deps.database.execute(sql`DELETE FROM chargebacks WHERE provider_chargeback_id = 'dp_1'`)
    colleague = await makeUser(app, { role: 'admin', staffRole: 'finance' })
  }

  expect((await record(colleague)).body).toEqual({ message: 'The refund is recorded' })

  expect((await record(colleague)).status).toBe(409)
  await app.advance(2 * 24 * 60)
  expect((await readLastMail(request.family))?.text).toContain('The reference is SEPA 4712')
  const family = await logInAgain(app, request.family)
  expect((await family.get('/api/payments/mine')).body.results[0]).toMatchObject({
    status: 'refunded',
    refunded_usd: 50,
  })
  expect(await countAsked()).toBe(asked)
})
