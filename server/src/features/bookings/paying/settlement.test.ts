import type { LocalWindow } from '@tendwell/contract/availability/windows'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { waitForLocks } from '../../../../test/database.ts'
import { dateIn, updateListing } from '../../../../test/factories/availability.ts'
import {
  checkout,
  confirm,
  countBookings,
  getPaymentStatus,
  getRequest,
  getRequestPayment,
  makeAcceptedRequest,
  makePaidRequest,
  makeRequest,
  payCard,
  type TestRequest,
} from '../../../../test/factories/bookings.ts'
import { findRequestPayment } from '../../payments/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('makes one booking per window, and the calendar refuses to clear booked windows', async () => {
  const windows = [
    { date: dateIn(app, 7), start: '09:00', end: '10:00' },
    { date: dateIn(app, 8), start: '11:00', end: '13:00' },
  ]
  const request = await makePaidRequest(app, { windows })
  expect(await countBookings(app, request)).toBe(2)
  const overrides = (await request.caregiver.client.get('/api/availability/overrides')).body.results
  expect(overrides.map((row: { windows: { booked: boolean }[] }) => row.windows[0]?.booked)).toEqual([
    true,
    true,
  ])
  const cleared = await request.caregiver.client.delete(`/api/availability/overrides/${overrides[0].id}`)
  expect(cleared.status).toBe(400)
  expect(cleared.body.detail).toContain('09:00–17:00')
})

test('books by webhook when the browser does not return, and confirms afterwards', async () => {
  const request = await makeAcceptedRequest(app)
  await payCard(await checkout(request))
  await app.drain()
  expect(await getRequest(request)).toMatchObject({ is_paid: true })
  const answers = await Promise.all(Array.from({ length: 6 }, () => confirm(request)))
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
  expect(await countBookings(app, request)).toBe(1)
})

test('books once when the family confirms ten times concurrently', async () => {
  const request = await makeAcceptedRequest(app)
  await payCard(await checkout(request))
  const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(request)))
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  await app.drain()
  expect(await countBookings(app, request)).toBe(1)
  expect((await request.caregiver.client.get('/api/wallets/mine')).body.pending).toBe(50)
})

test('rejects the unpaid requests that overlap a new booking, and no others', async () => {
  const first = await makeAcceptedRequest(app)
  const date = first.windows[0]?.date as string
  const { caregiver } = first
  const overlapping = await makeAcceptedRequest(app, {
    caregiver,
    windows: [{ date, start: '10:00', end: '12:00' }],
  })
  const waiting = await makeRequest(app, { caregiver, windows: first.windows })
  const adjacent = await makeAcceptedRequest(app, {
    caregiver,
    windows: [{ date, start: '11:00', end: '12:00' }],
  })
  const elsewhere = await makeRequest(app, { windows: first.windows })
  const page = await checkout(overlapping)
  await payCard(await checkout(first))
  await confirm(first)

  for (const request of [overlapping, waiting]) {
    expect(await getRequest(request)).toMatchObject({ status: 'rejected', rejection_cause: 'conflict' })
  }
  expect(await getRequest(adjacent)).toMatchObject({ status: 'accepted' })
  expect(await getRequest(elsewhere)).toMatchObject({ status: 'submitted' })
  await app.drain()
  // The open card page for the lost hours is closed.
  expect(await payCard(page)).toBe(410)
  expect(await getPaymentStatus(overlapping)).toBe('failed')
})

/** Two families pay for the same hours before either payment is settled. */
async function payConcurrently(): Promise<[TestRequest, TestRequest]> {
  const first = await makeAcceptedRequest(app)
  const second = await makeAcceptedRequest(app, { caregiver: first.caregiver, windows: first.windows })
  const pages = [await checkout(first), await checkout(second)]
  await Promise.all(pages.map((page) => payCard(page)))
  return [first, second]
}

test('books one of two families that pay for the same hours and refunds the other', async () => {
  const [first, second] = await payConcurrently()
  expect((await confirm(first)).status).toBe(200)
  const lost = await confirm(second)
  expect(lost.status).toBe(409)
  expect(lost.body.detail).toBe(
    'Another family booked these times first. Your payment is being refunded in full',
  )
  // As long as what was lost.
  expect(lost.body.alternatives.map(({ start, end }: LocalWindow) => [start, end])).toEqual([
    ['11:00', '13:00'],
    ['13:00', '15:00'],
    ['15:00', '17:00'],
  ])
  await app.drain()
  expect(await getPaymentStatus(second)).toBe('refunded')
  expect(await getPaymentStatus(first)).toBe('succeeded')
  expect(await getRequest(second)).toMatchObject({
    status: 'rejected',
    rejection_cause: 'conflict',
    is_paid: false,
    is_canceled: false,
  })
  expect([await countBookings(app, first), await countBookings(app, second)]).toEqual([1, 0])
  expect((await confirm(second)).status).toBe(409)
  expect((await confirm(first)).status).toBe(200)
})

test('reports a pending refund until it is complete', async () => {
  const request = await makeAcceptedRequest(app)
  const { client } = request.family
  const getState = async () => (await getRequestPayment(request.family, request.id)).body
  // Refunds of this card stay pending for a while.
  await payCard(await checkout(request), '4000000000007726')
  await updateListing(app, request.caregiver.id, { isListed: false })
  await confirm(request)
  await app.drain()

  const pendingRefund = {
    status: 'pending',
    failure_reason: "The caregiver isn't taking bookings right now",
    is_refunding: true,
  }
  expect(await getState()).toEqual(pendingRefund)
  expect((await confirm(request)).status).toBe(409)
  expect(await getState()).toEqual(pendingRefund)
  const [shownPayment] = (await client.get('/api/payments/mine')).body.results
  expect(shownPayment).toMatchObject({
    status: 'succeeded',
    is_refunding: true,
    refunding_usd: shownPayment.amount_gross,
    refunded_usd: 0,
    provider_charge_id: expect.any(String),
  })
  const receipt = (await client.get(`/api/payments/${shownPayment.id}`)).body
  expect(receipt).toMatchObject({ paid_at: expect.any(String), refunds: [{ status: 'pending' }] })

  await app.advance(2)
  expect(await getState()).toEqual({ ...pendingRefund, status: 'refunded', is_refunding: false })
})

test('refunds a payment when the caregiver is no longer listed', async () => {
  const request = await makeAcceptedRequest(app)
  await payCard(await checkout(request))
  await updateListing(app, request.caregiver.id, { isListed: false })
  const answer = await confirm(request)
  expect(answer.status).toBe(409)
  expect(answer.body).toMatchObject({
    detail: "The caregiver isn't taking bookings right now. Your payment is being refunded in full",
    alternatives: [],
  })
  await app.drain()
  expect(await getPaymentStatus(request)).toBe('refunded')
  expect(await getRequest(request)).toMatchObject({ status: 'rejected', is_paid: false })
  expect(await countBookings(app, request)).toBe(0)
})

test('refunds a payment when the exclusion constraint rejects its hours', async () => {
  const request = await makeAcceptedRequest(app)
  const [window] = request.windows
  await payCard(await checkout(request))
  const { connectionString } = app.deps.database.$client.options
  const otherSession = new pg.Client({ connectionString })
  await otherSession.connect()
  await otherSession.query('BEGIN')
  await otherSession.query(
    'INSERT INTO booked_times (caregiver_id, starts_at, ends_at) VALUES ($1, $2, $3)',
    [request.caregiver.id, `${window?.date}T10:00:00Z`, `${window?.date}T12:00:00Z`],
  )
  const confirming = confirm(request)
  await waitForLocks(app)
  await otherSession.query('COMMIT')
  await otherSession.end()
  expect((await confirming).status).toBe(409)
  const payment = await findRequestPayment(app.deps.database, request.id)
  expect(payment).toMatchObject({
    status: 'refunding',
    failureReason: 'Another family booked these times first',
  })
  await app.drain()
  expect(await getPaymentStatus(request)).toBe('refunded')
  expect(await countBookings(app, request)).toBe(0)
})
