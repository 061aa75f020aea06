/**
 * The server stops around each provider call of a payment and of a payout, before the call, and after the
 * provider has acted but before it answers; and after a booking was canceled or moved. It must recover
 * without help, and nothing is done twice.
 * @see docs/rules/money.md#payments
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { releasePayment } from '../src/features/payments/index.ts'
import { withTransaction } from '../src/platform/database/database.ts'
import { PASSWORD, type TestUser } from './factories/accounts.ts'
import { makeListedCaregiver } from './factories/availability.ts'
import type { TestRequest } from './factories/bookings.ts'
import {
  type CrashingServer,
  countObjects,
  expectBooked,
  expectConsistentMoney,
  type KillableServer,
  MOMENTS,
  makeAccepted,
  openPage,
  queryRows,
  type StripeServer,
  startCrashingServer,
  startKillableServer,
} from './killed-server.ts'

let day = 6
let caregiver: TestUser

/** A caregiver with a bank account, who gets all requests. */
async function makePayee({ app, stripe }: StripeServer): Promise<void> {
  caregiver = await makeListedCaregiver(app)
  const { body } = await caregiver.client.post('/api/payouts/onboarding-link')
  stripe.submitDetails(body.url, '000123456789')
  await caregiver.client.get('/api/payouts/method')
}

function makeRequest(server: StripeServer) {
  day += 1
  return makeAccepted(server, caregiver, day)
}

/** Two hours for $50.00, paid, whose family gets everything back. */
async function makeBooked(server: StripeServer): Promise<TestRequest> {
  const request = await makeRequest(server)
  server.stripe.pay(await openPage(server, request))
  await expectBooked(server, request.id)
  return request
}

/** Books and releases a payment, so that the caregiver can withdraw it. */
async function earnMoney(server: StripeServer): Promise<void> {
  const { id } = await makeBooked(server)
  const { deps } = server.app
  await withTransaction(deps.database, (transaction) =>
    releasePayment(transaction, deps, id, deps.clock.now()),
  )
}

/** Requests a payout of $10.00, after confirming the password, as the clock has moved since the login. */
async function requestPayout({ callAs }: StripeServer): Promise<void> {
  expect((await callAs(caregiver, 'POST', '/api/auth/reauthenticate', { password: PASSWORD })).status).toBe(
    200,
  )
  expect((await callAs(caregiver, 'POST', '/api/payouts', { amount: 10 })).status).toBe(201)
}

const findNewestPayout = async (server: StripeServer) =>
  (await queryRows(server, 'SELECT id, status FROM payouts ORDER BY id DESC LIMIT 1'))[0]

const countTransfers = ({ stripe }: StripeServer) => ({
  transfers: countObjects(stripe, 'transfer'),
  payouts: countObjects(stripe, 'payout'),
  reversals: countObjects(stripe, 'transfer_reversal'),
})

/** @param before what `countTransfers` returned before the payout was requested */
async function expectOnePayout(
  server: StripeServer,
  before: ReturnType<typeof countTransfers>,
): Promise<void> {
  expect(await findNewestPayout(server)).toMatchObject({ status: 'processing' })
  expect(countTransfers(server)).toEqual({
    ...before,
    transfers: before.transfers + 1,
    payouts: before.payouts + 1,
  })
  await expectConsistentMoney(server)
}

const cancel = ({ callAs }: StripeServer, { family, id }: TestRequest) =>
  callAs(
    family,
    'POST',
    `/api/requests/${id}/cancel`,
    { reason: 'illness', refund_usd: 50 },
    { 'idempotency-key': `cancel-${id}` },
  )

const FAILED_JOBS = 'SELECT task_identifier FROM graphile_worker.jobs WHERE attempts >= max_attempts'

async function expectCanceledOnce(
  server: StripeServer,
  { family, id }: TestRequest,
  refundsBefore: number,
): Promise<void> {
  expect(await queryRows(server, `SELECT status FROM payments WHERE request_id = ${id}`)).toEqual([
    { status: 'refunded' },
  ])
  expect(countObjects(server.stripe, 'refund') - refundsBefore).toBe(1)
  expect(await countNotifications(server, `request:${id}:canceled`)).toEqual([
    { user_id: caregiver.id, count: 1 },
    { user_id: family.id, count: 1 },
  ])
  expect(await queryRows(server, FAILED_JOBS)).toEqual([])
  await expectConsistentMoney(server)
}

/** How many notifications of these causes each side got. */
const countNotifications = (server: StripeServer, cause: string) =>
  queryRows(
    server,
    `SELECT user_id, count(*)::int FROM notifications WHERE cause LIKE '${cause}:%' GROUP BY 1 ORDER BY 1`,
  )

describe('when the server is killed', () => {
  let server: KillableServer
  beforeAll(async () => {
    server = await startKillableServer()
    await makePayee(server)
  })
  afterAll(() => server.close())

  test('after creating the checkout session, the payment recovers', async () => {
    const request = await makeRequest(server)
    const sessions = countObjects(server.stripe, 'checkout.session')
    const dead = server.killAt('checkout.create', 'after')
    await expect(openPage(server, request)).rejects.toThrow()
    await dead
    await server.recover()
    const page = await openPage(server, request)
    expect(countObjects(server.stripe, 'checkout.session') - sessions).toBe(2)
    server.stripe.pay(page)
    await expectBooked(server, request.id)
  })

  test('after creating the payout, the payout recovers', async () => {
    await earnMoney(server)
    const before = countTransfers(server)
    const dead = server.killAt('payout.create', 'after')
    await requestPayout(server)
    await dead
    await server.recover()
    await expectOnePayout(server, before)
  })

  test('as soon as it has answered, a cancellation and an accepted move are finished', async () => {
    const canceled = await makeBooked(server)
    const { id, family, windows } = await makeBooked(server)
    const [{ booking_id }] = await queryRows(
      server,
      `SELECT id AS booking_id FROM bookings WHERE request_id = ${id}`,
    )
    const moved = windows.map(({ date }) => ({ date, start: '13:00', end: '15:00' }))
    const body = { booking_ids: [booking_id], timezone: 'UTC', windows: moved }
    const { body: move } = await server.callAs(family, 'POST', `/api/requests/${id}/moves`, body)
    const accept = () => server.callAs(caregiver, 'PATCH', `/api/moves/${move.id}`, { status: 'accepted' })
    const refunds = countObjects(server.stripe, 'refund')
    const answers = await Promise.all([accept(), cancel(server, canceled)])
    await server.kill()
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    await server.recover()
    await expectCanceledOnce(server, canceled, refunds)
    expect((await accept()).status).toBe(409)
    expect(
      await queryRows(
        server,
        `SELECT start_local, sequence, price_cents FROM bookings JOIN request_windows ON request_windows.id = window_id
          WHERE bookings.request_id = ${id}`,
      ),
    ).toEqual([{ start_local: '13:00', sequence: 1, price_cents: 5_000 }])
    expect(await countNotifications(server, `move:${move.id}`)).toEqual([
      // That it was proposed, and that they accepted it.
      { user_id: caregiver.id, count: 2 },
      { user_id: family.id, count: 1 },
    ])
    await expectConsistentMoney(server)
  })
})

describe('when its work stops, it recovers', () => {
  let server: CrashingServer
  beforeAll(async () => {
    server = await startCrashingServer()
    await makePayee(server)
  })
  afterAll(() => server.close())

  test.each(MOMENTS)('%s creating the checkout session', async (when) => {
    const request = await makeRequest(server)
    const sessions = countObjects(server.stripe, 'checkout.session')
    const countCrashes = server.crashAt('createCheckout', when)
    expect(await openPage(server, request)).toBeUndefined()
    expect(countCrashes()).toBe(1)
    await server.recover()
    const page = await openPage(server, request)
    expect(countObjects(server.stripe, 'checkout.session') - sessions).toBe(when === 'before' ? 1 : 2)
    server.stripe.pay(page)
    await expectBooked(server, request.id)
  })

  test.each(MOMENTS)('%s reading the checkout session', async (when) => {
    const request = await makeRequest(server)
    server.stripe.pay(await openPage(server, request))
    const countCrashes = server.crashAt('checkoutState', when)
    await server.deliver()
    expect(countCrashes()).toBe(1)
    await server.recover()
    await expectBooked(server, request.id)
  })

  test.each(MOMENTS)('%s creating a refund', async (when) => {
    const request = await makeRequest(server)
    const page = await openPage(server, request)
    await server.app.deps.database.$client.query(
      `UPDATE requests SET status = 'rejected', rejection_cause = 'conflict' WHERE id = ${request.id}`,
    )
    server.stripe.pay(page)
    const refunds = countObjects(server.stripe, 'refund')
    const countCrashes = server.crashAt('refund', when)
    await server.deliver()
    expect(countCrashes()).toBe(1)
    await server.recover()
    expect(await queryRows(server, `SELECT status FROM payments WHERE request_id = ${request.id}`)).toEqual([
      { status: 'refunded' },
    ])
    expect(countObjects(server.stripe, 'refund') - refunds).toBe(1)
    await expectConsistentMoney(server)
  })

  test.each((['transfer', 'payOut'] as const).flatMap((call) => MOMENTS.map((when) => ({ call, when }))))(
    '$when $call',
    async ({ call, when }) => {
      await earnMoney(server)
      const before = countTransfers(server)
      const countCrashes = server.crashAt(call, when)
      await requestPayout(server)
      await server.advance(0)
      expect(countCrashes()).toBe(1)
      await server.recover()
      await expectOnePayout(server, before)
    },
  )

  test.each(
    (['payoutState', 'reverseTransfer'] as const).flatMap((call) => MOMENTS.map((when) => ({ call, when }))),
  )('$when $call of a payout that failed', async ({ call, when }) => {
    const { stripe } = server
    await earnMoney(server)
    await requestPayout(server)
    await server.advance(0)
    const before = countTransfers(server)
    const payout = [...stripe.things.values()].findLast(({ object }) => object === 'payout')
    const countCrashes = server.crashAt(call, when)
    stripe.endPayout(payout?.id, 'failed')
    await server.deliver()
    expect(countCrashes()).toBe(1)
    await server.recover()
    expect(await findNewestPayout(server)).toMatchObject({ status: 'failed' })
    expect(countTransfers(server)).toEqual({ ...before, reversals: before.reversals + 1 })
    await expectConsistentMoney(server)
  })

  test.each(MOMENTS)('%s creating the refund of a cancellation', async (when) => {
    const request = await makeBooked(server)
    const refunds = countObjects(server.stripe, 'refund')
    const countCrashes = server.crashAt('refund', when)
    expect((await cancel(server, request)).status).toBe(200)
    await server.advance(0)
    expect(countCrashes()).toBe(1)
    await server.recover()
    expect((await cancel(server, request)).status).toBe(200)
    await expectCanceledOnce(server, request, refunds)
  })
})
