import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { listEmailsTo } from '../../../../test/factories/accounts.ts'
import { dateIn, makeListedCaregiver, openHours } from '../../../../test/factories/availability.ts'
import { insertPaidRequest } from '../../../../test/factories/booked.ts'
import {
  answerRequest,
  checkout,
  getPaymentStatus,
  getRequest,
  makeAcceptedRequest,
  makeFamily,
  makeRequest,
  openCheckout,
  payCard,
  sendRequest,
  type TestRequest,
} from '../../../../test/factories/bookings.ts'
import { answerMove, proposeMove } from '../../../../test/factories/moves.ts'
import { syncPayment } from '../../payments/checkout/sync.ts'
import { findRequestPayment } from '../../payments/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const withdraw = ({ id, family }: TestRequest) => family.client.post(`/api/requests/${id}/withdraw/`)

async function listTypes({ client }: TestRequest['caregiver']): Promise<string[]> {
  await app.drain()
  const { body } = await client.get('/api/notifications/?status=all')
  return body.results.map(({ type }: { type: string }) => type)
}

test('takes back a request that waits for an answer or for its payment, and tells the caregiver once', async () => {
  for (const request of [await makeRequest(app), await makeAcceptedRequest(app)]) {
    const answer = await withdraw(request)
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { status: 'rejected', rejection_cause: 'withdrawn' },
    ])
    expect((await withdraw(request)).body).toEqual(answer.body)
    const types = await listTypes(request.caregiver)
    expect(types.filter((type) => type === 'booking_canceled')).toHaveLength(1)
    const late = await answerRequest(request.caregiver, request.id, 'accepted')
    expect([late.status, late.body.detail]).toEqual([409, 'This request was withdrawn'])
  }
})

/** The mails and notifications that a caregiver gets from now on. */
async function follow({ email, client }: TestRequest['caregiver'], act: () => Promise<unknown>) {
  await app.drain()
  const [mails, bell] = [await listEmailsTo(app, email), await listMessages(client)]
  await act()
  await app.drain()
  return {
    mails: (await listEmailsTo(app, email)).slice(mails.length).map(({ subject }) => subject),
    bell: (await listMessages(client)).slice(0, -bell.length || undefined),
  }
}

async function listMessages(client: TestRequest['caregiver']['client']): Promise<string[]> {
  const { body } = await client.get('/api/notifications/?status=all')
  return body.results.map(({ payload }: { payload: { message: string } }) => payload.message)
}

test.each([
  ['9 minutes after it was sent by the bell alone', 9, []],
  [
    '10 minutes after it was sent by mail too',
    10,
    [expect.stringMatching(/^Person’s request for .+ was withdrawn$/)],
  ],
])('tells of a request that is withdrawn %s', async (_, minutes, mails) => {
  const request = await makeRequest(app)
  await app.advance(minutes)
  const told = await follow(request.caregiver, () => withdraw(request))
  expect(told).toEqual({ mails, bell: [expect.stringContaining('request was withdrawn')] })
})

test('mails that a request was withdrawn which the caregiver has accepted', async () => {
  const request = await makeAcceptedRequest(app)
  const { mails } = await follow(request.caregiver, () => withdraw(request))
  expect(mails).toEqual([expect.stringMatching(/^Person’s request for .+ was withdrawn$/)])
})

test.each([
  ['9 minutes after it was made by the bell alone', 9, []],
  [
    '10 minutes after it was made by mail too',
    10,
    [expect.stringMatching(/^Your .+ visit with Person stays as planned$/)],
  ],
])('tells of a proposal of another time that is withdrawn %s', async (_, minutes, mails) => {
  const caregiver = await makeListedCaregiver(app)
  await openHours(caregiver, dateIn(app, 7))
  const request = await insertPaidRequest(app, { caregiver })
  const wanted = { date: dateIn(app, 7), start: '13:00', end: '15:00' }
  const { body: move } = await proposeMove(request.family, request, [wanted])
  await app.advance(minutes)
  const told = await follow(caregiver, () => answerMove(request.family, move.id, 'withdrawn'))
  expect(told).toEqual({ mails, bell: [expect.stringContaining('took the proposal of another time back')] })
})

test('ends the open checkout, so that nothing can be paid', async () => {
  const request = await makeAcceptedRequest(app)
  const page = await checkout(request)
  await withdraw(request)
  await app.drain()
  expect(await payCard(page)).not.toBe(303)
  expect(await getPaymentStatus(request)).toBe('failed')
  expect((await openCheckout(request.family, request.id)).status).toBe(409)
})

test('ends a checkout that the provider opens at the same moment', async () => {
  const request = await makeAcceptedRequest(app)
  const { payments } = app.deps
  const create = payments.createCheckout.bind(payments)
  vi.spyOn(payments, 'createCheckout').mockImplementationOnce(async (order, key) => {
    const session = await create(order, key)
    await withdraw(request)
    return session
  })
  const answer = await openCheckout(request.family, request.id)
  expect([answer.status, answer.body.detail]).toEqual([409, 'This request was withdrawn'])
  await app.drain()
  expect(await getPaymentStatus(request)).toBe('failed')
})

test('leaves alone what is paid and waits to be booked', async () => {
  const request = await makeAcceptedRequest(app)
  expect(await payCard(await checkout(request))).toBe(303)
  const payment = await findRequestPayment(app.deps.database, request.id)
  if (payment) await syncPayment(app.deps, payment)
  const { is_paid } = await getRequest(request)
  const { status, body } = await withdraw(request)
  expect([is_paid, status, body.detail]).toEqual([false, 409, 'This request is already paid'])
  await app.drain()
  expect(await getRequest(request)).toMatchObject({ is_paid: true })
})

test('leaves alone what is paid, closed otherwise or another family’s', async () => {
  const paid = await insertPaidRequest(app)
  expect(await withdraw(paid)).toMatchObject({
    status: 409,
    body: { detail: 'This request is already paid' },
  })
  const rejected = await makeRequest(app)
  await answerRequest(rejected.caregiver, rejected.id, 'rejected')
  expect(await withdraw(rejected)).toMatchObject({
    status: 409,
    body: { detail: 'This request was declined' },
  })
  const open = await makeRequest(app)
  const stranger = await makeFamily(app)
  expect((await withdraw({ ...open, family: stranger })).status).toBe(404)
  expect((await open.caregiver.client.post(`/api/requests/${open.id}/withdraw/`)).status).toBe(403)
  expect(await getRequest(open)).toMatchObject({ status: 'submitted' })
})

test('counts no longer towards the open requests', async () => {
  const limited = await testApp({ RATE_LIMITS: 'on' })
  try {
    const first = await makeRequest(limited)
    const send = () => sendRequest(first.family, first.caregiver.id, first.windows)
    expect([(await send()).status, (await send()).status, (await send()).status]).toEqual([201, 201, 429])
    await withdraw(first)
    expect((await send()).status).toBe(201)
  } finally {
    await limited.close()
  }
})
