import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { expectConserved, getBalance } from '../../../test/consistency.ts'
import {
  type CaughtEvent,
  catchEvents,
  getPayment,
  getPaymentState,
  listEventNames,
  makeCapturedPayment,
  makeCheckout,
  payFor,
  refund,
  settle,
} from '../../../test/factories/payments.ts'
import { withTransaction } from '../../platform/database/database.ts'
import { sandboxRefunds } from '../../ports/payments/tables.ts'
import { syncPayment } from './checkout/sync.ts'
import { cancelCheckout, syncRequestPayment } from './index.ts'

let app: TestApp
let events: CaughtEvent[]

beforeAll(async () => {
  app = await testApp()
  events = catchEvents(app)
})
afterAll(() => app.close())

describe('a payment', () => {
  test('is captured by the webhook, then settled into the caregiver’s escrow less the fee', async () => {
    const checkout = await makeCheckout(app, { amountCents: 10_001, feeCents: 501 })
    expect(await getPaymentState(app, checkout.paymentId)).toBe('open')

    const answer = await payFor(app, checkout.checkoutUrl)
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(
      `${app.url}/payments/success?request_id=${checkout.requestId}&payment_id=${checkout.paymentId}`,
    )
    await app.drain()

    const captured = await getPayment(app, checkout.paymentId)
    expect(captured).toMatchObject({ status: 'captured', failureReason: null })
    expect(captured.paymentIntentId).toMatch(/^pi_/)
    expect(captured.chargeId).toMatch(/^ch_/)
    expect(listEventNames(events, checkout.paymentId)).toEqual(['payment.captured'])
    await expectConserved(app, 10_001)

    await settle(app, checkout.paymentId)
    expect(await getPaymentState(app, checkout.paymentId)).toBe('succeeded')
    expect(await getBalance(app, 'escrow', checkout.payee.id)).toBe(9_500)
    expect(await getBalance(app, 'platform_fees')).toBe(501)
    await expectConserved(app, 0)
    const { body } = await checkout.payee.client.get('/api/wallets/mine/entries')
    expect(body.results.map((entry: Record<string, unknown>) => [entry.category, entry.amount])).toEqual([
      ['fee', 5.01],
      ['escrow_in', 100.01],
    ])
  })

  test('is settled or refunded once under 10 parallel calls', async () => {
    const { paymentId, payee, amountCents } = await makeCapturedPayment(app)

    const answers = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) => (index % 2 ? settle(app, paymentId) : refund(app, paymentId))),
    )
    await app.drain()

    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const answer of answers) {
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ status: 409 })
    }
    const isSettled = (await getPaymentState(app, paymentId)) === 'succeeded'
    expect(await getBalance(app, 'escrow', payee.id)).toBe(isSettled ? amountCents : 0)
    await expectConserved(app, 0)
  })

  test('cannot be settled or refunded while it is open', async () => {
    const { paymentId } = await makeCheckout(app)
    await expect(settle(app, paymentId)).rejects.toMatchObject({ status: 409 })
    await expect(refund(app, paymentId)).rejects.toMatchObject({ status: 409 })
    expect(await getPaymentState(app, paymentId)).toBe('open')
    await expectConserved(app, 0)
  })

  test('is refunded once under 20 parallel jobs, and never appears in the caregiver’s wallet', async () => {
    const { paymentId, payee, payer, amountCents } = await makeCapturedPayment(app)
    await refund(app, paymentId)
    expect(await getPaymentState(app, paymentId)).toBe('refunding')

    const payment = await getPayment(app, paymentId)
    await Promise.all(Array.from({ length: 20 }, () => syncPayment(app.deps, payment)))
    await app.drain()

    const refunded = await getPayment(app, paymentId)
    expect(refunded).toMatchObject({ status: 'refunded', failureReason: 'Another family was first' })
    const refunds = await app.deps.database
      .select()
      .from(sandboxRefunds)
      .where(eq(sandboxRefunds.paymentIntentId, refunded.paymentIntentId as string))
    expect(refunds.map((row) => row.amountCents)).toEqual([amountCents])
    const { body: receipt } = await payer.client.get(`/api/payments/${paymentId}`)
    expect(receipt.refunds).toMatchObject([
      { amount: amountCents / 100, reason: 'Another family was first', status: 'succeeded' },
    ])
    expect(listEventNames(events, paymentId)).toEqual(['payment.captured'])
    expect((await payee.client.get('/api/wallets/mine/entries')).body.count).toBe(0)
    expect((await payer.client.get('/api/payments/mine')).body.results[0].status).toBe('refunded')
    await expectConserved(app, 0)
  })

  test('shares no session, charge or refund id with another', async () => {
    const [one, other] = [await makeCapturedPayment(app), await makeCapturedPayment(app)]
    for (const { paymentId } of [one, other]) await refund(app, paymentId)
    await app.drain()
    const { $client } = app.deps.database
    const takeOver = (table: string, column: string, key: string) =>
      $client.query(
        `UPDATE ${table} SET ${column} = (SELECT ${column} FROM ${table} WHERE ${key} = $1) WHERE ${key} = $2`,
        [one.paymentId, other.paymentId],
      )
    await expect(takeOver('payments', 'charge_id', 'id')).rejects.toMatchObject({
      constraint: 'payments_chargeId_unique',
    })
    await expect(takeOver('refunds', 'provider_refund_id', 'payment_id')).rejects.toMatchObject({
      constraint: 'refunds_providerRefundId_unique',
    })
  })

  test('never moves back, however often it is synced', async () => {
    const [succeeded, refunded] = [await makeCapturedPayment(app), await makeCapturedPayment(app)]
    await settle(app, succeeded.paymentId)
    await refund(app, refunded.paymentId)
    await app.drain()

    for (const { requestId } of [succeeded, refunded]) {
      await syncRequestPayment(app.deps, requestId)
      await withTransaction(app.deps.database, (tx) => cancelCheckout(tx, app.deps, requestId))
    }
    await app.drain()

    expect(await getPaymentState(app, succeeded.paymentId)).toBe('succeeded')
    expect(await getPaymentState(app, refunded.paymentId)).toBe('refunded')
    await expectConserved(app, 0)
  })
})
