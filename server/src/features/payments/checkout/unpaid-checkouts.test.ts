import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { expectConserved, getBalance } from '../../../../test/consistency.ts'
import {
  type CaughtEvent,
  catchEvents,
  DECLINED_CARD,
  getPayment,
  getPaymentState,
  listEventNames,
  loseWebhooks,
  makeCheckout,
  payFor,
  refund,
  settle,
} from '../../../../test/factories/payments.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { cancelCheckout, findRequestPayment, syncRequestPayment } from '../index.ts'
import { payments } from '../tables.ts'

let app: TestApp
let events: CaughtEvent[]

beforeAll(async () => {
  app = await testApp()
  events = catchEvents(app)
})
afterAll(() => app.close())

describe('an unpaid checkout', () => {
  test('says why a card was declined while it can be tried again, and clears it once paid', async () => {
    const checkout = await makeCheckout(app)
    await syncRequestPayment(app.deps, checkout.requestId)
    expect(await getPayment(app, checkout.paymentId)).toMatchObject({ status: 'open', failureReason: null })
    await payFor(app, checkout.checkoutUrl, DECLINED_CARD)
    await syncRequestPayment(app.deps, checkout.requestId)
    expect(await getPayment(app, checkout.paymentId)).toMatchObject({
      status: 'open',
      failureReason: 'Your card was declined.',
    })
    expect(await checkout.again()).toMatchObject({ checkoutUrl: checkout.checkoutUrl })
    await payFor(app, checkout.checkoutUrl)
    await app.drain()
    expect(await getPayment(app, checkout.paymentId)).toMatchObject({
      status: 'captured',
      failureReason: null,
    })
    await settle(app, checkout.paymentId)
  })

  test('fails when it expires, with the last decline as the reason', async () => {
    const [untouched, declined] = [await makeCheckout(app), await makeCheckout(app)]
    await payFor(app, declined.checkoutUrl, DECLINED_CARD)

    await app.advance(61)

    expect(await getPayment(app, untouched.paymentId)).toMatchObject({
      status: 'failed',
      failureReason: 'The payment was not completed in time',
    })
    expect(await getPayment(app, declined.paymentId)).toMatchObject({
      status: 'failed',
      failureReason: 'Your card was declined.',
    })
    expect(listEventNames(events, untouched.paymentId)).toEqual([])
    expect((await payFor(app, untouched.checkoutUrl)).status).toBe(410)
    await expectConserved(app, 0)
  })

  test('fails without a session too', async () => {
    const { paymentId } = await makeCheckout(app)
    await app.deps.database
      .update(payments)
      .set({ sessionId: null, checkoutUrl: null })
      .where(eq(payments.id, paymentId))
    await app.advance(61)
    expect(await getPaymentState(app, paymentId)).toBe('failed')
  })

  test('does not return its address if it is canceled while the provider opens it', async () => {
    const { paymentId, requestId, again } = await makeCheckout(app)
    await app.deps.database
      .update(payments)
      .set({ sessionId: null, checkoutUrl: null })
      .where(eq(payments.id, paymentId))
    const provider = app.deps.payments
    app.deps.payments = {
      ...provider,
      async createCheckout(order, key) {
        const session = await provider.createCheckout(order, key)
        await withTransaction(app.deps.database, (tx) => cancelCheckout(tx, app.deps, requestId))
        await app.drain()
        return session
      },
    }

    const answer = await again().catch((error: unknown) => error)
    app.deps.payments = provider

    expect(answer).toMatchObject({ status: 409 })
    expect(await getPaymentState(app, paymentId)).toBe('failed')
  })

  test('is ended at the provider when it is canceled, and captured if it was paid first', async () => {
    const [open, raced] = [await makeCheckout(app), await makeCheckout(app)]
    await payFor(app, raced.checkoutUrl)
    await loseWebhooks(app)
    await withTransaction(app.deps.database, async (tx) => {
      await cancelCheckout(tx, app.deps, open.requestId)
      await cancelCheckout(tx, app.deps, raced.requestId)
      await cancelCheckout(tx, app.deps, 899_999)
    })
    expect(await getPaymentState(app, open.paymentId)).toBe('open')

    await app.drain()

    expect(await getPaymentState(app, open.paymentId)).toBe('failed')
    expect((await payFor(app, open.checkoutUrl)).status).toBe(410)
    expect(await getPaymentState(app, raced.paymentId)).toBe('captured')
    await refund(app, raced.paymentId)
    await app.drain()
    await expectConserved(app, 0)
  })

  test('is captured if the provider says later that it was paid', async () => {
    const { paymentId, requestId, checkoutUrl } = await makeCheckout(app)
    await app.deps.database.update(payments).set({ status: 'failed' }).where(eq(payments.id, paymentId))
    await payFor(app, checkoutUrl)

    expect(await syncRequestPayment(app.deps, requestId)).toMatchObject({
      status: 'captured',
      failureReason: null,
    })

    await refund(app, paymentId)
    await app.drain()
    await expectConserved(app, 0)
  })

  test('that is paid after it failed replaces a second open one, and is refunded if that one is paid', async () => {
    for (const secondIsPaid of [false, true]) {
      const first = await makeCheckout(app)
      // Simulates that the provider did not know the session when the payment failed.
      await app.deps.database
        .update(payments)
        .set({ status: 'failed' })
        .where(eq(payments.id, first.paymentId))
      const second = await first.again()
      expect(second.paymentId).not.toBe(first.paymentId)
      if (secondIsPaid) {
        await payFor(app, second.checkoutUrl)
        await app.drain()
        await settle(app, second.paymentId)
      }
      await payFor(app, first.checkoutUrl)
      await app.drain()

      const states = [
        await getPaymentState(app, first.paymentId),
        await getPaymentState(app, second.paymentId),
      ]
      expect(states).toEqual(secondIsPaid ? ['refunded', 'succeeded'] : ['captured', 'failed'])
      if (!secondIsPaid) {
        expect((await payFor(app, second.checkoutUrl)).status).toBe(410)
        await settle(app, first.paymentId)
      }
      expect(await getBalance(app, 'escrow', first.payee.id)).toBe(first.amountCents)
      await expectConserved(app, 0)
    }
  })
})

test('shows a payment that is being refunded, not a later unpaid checkout', async () => {
  const first = await makeCheckout(app)
  await app.deps.database.update(payments).set({ status: 'failed' }).where(eq(payments.id, first.paymentId))
  const second = await first.again()
  await payFor(app, first.checkoutUrl)
  await app.drain()
  expect(await getPaymentState(app, second.paymentId)).toBe('failed')
  await refund(app, first.paymentId)
  const known = () => findRequestPayment(app.deps.database, first.requestId)
  expect(await known()).toMatchObject({ id: first.paymentId, status: 'refunding' })
  await app.drain()
  expect(await known()).toMatchObject({ id: first.paymentId, status: 'refunded' })
})
