import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import {
  catchEvents,
  makeCapturedPayment,
  makeCheckout,
  settle,
  type TestCheckout,
} from '../../../../test/factories/payments.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { getRefundableCents, holdPayment, refundHeldPayment, releaseHold, releasePayment } from '../index.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  catchEvents(app)
})
afterAll(() => app.close())

type Work = Parameters<typeof withTransaction>[1]
const inTransaction = <Result>(work: (transaction: Parameters<Work>[0]) => Promise<Result>) =>
  withTransaction(app.deps.database, work)

/** 100 dollars with a fee of 10. */
async function makeSettledCheckout(): Promise<TestCheckout> {
  const checkout = await makeCapturedPayment(app, { amountCents: 10_000, feeCents: 1_000 })
  await settle(app, checkout.paymentId)
  return checkout
}

const holdMoney = ({ requestId }: TestCheckout) => inTransaction((tx) => holdPayment(tx, app.deps, requestId))
const releaseMoney = ({ requestId }: TestCheckout) =>
  inTransaction((tx) => releasePayment(tx, app.deps, requestId, app.deps.clock.now()))
const endHold = ({ requestId }: TestCheckout, isDue: boolean) =>
  inTransaction((tx) => releaseHold(tx, app.deps, requestId, { isDue, careEndedAt: app.deps.clock.now() }))
const refundFromHold = ({ requestId }: TestCheckout, amountCents: number, key = 'dispute:1') =>
  inTransaction((tx) => refundHeldPayment(tx, app.deps, { requestId, amountCents, reason: 'Cut short', key }))
const getWallet = async ({ payee }: TestCheckout) => {
  const { balance, pending, held } = (await payee.client.get('/api/wallets/mine')).body
  return { balance, pending, held }
}
const listEntries = async ({ payee }: TestCheckout) => {
  const { body } = await payee.client.get('/api/wallets/mine/entries?page_size=20')
  return body.results.map(({ category, direction, amount }: Record<string, unknown>) => [
    category,
    direction,
    amount,
  ])
}
const getReceipt = async ({ payer, paymentId }: TestCheckout) =>
  (await payer.client.get(`/api/payments/${paymentId}`)).body

test('holds money in escrow once, does not release it while held, and returns it to escrow', async () => {
  const checkout = await makeSettledCheckout()
  const held = await Promise.all(Array.from({ length: 6 }, () => holdMoney(checkout)))
  expect(held).toEqual(Array(6).fill(9_000))
  await releaseMoney(checkout)
  expect(await getWallet(checkout)).toEqual({ balance: 0, pending: 0, held: 90 })

  expect(await endHold(checkout, false)).toBe(9_000)
  expect(await endHold(checkout, false)).toBe(0)
  expect(await getWallet(checkout)).toEqual({ balance: 0, pending: 90, held: 0 })
  await releaseMoney(checkout)
  expect(await getWallet(checkout)).toEqual({ balance: 90, pending: 0, held: 0 })
  expect(await listEntries(checkout)).toEqual([
    ['release', 'credit', 90],
    ['dispute_hold', 'credit', 90],
    ['dispute_hold', 'debit', 90],
    ['fee', 'debit', 10],
    ['escrow_in', 'credit', 100],
  ])
})

test('makes money that is due available when its hold ends', async () => {
  const checkout = await makeSettledCheckout()
  await holdMoney(checkout)
  await endHold(checkout, true)
  await releaseMoney(checkout)
  expect(await getWallet(checkout)).toEqual({ balance: 90, pending: 0, held: 0 })
  expect(await listEntries(checkout)).toEqual([
    ['release', 'credit', 90],
    ['dispute_hold', 'debit', 90],
    ['fee', 'debit', 10],
    ['escrow_in', 'credit', 100],
  ])
})

test('holds released money as far as it is still available, more than once', async () => {
  const checkout = await makeSettledCheckout()
  await releaseMoney(checkout)
  expect(await holdMoney(checkout)).toBe(9_000)
  await endHold(checkout, true)
  expect(await holdMoney(checkout)).toBe(9_000)
  expect(await getWallet(checkout)).toEqual({ balance: 0, pending: 0, held: 90 })
  await endHold(checkout, false)
  // It came from the available balance and returns there.
  expect(await getWallet(checkout)).toEqual({ balance: 90, pending: 0, held: 0 })
  expect(
    (await listEntries(checkout)).map(([category, direction]: string[]) => `${category} ${direction}`),
  ).toEqual([
    ...['release credit', 'dispute_hold debit', 'release credit', 'dispute_hold debit'],
    ...['release credit', 'fee debit', 'escrow_in credit'],
  ])
  const other = await makeCheckout(app)
  expect(await holdMoney(other)).toBe(0)
})

test('holds of the available balance only what the payment released, less its fee and refunds', async () => {
  const checkout = await makeSettledCheckout()
  const other = await makeCapturedPayment(app, { payee: checkout.payee, amountCents: 20_000 })
  await settle(app, other.paymentId)
  await releaseMoney(checkout)
  await releaseMoney(other)
  expect(await holdMoney(checkout)).toBe(9_000)
  await refundFromHold(checkout, 4_000)
  await endHold(checkout, true)
  expect(await holdMoney(checkout)).toBe(5_000)
  expect(await getWallet(checkout)).toEqual({ balance: 200, pending: 0, held: 50 })
})

test('refunds a part from the hold once per key, and releases the rest', async () => {
  const checkout = await makeSettledCheckout()
  await holdMoney(checkout)
  await Promise.all([
    refundFromHold(checkout, 2_500),
    refundFromHold(checkout, 2_500),
    refundFromHold(checkout, 2_500),
  ])
  expect(await getWallet(checkout)).toEqual({ balance: 0, pending: 0, held: 65 })
  await endHold(checkout, true)
  await app.drain()
  expect(await getWallet(checkout)).toEqual({ balance: 65, pending: 0, held: 0 })
  expect(await getReceipt(checkout)).toMatchObject({
    status: 'succeeded',
    amount_gross: 100,
    refunded_usd: 25,
    refunds: [{ amount: 25, reason: 'Cut short', status: 'succeeded' }],
  })
})

test('refunds everything including the fee, and not a cent more', async () => {
  const checkout = await makeSettledCheckout()
  expect(await getRefundableCents(app.deps.database, checkout.requestId)).toBe(1_000)
  await holdMoney(checkout)
  expect(await getRefundableCents(app.deps.database, checkout.requestId)).toBe(10_000)
  await expect(refundFromHold(checkout, 10_001)).rejects.toMatchObject({ status: 409 })
  await refundFromHold(checkout, 9_500, 'first')
  await expect(refundFromHold(checkout, 501, 'second')).rejects.toMatchObject({ status: 409 })
  await refundFromHold(checkout, 500, 'second')
  await app.drain()
  expect(await getReceipt(checkout)).toMatchObject({ status: 'refunded', refunded_usd: 100 })
  expect(await getWallet(checkout)).toEqual({ balance: 0, pending: 0, held: 0 })
  expect(await endHold(checkout, true)).toBe(0)
})

test('retries a refund that the provider refuses, notifies admins, and completes it', async () => {
  const checkout = await makeCapturedPayment(app, { amountCents: 5_000, card: '4000000000005126' })
  await settle(app, checkout.paymentId)
  await holdMoney(checkout)
  await refundFromHold(checkout, 5_000)
  const published: string[] = []
  const { publish } = app.deps.jobs
  app.deps.jobs.publish = (transaction, name, payload) => {
    published.push(name)
    return publish(transaction, name, payload)
  }
  const findRow = async () => {
    const { rows } = await app.deps.database.$client.query(
      `SELECT status, refusals FROM refunds WHERE payment_id = ${checkout.paymentId}`,
    )
    return rows[0]
  }
  for (let steps = 0; steps < 20 && (await findRow()).status !== 'failed'; steps += 1) await app.advance(120)
  expect(await findRow()).toEqual({ status: 'failed', refusals: 5 })
  await app.deps.database.$client.query("UPDATE sandbox.checkout_sessions SET refunds = 'at once'")
  await app.advance(25 * 60)
  expect(published.filter((name) => name === 'refund.stuck')).toHaveLength(1)
  app.deps.jobs.publish = publish
  const { rows: after } = await app.deps.database.$client.query(
    `SELECT status FROM payments WHERE id = ${checkout.paymentId}`,
  )
  expect(after).toEqual([{ status: 'refunded' }])
})
