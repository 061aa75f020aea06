import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import {
  bookHours,
  dateIn,
  makeListedCaregiver,
  updateListing,
  utc,
} from '../../../../test/factories/availability.ts'
import {
  answerRequest,
  checkout,
  confirm,
  countBookings,
  getPaymentStatus,
  getRequest,
  getRequestPayment,
  makeAcceptedRequest,
  makeFamily,
  makePaidRequest,
  makeRequest,
  openCheckout,
  payCard,
  type TestRequest,
} from '../../../../test/factories/bookings.ts'
import { logInAgain } from '../../../../test/factories/profiles.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('books an accepted request once it is paid', async () => {
  const request = await makeAcceptedRequest(app)
  const { family, caregiver } = request
  expect((await getRequestPayment(family, request.id)).status).toBe(404)
  expect((await confirm(request)).body.detail).toBe("This request hasn't been paid yet")

  const page = await checkout(request)
  expect(await checkout(request)).toBe(page)
  const key = { 'idempotency-key': `pay-${request.id}` }
  for (let time = 1; time <= 2; time += 1) {
    const again = await openCheckout(family, request.id, key)
    expect(again.body).toEqual({ checkout_url: page })
  }
  const other = await makeAcceptedRequest(app, { family })
  expect((await openCheckout(family, other.id, key)).status).toBe(409)
  expect(await getPaymentStatus(request)).toBe('pending')
  const early = await confirm(request)
  expect(early.status).toBe(409)
  expect(await countBookings(app, request)).toBe(0)

  expect(await payCard(page)).toBe(303)
  const confirmed = await confirm(request)
  expect(confirmed.status).toBe(200)
  expect(confirmed.body).toMatchObject({ id: request.id, is_paid: true, status: 'accepted' })
  expect(await getPaymentStatus(request)).toBe('succeeded')

  const date = request.windows[0]?.date
  const booking = {
    request_id: request.id,
    caregiver_id: caregiver.id,
    caregiver_name: caregiver.fullName,
    caregiver_avatar: null,
    caretaker_id: family.id,
    caretaker_name: family.fullName,
    caretaker_avatar: null,
    timezone: 'UTC',
    windows: [
      {
        booking_id: expect.any(Number),
        date,
        start: '09:00',
        end: '11:00',
        start_utc: `${date}T09:00:00.000Z`,
        end_utc: `${date}T11:00:00.000Z`,
        state: 'upcoming',
        canceled_by: null,
        canceled_at: null,
        canceled_for: null,
        cancel_reason: null,
        price_usd: 50,
        kept_usd: 0,
        refund_usd: 0,
        owed_usd: 0,
      },
    ],
    total_hours: 2,
    total_price_usd: 50,
    hourly_rate_snapshot_usd: 25,
    service_fee_usd: 0,
    cancellation_policy: 'moderate',
    paid_at: expect.any(String),
    payment_id: null,
    can_message: true,
    has_blocked: false,
    is_card_checked: false,
    is_caregiver_listed: true,
    free_cancellation: null,
    safety: { country: expect.any(String) },
    hold: null,
    move: null,
    refunded_usd: 0,
    refunding_usd: 0,
    refunds: [],
    children: [],
    emergency_contact: null,
    note: '',
    address: null,
  }
  const familyBooking = { ...booking, payment_id: expect.any(Number) }
  const ofCaregiver = (await caregiver.client.get('/api/requests/bookings/caregiver/')).body
  expect(ofCaregiver).toEqual({ count: 1, next: null, previous: null, results: [booking] })
  expect((await family.client.get('/api/requests/bookings/caretaker')).body.results).toEqual([familyBooking])
  const detail = {
    phone_number: null,
    lacks_phone: true,
    is_phone_verified: false,
    shares_phone: false,
    is_restricted: false,
  }
  const { body: one } = await caregiver.client.get(`/api/requests/bookings/caregiver/${request.id}`)
  expect(one).toEqual({
    ...booking,
    ...detail,
    earning: { amount_usd: 50, withdrawable_from: expect.any(String) },
  })
  const { body: own } = await family.client.get(`/api/requests/bookings/caretaker/${request.id}/`)
  expect(own).toEqual({ ...familyBooking, ...detail, earning: null })
  expect((await family.client.get(`/api/payments/${own.payment_id}`)).body.request_id).toBe(request.id)
  expect((await family.client.get(`/api/requests/bookings/caretaker/${other.id}`)).status).toBe(404)
  const stranger = await makeFamily(app)
  expect((await stranger.client.get('/api/requests/bookings/caretaker')).body.count).toBe(0)

  const wallet = await caregiver.client.get('/api/wallets/mine')
  expect(wallet.body).toMatchObject({ balance: 0, pending: 50 })
})

test('accepts another card after a declined one', async () => {
  const request = await makeAcceptedRequest(app)
  expect(await payCard(await checkout(request), '4000000000000002')).not.toBe(303)
  expect((await confirm(request)).status).toBe(409)
  expect(await payCard(await checkout(request))).toBe(303)
  expect((await confirm(request)).status).toBe(200)
})

test('describes the paid care on the receipt and in the list of payments', async () => {
  const describe = async (start: string, end: string) => {
    const request = await makePaidRequest(app, { windows: [{ date: dateIn(app, 7), start, end }] })
    const { id } = (await request.family.client.get('/api/payments/mine')).body.results[0]
    const { body } = await request.family.client.get(`/api/payments/${id}`)
    return body.description.replace(request.caregiver.fullName, 'NAME')
  }
  expect(await describe('09:00', '10:00')).toBe('1 hour of care by NAME')
  expect(await describe('09:00', '11:00')).toBe('2 hours of care by NAME')

  const open = await makeAcceptedRequest(app)
  const date = open.windows[0]?.date
  const care = {
    timezone: 'UTC',
    windows: [{ start_utc: `${date}T09:00:00.000Z`, end_utc: `${date}T11:00:00.000Z`, is_canceled: false }],
    total_hours: 2,
    hourly_rate_snapshot_usd: 25,
    service_fee_usd: 0,
    cancellation_policy: 'moderate',
    is_booked: false,
  }
  const page = await checkout(open)
  const getPayment = async () => (await open.family.client.get('/api/payments/mine')).body.results[0]
  expect((await getPayment()).care).toEqual(care)
  await payCard(page)
  await confirm(open)
  const { id } = await getPayment()
  expect((await open.family.client.get(`/api/payments/${id}`)).body.care).toEqual({
    ...care,
    is_booked: true,
  })
})

test('allows only the request’s family to pay', async () => {
  const request = await makeAcceptedRequest(app)
  const byCaregiver = await openCheckout(request.caregiver, request.id)
  expect(byCaregiver.status).toBe(403)
  expect(byCaregiver.body.detail).toBe('Only the request owner can pay')
  const stranger = await makeFamily(app)
  const otherCaregiver = await makeListedCaregiver(app)
  for (const person of [stranger, otherCaregiver]) {
    expect((await openCheckout(person, request.id)).status).toBe(404)
  }
  await checkout(request)
  expect((await getRequestPayment(stranger, request.id)).status).toBe(404)
  expect((await getRequestPayment(request.caregiver, request.id)).status).toBe(403)
  expect((await stranger.client.post('/api/requests/confirm', { request_id: request.id })).status).toBe(404)
  expect((await openCheckout({ client: app.visitor }, request.id)).status).toBe(401)
  for (const body of [
    {},
    { request_id: 'x' },
    { request_id: 0 },
    { request_id: request.id, more: 1 },
    'null',
  ]) {
    expect((await stranger.client.post('/api/requests/confirm', body)).status).toBe(400)
  }
  expect((await stranger.client.post('/api/requests/confirm', { request_id: 2 ** 31 - 1 })).status).toBe(404)
  for (const odd of ['0', 'x', '99999999999']) {
    expect((await stranger.client.post(`/api/payments/bookings/${odd}/confirm`)).status).toBe(404)
    expect((await stranger.client.get(`/api/payments/bookings/${odd}`)).status).toBe(404)
  }
})

test('rejects paying twice and paying requests that are not accepted, not listed any more or taken', async () => {
  const getPayError = async (request: TestRequest) => {
    const answer = await openCheckout(request.family, request.id)
    expect(answer.status).toBe(409)
    return answer.body.detail
  }
  expect(await getPayError(await makeRequest(app))).toBe('This request has not been accepted yet')
  expect(await getPayError(await makePaidRequest(app))).toBe('This request is already paid')
  const captured = await makeAcceptedRequest(app)
  const rejected = await makeRequest(app)
  await answerRequest(rejected.caregiver, rejected.id, 'rejected')
  expect(await getPayError(rejected)).toBe('This request was declined')
  await updateListing(app, captured.caregiver.id, { isListed: false })
  expect(await getPayError(captured)).toBe("This caregiver can't take payments right now")

  const taken = await makeAcceptedRequest(app)
  const date = taken.windows[0]?.date as string
  await bookHours(app, taken.caregiver.id, [utc(date, '08:00', '09:30')])
  expect(await getPayError(taken)).toBe('Another family has booked these times, so this request was closed')
  expect(await getRequest(taken)).toMatchObject({
    status: 'rejected',
    rejection_cause: 'conflict',
    is_paid: false,
    is_canceled: false,
  })
})

test('reports no refund for an open card page or a declined card', async () => {
  const request = await makeAcceptedRequest(app)
  const page = await checkout(request)
  const getState = async () => (await getRequestPayment(request.family, request.id)).body
  expect(await getState()).toEqual({ status: 'pending', failure_reason: null, is_refunding: false })
  await payCard(page, '4000000000000002')
  await confirm(request)
  expect(await getState()).toEqual({
    status: 'pending',
    failure_reason: 'Your card was declined.',
    is_refunding: false,
  })
  await payCard(page)
  await confirm(request)
  expect(await getState()).toEqual({ status: 'succeeded', failure_reason: null, is_refunding: false })
})

test('rejects an idempotency key of another checkout without creating a payment', async () => {
  const [one, other] = [await makeAcceptedRequest(app), await makeAcceptedRequest(app)]
  const key = { 'idempotency-key': 'one-checkout' }
  const first = await openCheckout(one.family, one.id, key)
  expect(first.status).toBe(200)
  expect((await openCheckout(one.family, one.id, key)).body).toEqual(first.body)
  const mine = await makeAcceptedRequest(app, { family: one.family })
  expect((await openCheckout(one.family, mine.id, key)).status).toBe(409)
  const { rows } = await app.deps.database.$client.query(
    `SELECT count(*)::int AS opened FROM payments WHERE request_id = ${mine.id}`,
  )
  expect(rows).toEqual([{ opened: 0 }])
  expect(await checkout(other)).toContain('/sandbox/checkout/')
})

test('answers for one attempt to pay, and asks the provider first when asked to', async () => {
  const { id, family } = await makeAcceptedRequest(app)
  let { client } = family
  const ask = async (query: string) => (await client.get(`/api/payments/bookings/${id}${query}`)).body.status
  const findPaymentId = async () => (await client.get(`/api/requests/${id}`)).body.payment_id
  expect(await findPaymentId()).toBeNull()
  expect((await openCheckout(family, id)).status).toBe(200)
  const expired = await findPaymentId()
  await app.advance(61)
  // Moving the clock ends access tokens.
  client = await logInAgain(app, family)
  const { checkout_url: page } = (await openCheckout({ client }, id)).body
  const current = await findPaymentId()
  expect(current).not.toBe(expired)
  expect(await ask(`?payment_id=${expired}`)).toBe('failed')
  expect(await ask(`?payment_id=${current}`)).toBe('pending')
  expect(await ask('?payment_id=999999')).toBeUndefined()

  await payCard(page, '4000000000000002')
  await payCard(page)
  expect(await ask('?refresh=true')).toBe('succeeded')
  const confirmed = await client.post('/api/requests/confirm', { request_id: id, payment_id: current })
  expect([confirmed.status, confirmed.body.is_paid]).toEqual([200, true])
  expect((await client.get(`/api/requests/bookings/caretaker/${id}`)).body.payment_id).toBe(current)
})
