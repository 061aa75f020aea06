import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { expectConserved } from '../../../../test/consistency.ts'
import {
  type CaughtEvent,
  catchEvents,
  getPayment,
  getPaymentState,
  listEventNames,
  loseWebhooks,
  makeCapturedPayment,
  makeCheckout,
  payFor,
  refund,
  settle,
} from '../../../../test/factories/payments.ts'
import { syncRequestPayment } from '../index.ts'

let app: TestApp
let events: CaughtEvent[]

beforeAll(async () => {
  app = await testApp()
  events = catchEvents(app)
})
afterAll(() => app.close())

describe('recovery', () => {
  test('captures a payment whose webhook was lost when it is synced; a late webhook changes nothing', async () => {
    const { requestId, paymentId, checkoutUrl } = await makeCheckout(app)
    await payFor(app, checkoutUrl)
    expect(await loseWebhooks(app)).toBe(1)
    await app.drain()
    expect(await getPaymentState(app, paymentId)).toBe('open')

    const answers = await Promise.all(
      Array.from({ length: 8 }, () => syncRequestPayment(app.deps, requestId)),
    )
    await app.drain()

    expect(answers.map((payment) => payment?.status)).toEqual(Array(8).fill('captured'))
    expect(listEventNames(events, paymentId)).toEqual(['payment.captured'])
    await settle(app, paymentId)
    await expectConserved(app, 0)
  })

  test('captures a payment without webhook or sync', async () => {
    const { paymentId, checkoutUrl } = await makeCheckout(app)
    await payFor(app, checkoutUrl)
    await loseWebhooks(app)

    await app.advance(1)
    expect(await getPaymentState(app, paymentId)).toBe('open')
    await app.advance(3)

    expect(await getPaymentState(app, paymentId)).toBe('captured')
    await settle(app, paymentId)
    await expectConserved(app, 0)
  })

  test('publishes a captured payment that is not settled again, at most once a minute', async () => {
    const { paymentId } = await makeCapturedPayment(app)
    await app.deps.jobs.sweep()
    await app.drain()
    expect(listEventNames(events, paymentId)).toEqual(['payment.captured'])

    await app.advance(2)
    await app.deps.jobs.sweep()
    await app.drain()

    expect(listEventNames(events, paymentId)).toEqual(['payment.captured', 'payment.captured'])
    await settle(app, paymentId)
    await app.advance(5)
    expect(listEventNames(events, paymentId)).toHaveLength(2)
  })

  test('retries a refund whose job was lost', async () => {
    const { paymentId } = await makeCapturedPayment(app)
    await refund(app, paymentId)
    await app.deps.database.execute(sql`DELETE FROM graphile_worker._private_jobs`)

    await app.advance(2)

    expect(await getPaymentState(app, paymentId)).toBe('refunded')
    await expectConserved(app, 0)
  })

  test('records a refund that the provider made before a crash, and does not make it twice', async () => {
    const { paymentId, amountCents } = await makeCapturedPayment(app)
    await refund(app, paymentId)
    const { paymentIntentId } = await getPayment(app, paymentId)
    const order = { paymentIntentId: paymentIntentId as string, amountCents }
    await app.deps.payments.refund(order, { key: `refund-${paymentId}`, mayBeRepeat: false })

    await app.drain()

    expect(await getPaymentState(app, paymentId)).toBe('refunded')
    await expectConserved(app, 0)
  })
})
