/**
 * The server is killed around each provider call of a payment and of a payout: before the call, and after the provider
 * has acted but before it answers. The restarted server must recover without help. @see docs/rules/money.md#payments
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signAccessToken } from '../src/features/accounts/index.ts'
import { releasePayment } from '../src/features/payments/index.ts'
import { verifyLedger } from '../src/features/reconciliation/index.ts'
import { withTransaction } from '../src/platform/database.ts'
import { type TestApp, testApp } from './app.ts'
import { PASSWORD, type TestUser } from './factories/accounts.ts'
import { dateIn, makeListedCaregiver, openHours } from './factories/availability.ts'
import { makeAcceptedRequest, makeFamily } from './factories/bookings.ts'
import { buildServer, type ServerNode, startNode } from './nodes.ts'
import {
  CONNECT_SECRET,
  SECRET_KEY,
  type StripeStandIn,
  startStripe,
  WEBHOOK_SECRET,
} from './stripe/stand-in.ts'

let stripe: StripeStandIn
let app: TestApp
let node: ServerNode
let settings: Record<string, string>
let caregiver: TestUser
let day = 6

beforeAll(async () => {
  await buildServer()
  stripe = await startStripe()
  const payments = {
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: `${WEBHOOK_SECRET},${CONNECT_SECRET}`,
    STRIPE_API_BASE: stripe.url,
  }
  app = await testApp(payments)
  settings = { ...payments, DATA_DIR: app.deps.config.dataDir, LOG_LEVEL: 'silent' }
  caregiver = await makeListedCaregiver(app)
  node = await startNode(app, settings)
  const { body } = await caregiver.client.post('/api/payouts/onboarding-link')
  stripe.submitDetails(body.url, '000123456789')
  await caregiver.client.get('/api/payouts/method')
})
afterAll(async () => {
  await node.kill()
  await app.close()
  await stripe.close()
})

const post = async (path: string, body: unknown, headers: Record<string, string>) => {
  const response = await fetch(node.url + path, {
    method: 'POST',
    headers,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  return { status: response.status, body: (await response.json()) as any }
}
/** The clock moves past the lifetime of a token, so each call gets a new one. */
const signToken = ({ id, role, sessionId }: TestUser) =>
  signAccessToken(app.deps, { userId: id, role, sessionId })
const toHeaders = async (user: TestUser) => ({
  authorization: `Bearer ${await signToken(user)}`,
  'content-type': 'application/json',
})

/** Delivers the waiting Stripe events to the webhook. */
async function deliver(): Promise<void> {
  for (const { body, signature } of stripe.takeEvents()) {
    await post('/api/payments/webhooks/stripe/', body, { 'stripe-signature': signature })
  }
}

/** Kills the server at a call to Stripe. @returns a promise that resolves when it has exited */
function killAt(call: string, when: 'before' | 'after'): Promise<void> {
  return new Promise((resolve) => {
    stripe.intercept(call, when, async () => {
      await node.kill()
      resolve()
    })
  })
}

/** Starts the server again and moves its clock by half an hour, so that its jobs recover. */
async function recover(): Promise<void> {
  node = await startNode(app, settings)
  for (let times = 0; times < 3; times += 1) {
    await post('/dev/clock', { advance_minutes: 11 }, { 'content-type': 'application/json' })
    await deliver()
  }
}

const countObjects = (object: string) =>
  [...stripe.things.values()].filter((thing) => thing.object === object).length
const queryRows = async (query: string) => (await app.deps.database.$client.query(query)).rows

async function expectConsistentMoney(): Promise<void> {
  expect(await verifyLedger(app.deps.database)).toEqual([])
  const [{ cents }] = await queryRows(
    `SELECT -coalesce(sum(balance_cents), 0)::int AS cents FROM ledger_accounts WHERE kind = 'clearing'`,
  )
  const [{ underway }] = await queryRows(
    `SELECT coalesce(sum(amount_cents), 0)::int AS underway FROM payouts WHERE status = 'processing'`,
  )
  expect(cents - underway).toBe([...stripe.balances.values()].reduce((sum, one) => sum + one, 0))
  expect(stripe.complaints).toEqual([])
}

/** Makes an accepted request on a day that no other request uses. */
async function makeAccepted() {
  day += 1
  const family = await makeFamily(app)
  caregiver.client = app.withToken(await signToken(caregiver))
  const date = dateIn(app, day)
  await openHours(caregiver, date)
  return makeAcceptedRequest(app, { caregiver, family, windows: [{ date, start: '09:00', end: '11:00' }] })
}

const MOMENTS = ['before', 'after'] as const

test.each(MOMENTS)('recovers when killed %s creating the checkout session', async (when) => {
  const request = await makeAccepted()
  const sessions = countObjects('checkout.session')
  const dead = killAt('checkout.create', when)
  const open = async () =>
    post(`/api/payments/bookings/${request.id}/confirm`, {}, await toHeaders(request.family))
  await expect(open()).rejects.toThrow()
  await dead
  await recover()
  const { status, body } = await open()
  expect([status, countObjects('checkout.session') - sessions]).toEqual([200, when === 'before' ? 1 : 2])
  stripe.pay(body.checkout_url)
  await expectBooked(request.id)
})

async function expectBooked(requestId: number): Promise<void> {
  await deliver()
  await post('/dev/clock', { advance_minutes: 1 }, { 'content-type': 'application/json' })
  const [request] = await queryRows(
    `SELECT paid_at IS NOT NULL AS paid FROM requests WHERE id = ${requestId}`,
  )
  expect(request).toEqual({ paid: true })
  await expectConsistentMoney()
}

test.each(MOMENTS)('recovers when killed %s reading the checkout session', async (when) => {
  const request = await makeAccepted()
  const { body } = await post(
    `/api/payments/bookings/${request.id}/confirm`,
    {},
    await toHeaders(request.family),
  )
  stripe.pay(body.checkout_url)
  const dead = killAt('checkout.retrieve', when)
  await deliver()
  await dead
  await recover()
  await expectBooked(request.id)
})

test.each(MOMENTS)('recovers when killed %s creating a refund', async (when) => {
  const second = await makeAccepted()
  const { body } = await post(
    `/api/payments/bookings/${second.id}/confirm`,
    {},
    await toHeaders(second.family),
  )
  await app.deps.database.$client.query(
    `UPDATE requests SET status = 'rejected', rejection_cause = 'conflict' WHERE id = ${second.id}`,
  )
  stripe.pay(body.checkout_url)
  const refunds = countObjects('refund')
  const dead = killAt('refund.create', when)
  await deliver()
  await dead
  await recover()
  expect(await queryRows(`SELECT status FROM payments WHERE request_id = ${second.id}`)).toEqual([
    { status: 'refunded' },
  ])
  expect(countObjects('refund') - refunds).toBe(1)
  await expectConsistentMoney()
})

/** Books and releases a payment, so that the caregiver can withdraw it. */
async function earnMoney(): Promise<void> {
  const request = await makeAccepted()
  const { body } = await post(
    `/api/payments/bookings/${request.id}/confirm`,
    {},
    await toHeaders(request.family),
  )
  stripe.pay(body.checkout_url)
  await expectBooked(request.id)
  await withTransaction(app.deps.database, (transaction) => releasePayment(transaction, app.deps, request.id))
}

/** Requests a payout of $10.00, after confirming the password, as the clock has moved since the login. */
async function requestPayout(): Promise<void> {
  const headers = await toHeaders(caregiver)
  expect((await post('/api/auth/reauthenticate', { password: PASSWORD }, headers)).status).toBe(200)
  expect((await post('/api/payouts', { amount: 10 }, headers)).status).toBe(201)
}

const findNewestPayout = async () =>
  (await queryRows('SELECT id, status FROM payouts ORDER BY id DESC LIMIT 1'))[0]

test.each(
  (['transfer.create', 'payout.create'] as const).flatMap((call) => MOMENTS.map((when) => ({ call, when }))),
)('a payout recovers when killed $when $call', async ({ call, when }) => {
  await earnMoney()
  const before = [countObjects('transfer'), countObjects('payout')]
  const dead = killAt(call, when)
  await requestPayout()
  await dead
  await recover()
  expect(await findNewestPayout()).toMatchObject({ status: 'processing' })
  expect([countObjects('transfer'), countObjects('payout')]).toEqual(before.map((number) => number + 1))
  await expectConsistentMoney()
})

test.each(
  (['payout.retrieve', 'reversal.create'] as const).flatMap((call) =>
    MOMENTS.map((when) => ({ call, when })),
  ),
)('a failed payout recovers when killed $when $call', async ({ call, when }) => {
  await earnMoney()
  await requestPayout()
  await post('/dev/clock', { advance_minutes: 0 }, { 'content-type': 'application/json' })
  const reversals = countObjects('transfer_reversal')
  const payout = [...stripe.things.values()].findLast(({ object }) => object === 'payout')
  const dead = killAt(call, when)
  stripe.endPayout(payout?.id, 'failed')
  await deliver()
  await dead
  await recover()
  expect(await findNewestPayout()).toMatchObject({ status: 'failed' })
  expect(countObjects('transfer_reversal') - reversals).toBe(1)
  await expectConsistentMoney()
})
