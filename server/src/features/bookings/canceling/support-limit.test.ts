/** What support gives away of a booking adds up, however it is split. @see docs/rules/console.md#staff */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { listEmailsTo, makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import { dateIn } from '../../../../test/factories/availability.ts'
import { insertPaidRequest } from '../../../../test/factories/booked.ts'
import { disputeRequest } from '../../../../test/factories/disputes.ts'

let app: TestApp
let support: TestUser
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  support = await makeUser(app, { role: 'admin', staffRole: 'support' })
  admin = await makeUser(app, { role: 'admin' })
})
afterAll(() => app.close())

const REFUSAL = {
  status: 403,
  body: { detail: 'Support can decide on up to $200.00 of a booking alone. Please ask an admin' },
}

type Booked = Awaited<ReturnType<typeof insertPaidRequest>>

/**
 * Four visits of $150.00 the day after tomorrow, of which the family's own cancellation would give half back.
 */
const makeBooked = (): Promise<Booked> =>
  insertPaidRequest(app, {
    rateCents: 15_000,
    windows: ['10', '12', '14', '16'].map((hour) => ({
      date: dateIn(app, 2),
      start: `${hour}:00`,
      end: `${Number(hour) + 1}:00`,
    })),
  })

function cancel({ id }: Booked, body: object, by = support) {
  const order = { for: 'caretaker', refund: 'full', reason: 'asked_to', note: '' }
  return by.client.post(`/api/admin-panel/requests/${id}/cancel`, { ...order, ...body })
}

const readLastMail = async ({ email }: TestUser) => {
  await app.drain()
  return (await listEmailsTo(app, email)).at(-1)
}

async function getRefunded({ family, id }: Booked): Promise<number> {
  await app.drain()
  const { body } = await family.client.get('/api/payments/mine?page_size=100')
  return body.results.find(({ request_id }: { request_id: number }) => request_id === id).refunded_usd
}

/** What waits for finance or an admin, in dollars by booking. */
const listWaiting = async ({ id }: Booked): Promise<number[]> => {
  const { body } = await admin.client.get('/api/admin-panel/waiting-refunds')
  return body.results
    .filter(({ request_id }: { request_id: number }) => request_id === id)
    .map(({ amount_usd }: { amount_usd: number }) => amount_usd)
}

async function approve({ id }: Booked) {
  const { body } = await admin.client.get('/api/admin-panel/waiting-refunds')
  const waiting = body.results.find(({ request_id }: { request_id: number }) => request_id === id)
  const { refundable_usd } = waiting
  const decision = { decision: 'approved', refundable_usd }
  return admin.client.post(`/api/admin-panel/waiting-refunds/${waiting.id}/decision`, decision)
}

it('cancels by the policy at once, and the rest of the refund waits', async () => {
  const booked = await makeBooked()
  const query = 'for=caretaker&refund=full'
  const preview = (by: TestUser) =>
    by.client.get(`/api/admin-panel/requests/${booked.id}/cancellation?${query}`)
  expect((await preview(admin)).body).toMatchObject({ refund_usd: 600, waiting_usd: 0 })
  expect((await preview(support)).body).toMatchObject({ refund_usd: 600, waiting_usd: 300 })
  expect(await cancel(booked, { refund_usd: 600 })).toMatchObject({
    status: 200,
    body: {
      message: 'Booking canceled. Finance or an admin has to approve the other $300.00',
      refund_usd: 300,
      waiting_usd: 300,
    },
  })
  expect([await getRefunded(booked), await listWaiting(booked)]).toEqual([300, [300]])
  const { body: windows } = await admin.client.get(`/api/admin-panel/bookings/${booked.id}`)
  expect(windows.windows.map(({ state }: { state: string }) => state)).toEqual(Array(4).fill('canceled'))
  expect((await readLastMail(booked.family))?.text).toContain(
    'We’re refunding $300.00 to your card. We’re deciding whether you get another $300.00 back, and will tell you.',
  )
  expect((await readLastMail(booked.caregiver))?.text).toContain(
    'You still receive $300.00 of the price. We’re deciding whether',
  )

  expect((await approve(booked)).body).toEqual({ message: 'The refund is on its way' })
  expect([await getRefunded(booked), await listWaiting(booked)]).toEqual([600, []])
})

it('one visit at a time', async () => {
  const booked = await makeBooked()
  const [first, second, third] = booked.bookingIds
  expect((await cancel(booked, { booking_ids: [first], refund_usd: 150 })).status).toBe(200)
  expect((await cancel(booked, { booking_ids: [second], refund_usd: 150 })).status).toBe(200)
  expect((await cancel(booked, { booking_ids: [third], refund_usd: 150 })).body.waiting_usd).toBe(75)
  expect([await getRefunded(booked), await listWaiting(booked)]).toEqual([375, [75]])
  expect((await cancel(booked, { refund_usd: 150 })).body.detail).toBe(
    'A refund of this booking waits for finance or an admin already',
  )
  expect((await cancel(booked, { refund: 'policy', refund_usd: 75 })).status).toBe(200)
  expect(await getRefunded(booked)).toBe(450)
})

it('as if the caregiver had asked', async () => {
  const booked = await makeBooked()
  const order = { for: 'caregiver', refund: 'policy', reason: 'illness', refund_usd: 600 }
  expect((await cancel(booked, order)).body).toMatchObject({ refund_usd: 300, waiting_usd: 300 })
  expect(await getRefunded(booked)).toBe(300)
})

it('while the caregiver is under review', async () => {
  const booked = await makeBooked()
  const path = `/api/admin-panel/caregivers/${booked.caregiver.id}/verification`
  expect((await support.client.post(path, { verification_status: 'flagged' })).status).toBe(200)
  const person = `/api/admin-panel/people/${booked.family.id}/deactivation`
  expect((await support.client.get(person)).body).toMatchObject({
    policy_refund_usd: 600,
    policy_waiting_usd: 300,
  })
  expect((await cancel(booked, { refund: 'policy', refund_usd: 600 })).body.waiting_usd).toBe(300)
  expect(await getRefunded(booked)).toBe(300)
})

it('refuses to withhold what the policy gives', async () => {
  const booked = await makeBooked()
  const order = { refund: 'none', refund_usd: 0 }
  expect(await cancel(booked, order)).toMatchObject(REFUSAL)
  expect(await cancel({ ...booked }, order, admin)).toMatchObject({ status: 200 })
})

it('a refund first, then a dispute, which stays open until the refund is approved', async () => {
  const booked = await insertPaidRequest(app, {
    rateCents: 30_000,
    windows: [{ date: dateIn(app, -1), start: '09:00', end: '10:00' }],
  })
  const refund = { amount_usd: 150, borne_by: 'tendwell', reason: 'Came late', refundable_usd: 300 }
  expect((await support.client.post(`/api/admin-panel/bookings/${booked.id}/refund`, refund)).status).toBe(
    200,
  )
  const { id } = await disputeRequest(app, booked)
  const close = (refund_usd: number, by = support) =>
    by.client.post(`/api/admin-panel/disputes/${id}/close`, { refund_usd, resolution: 'It was cut short' })
  expect((await close(50.01)).status).toBe(409)
  expect((await support.client.post(`/api/admin-panel/disputes/${id}/escalate`)).status).toBe(200)
  expect((await close(150.01)).body).toMatchObject({ refund_usd: ['You can refund at most $150.00'] })
  expect(await close(50.01)).toMatchObject({ status: 200, body: { status: 'escalated', refund_usd: 0 } })
  expect((await close(60)).body.detail).toBe('A refund of this booking waits for finance or an admin already')
  expect([await getRefunded(booked), await listWaiting(booked)]).toEqual([150, [50.01]])
  const record = (await support.client.get(`/api/admin-panel/disputes/${id}`)).body
  expect(record).toMatchObject({
    status: 'escalated',
    alone_usd: 50,
    waiting_refund: { dispute_id: id, amount_usd: 50.01, reason: 'It was cut short' },
  })

  expect((await approve(booked)).body).toEqual({
    message: 'The dispute is closed, and the refund is on its way',
  })
  expect([await getRefunded(booked), await listWaiting(booked)]).toEqual([200.01, []])
  expect((await admin.client.get(`/api/admin-panel/disputes/${id}`)).body).toMatchObject({
    status: 'closed',
    refund_usd: 50.01,
    resolution: 'It was cut short',
    waiting_refund: null,
  })
})

it('ends what waits of a dispute when somebody else closes it', async () => {
  const booked = await insertPaidRequest(app, {
    rateCents: 30_000,
    windows: [{ date: dateIn(app, -1), start: '09:00', end: '10:00' }],
  })
  const { id } = await disputeRequest(app, booked)
  await support.client.post(`/api/admin-panel/disputes/${id}/escalate`)
  const close = (refund_usd: number, by: TestUser) =>
    by.client.post(`/api/admin-panel/disputes/${id}/close`, { refund_usd, resolution: 'Came late' })
  expect((await close(250, support)).body.status).toBe('escalated')
  expect((await close(100, admin)).body.status).toBe('closed')
  expect([await getRefunded(booked), await listWaiting(booked)]).toEqual([100, []])
  expect((await readLastMail(support))?.text).toMatch(/that you asked for was declined by .+\./)
})

it('by deactivating the family', async () => {
  const booked = await makeBooked()
  const person = `/api/admin-panel/people/${booked.family.id}/deactivation`
  expect((await admin.client.get(person)).body).toMatchObject({ full_refund_usd: 600, full_waiting_usd: 0 })
  expect((await support.client.get(person)).body).toMatchObject({
    policy_refund_usd: 300,
    policy_waiting_usd: 0,
    full_refund_usd: 600,
    full_waiting_usd: 300,
  })
  const status = { is_active: false, reason: 'Fraud', refund: 'full', refund_usd: 600 }
  const path = `/api/admin-panel/users/${booked.family.id}/status`
  expect((await support.client.post(path, status)).status).toBe(200)
  await app.drain()
  expect(await listWaiting(booked)).toEqual([300])
  expect((await approve(booked)).status).toBe(200)
})
