/**
 * The server is killed around each provider call of a payment and of a payout: before the call, and after the provider
 * has acted but before it answers. The restarted server must recover without help. @see docs/rules/money.md#payments
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { releasePayment } from '../src/features/payments/index.ts'
import { withTransaction } from '../src/platform/database.ts'
import { PASSWORD, type TestUser } from './factories/accounts.ts'
import { makeListedCaregiver } from './factories/availability.ts'
import {
  countObjects,
  expectBooked,
  expectConsistentMoney,
  type KillableServer,
  MOMENTS,
  makeAccepted,
  openPage,
  queryRows,
  startKillableServer,
} from './killed-server.ts'

let server: KillableServer
let caregiver: TestUser
let day = 6

beforeAll(async () => {
  server = await startKillableServer()
  caregiver = await makeListedCaregiver(server.app)
  const { body } = await caregiver.client.post('/api/payouts/onboarding-link')
  server.stripe.submitDetails(body.url, '000123456789')
  await caregiver.client.get('/api/payouts/method')
})
afterAll(() => server.close())

function makeRequest() {
  day += 1
  return makeAccepted(server, caregiver, day)
}

test.each(MOMENTS)('recovers when killed %s creating the checkout session', async (when) => {
  const request = await makeRequest()
  const sessions = countObjects(server.stripe, 'checkout.session')
  const dead = server.killAt('checkout.create', when)
  await expect(openPage(server, request)).rejects.toThrow()
  await dead
  await server.recover()
  const page = await openPage(server, request)
  expect(countObjects(server.stripe, 'checkout.session') - sessions).toBe(when === 'before' ? 1 : 2)
  server.stripe.pay(page)
  await expectBooked(server, request.id)
})

test.each(MOMENTS)('recovers when killed %s reading the checkout session', async (when) => {
  const request = await makeRequest()
  server.stripe.pay(await openPage(server, request))
  const dead = server.killAt('checkout.retrieve', when)
  await server.deliver()
  await dead
  await server.recover()
  await expectBooked(server, request.id)
})

test.each(MOMENTS)('recovers when killed %s creating a refund', async (when) => {
  const { stripe, app } = server
  const request = await makeRequest()
  const page = await openPage(server, request)
  await app.deps.database.$client.query(
    `UPDATE requests SET status = 'rejected', rejection_cause = 'conflict' WHERE id = ${request.id}`,
  )
  stripe.pay(page)
  const refunds = countObjects(stripe, 'refund')
  const dead = server.killAt('refund.create', when)
  await server.deliver()
  await dead
  await server.recover()
  expect(await queryRows(server, `SELECT status FROM payments WHERE request_id = ${request.id}`)).toEqual([
    { status: 'refunded' },
  ])
  expect(countObjects(stripe, 'refund') - refunds).toBe(1)
  await expectConsistentMoney(server)
})

/** Books and releases a payment, so that the caregiver can withdraw it. */
async function earnMoney(): Promise<void> {
  const request = await makeRequest()
  server.stripe.pay(await openPage(server, request))
  await expectBooked(server, request.id)
  const { deps } = server.app
  await withTransaction(deps.database, (transaction) => releasePayment(transaction, deps, request.id))
}

/** Requests a payout of $10.00, after confirming the password, as the clock has moved since the login. */
async function requestPayout(): Promise<void> {
  const confirmed = await server.callAs(caregiver, 'POST', '/api/auth/reauthenticate', { password: PASSWORD })
  expect(confirmed.status).toBe(200)
  expect((await server.callAs(caregiver, 'POST', '/api/payouts', { amount: 10 })).status).toBe(201)
}

const findNewestPayout = async () =>
  (await queryRows(server, 'SELECT id, status FROM payouts ORDER BY id DESC LIMIT 1'))[0]

test.each(
  (['transfer.create', 'payout.create'] as const).flatMap((call) => MOMENTS.map((when) => ({ call, when }))),
)('a payout recovers when killed $when $call', async ({ call, when }) => {
  await earnMoney()
  const count = () => ['transfer', 'payout'].map((object) => countObjects(server.stripe, object))
  const before = count()
  const dead = server.killAt(call, when)
  await requestPayout()
  await dead
  await server.recover()
  expect(await findNewestPayout()).toMatchObject({ status: 'processing' })
  expect(count()).toEqual(before.map((number) => number + 1))
  await expectConsistentMoney(server)
})

test.each(
  (['payout.retrieve', 'reversal.create'] as const).flatMap((call) =>
    MOMENTS.map((when) => ({ call, when })),
  ),
)('a failed payout recovers when killed $when $call', async ({ call, when }) => {
  const { stripe } = server
  await earnMoney()
  await requestPayout()
  await server.advance(0)
  const reversals = countObjects(stripe, 'transfer_reversal')
  const payout = [...stripe.things.values()].findLast(({ object }) => object === 'payout')
  const dead = server.killAt(call, when)
  stripe.endPayout(payout?.id, 'failed')
  await server.deliver()
  await dead
  await server.recover()
  expect(await findNewestPayout()).toMatchObject({ status: 'failed' })
  expect(countObjects(stripe, 'transfer_reversal') - reversals).toBe(1)
  await expectConsistentMoney(server)
})
