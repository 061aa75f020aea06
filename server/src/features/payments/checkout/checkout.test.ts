import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { expectConserved } from '../../../../test/consistency.ts'
import {
  catchEvents,
  getPaymentState,
  loseWebhooks,
  makeCapturedPayment,
  makeCheckout,
  payFor,
  settle,
} from '../../../../test/factories/payments.ts'
import { sandboxSessions } from '../../../ports/payments/tables.ts'
import { findRequestPayment, openCheckout } from '../index.ts'
import { payments } from '../tables.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
  catchEvents(app)
})
afterAll(() => app.close())

describe('opening a checkout', () => {
  test('20 times in parallel opens one payment and one session', async () => {
    const { again, paymentId, checkoutUrl, requestId } = await makeCheckout(app)
    const answers = await Promise.all(Array.from({ length: 20 }, again))
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify({ paymentId, checkoutUrl })]),
    )
    const rows = await app.deps.database.select().from(payments).where(eq(payments.requestId, requestId))
    expect(rows).toHaveLength(1)
  })

  test('works again after the provider’s answer was lost', async () => {
    const { again, paymentId, checkoutUrl } = await makeCheckout(app)
    await app.deps.database
      .update(payments)
      .set({ sessionId: null, checkoutUrl: null })
      .where(eq(payments.id, paymentId))

    expect(await again()).toEqual({ paymentId, checkoutUrl })

    const sessions = await app.deps.database
      .select()
      .from(sandboxSessions)
      .where(eq(sandboxSessions.paymentId, paymentId))
    expect(sessions).toHaveLength(1)
  })

  test('for another amount ends the first, which can no longer be paid', async () => {
    const first = await makeCheckout(app, { amountCents: 5_000 })
    const second = await openCheckout(app.deps, {
      requestId: first.requestId,
      payerId: first.payer.id,
      payeeId: first.payee.id,
      amountCents: 6_000,
      feeCents: 0,
      description: 'Care',
    })

    expect(second.paymentId).not.toBe(first.paymentId)
    expect(await getPaymentState(app, first.paymentId)).toBe('failed')
    expect((await payFor(app, first.checkoutUrl)).status).toBe(410)
    expect((await payFor(app, second.checkoutUrl)).status).toBe(303)
    await app.drain()
    expect(await findRequestPayment(app.deps.database, first.requestId)).toMatchObject({
      id: second.paymentId,
      status: 'captured',
      amountCents: 6_000,
    })
    await settle(app, second.paymentId)
    await expectConserved(app, 0)
  })

  test('shortly before the old one expires opens a new one', async () => {
    const first = await makeCheckout(app)
    await app.advance(55)
    const second = await first.again()
    expect(second.paymentId).not.toBe(first.paymentId)
    expect((await payFor(app, first.checkoutUrl)).status).toBe(410)
  })

  test('is rejected once the request is paid, with or without a webhook', async () => {
    const heard = await makeCapturedPayment(app)
    await expect(heard.again()).rejects.toMatchObject({
      status: 409,
      message: 'This request is already paid',
    })
    await settle(app, heard.paymentId)
    await expect(heard.again()).rejects.toMatchObject({
      status: 409,
      message: 'This request is already paid',
    })

    const unheard = await makeCheckout(app)
    await payFor(app, unheard.checkoutUrl)
    await loseWebhooks(app)
    await app.deps.database
      .update(payments)
      .set({ expiresAt: app.deps.clock.now() })
      .where(eq(payments.id, unheard.paymentId))
    await expect(unheard.again()).rejects.toMatchObject({ status: 409 })
    expect(await getPaymentState(app, unheard.paymentId)).toBe('captured')
    await settle(app, unheard.paymentId)
    await expectConserved(app, 0)
  })
})
