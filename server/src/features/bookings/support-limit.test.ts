/** What support gives away of a booking adds up, however it is split. @see docs/rules/console.md#staff */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeUser, type TestUser } from '../../../test/factories/accounts.ts'
import { dateIn } from '../../../test/factories/availability.ts'
import { insertPaidRequest } from '../../../test/factories/booked.ts'
import { disputeRequest } from '../../../test/factories/disputes.ts'

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

/** Four visits of $150.00 the day after tomorrow, of which the family's own cancellation would give half back. */
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

async function getRefunded({ family, id }: Booked): Promise<number> {
  await app.drain()
  const { body } = await family.client.get('/api/payments/mine?page_size=100')
  return body.results.find(({ request_id }: { request_id: number }) => request_id === id).refunded_usd
}

it('one visit at a time', async () => {
  const booked = await makeBooked()
  const [first, second, third] = booked.bookingIds
  expect((await cancel(booked, { booking_ids: [first], refund_usd: 150 })).status).toBe(200)
  expect((await cancel(booked, { booking_ids: [second], refund_usd: 150 })).status).toBe(200)
  expect(await cancel(booked, { booking_ids: [third], refund_usd: 150 })).toMatchObject(REFUSAL)
  expect(await getRefunded(booked)).toBe(300)
  expect((await cancel(booked, { booking_ids: [third], refund: 'policy', refund_usd: 75 })).status).toBe(200)
  expect((await cancel(booked, { refund_usd: 150 }, admin)).status).toBe(200)
  expect(await getRefunded(booked)).toBe(525)
})

it('as if the caregiver had asked', async () => {
  const booked = await makeBooked()
  const order = { for: 'caregiver', refund: 'policy', reason: 'illness', refund_usd: 600 }
  expect(await cancel(booked, order)).toMatchObject(REFUSAL)
  expect(await getRefunded(booked)).toBe(0)
  expect((await cancel(booked, order, admin)).status).toBe(200)
})

it('while the caregiver is under review', async () => {
  const booked = await makeBooked()
  const path = `/api/admin-panel/caregivers/${booked.caregiver.id}/verification`
  expect((await support.client.post(path, { verification_status: 'flagged' })).status).toBe(200)
  const order = { refund: 'policy', refund_usd: 600 }
  expect(await cancel(booked, order)).toMatchObject(REFUSAL)
  expect(await getRefunded(booked)).toBe(0)
  expect((await cancel(booked, order, admin)).status).toBe(200)
})

it('a refund first, then a dispute', async () => {
  const booked = await insertPaidRequest(app, {
    rateCents: 30_000,
    windows: [{ date: dateIn(app, -1), start: '09:00', end: '10:00' }],
  })
  const refund = { amount_usd: 150, borne_by: 'tendwell', reason: 'Came late', refundable_usd: 300 }
  expect((await support.client.post(`/api/admin-panel/bookings/${booked.id}/refund`, refund)).status).toBe(
    200,
  )
  const { id } = await disputeRequest(app, booked)
  expect((await support.client.post(`/api/admin-panel/disputes/${id}/escalate`)).status).toBe(200)
  const close = (refund_usd: number) =>
    support.client.post(`/api/admin-panel/disputes/${id}/close`, { refund_usd, resolution: 'Came late' })
  expect(await close(50.01)).toMatchObject(REFUSAL)
  expect((await close(50)).status).toBe(200)
  expect(await getRefunded(booked)).toBe(200)
})

it('by deactivating the family', async () => {
  const booked = await makeBooked()
  const path = `/api/admin-panel/users/${booked.family.id}/status`
  const deactivate = (refund: string, by: TestUser) =>
    by.client.post(path, { is_active: false, reason: 'Fraud', refund })
  expect(await deactivate('full', support)).toMatchObject(REFUSAL)
  expect(await getRefunded(booked)).toBe(0)
  expect((await deactivate('full', admin)).status).toBe(200)
})
