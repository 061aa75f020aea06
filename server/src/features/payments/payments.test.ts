import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeUser } from '../../../test/factories/accounts.ts'
import {
  type CaughtEvent,
  catchEvents,
  DECLINED_CARD,
  loseWebhooks,
  makeCheckout,
  payFor,
  type TestCheckout,
} from '../../../test/factories/payments.ts'
import { withTransaction } from '../../platform/database.ts'
import { getTotalBalance } from '../../ports/payments/sandbox-store.ts'
import { sandboxRefunds, sandboxSessions } from '../../ports/payments/tables.ts'
import {
  cancelCheckout,
  findRequestPayment,
  openCheckout,
  refundPayment,
  settlePayment,
  syncRequestPayment,
} from './index.ts'
import { syncPayment } from './sync.ts'
import { type Payment, payments } from './tables.ts'

let app: TestApp
let events: CaughtEvent[]

beforeAll(async () => {
  app = await testApp()
  events = catchEvents(app)
})
afterAll(() => app.close())
beforeEach(() => {
  events.length = 0
})

const paymentNow = async (id: number): Promise<Payment> => {
  const [payment] = await app.deps.database.select().from(payments).where(eq(payments.id, id))
  return payment as Payment
}
const statusOf = async (id: number) => (await paymentNow(id)).status
const eventsOf = (paymentId: number) =>
  events.filter((event) => event.paymentId === paymentId).map(({ name }) => name)
const settle = (id: number) => withTransaction(app.deps.database, (tx) => settlePayment(tx, app.deps, id))
const refund = (id: number) =>
  withTransaction(app.deps.database, (tx) => refundPayment(tx, app.deps, id, 'Another family was first'))

/** Balances by kind, of the platform and of this owner. */
async function balanceOf(kind: string, ownerId: number | null = null): Promise<number> {
  const { rows } = await app.deps.database.execute<{ cents: string }>(sql`
    SELECT balance_cents AS cents FROM ledger_accounts WHERE kind = ${kind} AND owner_id IS NOT DISTINCT FROM ${ownerId}`)
  return Number(rows[0]?.cents ?? 0)
}

/** Expects the ledger and the provider to agree to the cent, with only this much unallocated. */
async function expectConserved(unallocatedCents: number): Promise<void> {
  expect((await balanceOf('clearing')) + (await getTotalBalance(app.deps.database))).toBe(0)
  expect(await balanceOf('unallocated')).toBe(unallocatedCents)
  const { rows } = await app.deps.database.execute<{ cents: string }>(
    sql`SELECT coalesce(sum(balance_cents), 0) AS cents FROM ledger_accounts`,
  )
  expect(Number(rows[0]?.cents)).toBe(0)
}

async function paid(overrides: Parameters<typeof makeCheckout>[1] = {}): Promise<TestCheckout> {
  const checkout = await makeCheckout(app, overrides)
  expect((await payFor(app, checkout.checkoutUrl)).status).toBe(303)
  await app.drain()
  return checkout
}

describe('a payment', () => {
  test('is captured by the webhook, then settled into the caregiver’s escrow less the fee', async () => {
    const checkout = await makeCheckout(app, { amountCents: 10_001, feeCents: 501 })
    expect(await statusOf(checkout.paymentId)).toBe('open')

    const answer = await payFor(app, checkout.checkoutUrl)
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(
      `${app.url}/payments/success?request_id=${checkout.requestId}`,
    )
    await app.drain()

    const captured = await paymentNow(checkout.paymentId)
    expect(captured).toMatchObject({ status: 'captured', failureReason: null })
    expect(captured.paymentIntentId).toMatch(/^pi_/)
    expect(captured.chargeId).toMatch(/^ch_/)
    expect(eventsOf(checkout.paymentId)).toEqual(['payment.captured'])
    await expectConserved(10_001)

    await settle(checkout.paymentId)
    expect(await statusOf(checkout.paymentId)).toBe('succeeded')
    expect(await balanceOf('escrow', checkout.payee.id)).toBe(9_500)
    expect(await balanceOf('platform_fees')).toBe(501)
    await expectConserved(0)
    const { body } = await checkout.payee.client.get('/api/wallets/mine/entries')
    expect(body.results.map((entry: Record<string, unknown>) => [entry.category, entry.amount])).toEqual([
      ['fee', 5.01],
      ['escrow_in', 100.01],
    ])
  })

  test('is settled or refunded once under 10 parallel calls', async () => {
    const { paymentId, payee, amountCents } = await paid()

    const answers = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) => (index % 2 ? settle(paymentId) : refund(paymentId))),
    )
    await app.drain()

    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const answer of answers) {
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ status: 409 })
    }
    const isSettled = (await statusOf(paymentId)) === 'succeeded'
    expect(await balanceOf('escrow', payee.id)).toBe(isSettled ? amountCents : 0)
    await expectConserved(0)
  })

  test('cannot be settled or refunded while it is open', async () => {
    const { paymentId } = await makeCheckout(app)
    await expect(settle(paymentId)).rejects.toMatchObject({ status: 409 })
    await expect(refund(paymentId)).rejects.toMatchObject({ status: 409 })
    expect(await statusOf(paymentId)).toBe('open')
    await expectConserved(0)
  })

  test('is refunded once under 20 parallel jobs, and never appears in the caregiver’s wallet', async () => {
    const { paymentId, payee, payer, amountCents } = await paid()
    await refund(paymentId)
    expect(await statusOf(paymentId)).toBe('refunding')

    await Promise.all(Array.from({ length: 20 }, () => syncPayment(app.deps, paymentId)))
    await app.drain()

    const refunded = await paymentNow(paymentId)
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
    expect(eventsOf(paymentId)).toEqual(['payment.captured'])
    expect((await payee.client.get('/api/wallets/mine/entries')).body.count).toBe(0)
    expect((await payer.client.get('/api/payments/mine')).body.results[0].status).toBe('refunded')
    await expectConserved(0)
  })

  test('shares no session, charge or refund id with another', async () => {
    const [one, other] = [await paid(), await paid()]
    for (const { paymentId } of [one, other]) await refund(paymentId)
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
    const [succeeded, refunded] = [await paid(), await paid()]
    await settle(succeeded.paymentId)
    await refund(refunded.paymentId)
    await app.drain()

    for (const { requestId } of [succeeded, refunded]) {
      await syncRequestPayment(app.deps, requestId)
      await withTransaction(app.deps.database, (tx) => cancelCheckout(tx, app.deps, requestId))
    }
    await app.drain()

    expect(await statusOf(succeeded.paymentId)).toBe('succeeded')
    expect(await statusOf(refunded.paymentId)).toBe('refunded')
    await expectConserved(0)
  })
})

describe('recovery', () => {
  test('captures a payment whose webhook was lost when it is synced; a late webhook changes nothing', async () => {
    const { requestId, paymentId, checkoutUrl } = await makeCheckout(app)
    await payFor(app, checkoutUrl)
    expect(await loseWebhooks(app)).toBe(1)
    await app.drain()
    expect(await statusOf(paymentId)).toBe('open')

    const answers = await Promise.all(
      Array.from({ length: 8 }, () => syncRequestPayment(app.deps, requestId)),
    )
    await app.drain()

    expect(answers.map((payment) => payment?.status)).toEqual(Array(8).fill('captured'))
    expect(eventsOf(paymentId)).toEqual(['payment.captured'])
    await settle(paymentId)
    await expectConserved(0)
  })

  test('captures a payment without webhook or sync', async () => {
    const { paymentId, checkoutUrl } = await makeCheckout(app)
    await payFor(app, checkoutUrl)
    await loseWebhooks(app)

    await app.advance(1)
    expect(await statusOf(paymentId)).toBe('open')
    await app.advance(3)

    expect(await statusOf(paymentId)).toBe('captured')
    await settle(paymentId)
    await expectConserved(0)
  })

  test('publishes a captured payment that is not settled again, at most once a minute', async () => {
    const { paymentId } = await paid()
    await app.deps.jobs.sweep()
    await app.drain()
    expect(eventsOf(paymentId)).toEqual(['payment.captured'])

    await app.advance(2)
    await app.deps.jobs.sweep()
    await app.drain()

    expect(eventsOf(paymentId)).toEqual(['payment.captured', 'payment.captured'])
    await settle(paymentId)
    await app.advance(5)
    expect(eventsOf(paymentId)).toHaveLength(2)
  })

  test('retries a refund whose job was lost', async () => {
    const { paymentId } = await paid()
    await refund(paymentId)
    await app.deps.database.execute(sql`DELETE FROM graphile_worker._private_jobs`)

    await app.advance(2)

    expect(await statusOf(paymentId)).toBe('refunded')
    await expectConserved(0)
  })

  test('records a refund that the provider made before a crash, and does not make it twice', async () => {
    const { paymentId, amountCents } = await paid()
    await refund(paymentId)
    const { paymentIntentId } = await paymentNow(paymentId)
    const order = { paymentIntentId: paymentIntentId as string, amountCents }
    await app.deps.payments.refund(order, { key: `refund-${paymentId}`, mayBeRepeat: false })

    await app.drain()

    expect(await statusOf(paymentId)).toBe('refunded')
    await expectConserved(0)
  })
})

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
    expect(await statusOf(first.paymentId)).toBe('failed')
    expect((await payFor(app, first.checkoutUrl)).status).toBe(410)
    expect((await payFor(app, second.checkoutUrl)).status).toBe(303)
    await app.drain()
    expect(await findRequestPayment(app.deps.database, first.requestId)).toMatchObject({
      id: second.paymentId,
      status: 'captured',
      amountCents: 6_000,
    })
    await settle(second.paymentId)
    await expectConserved(0)
  })

  test('shortly before the old one expires opens a new one', async () => {
    const first = await makeCheckout(app)
    await app.advance(55)
    const second = await first.again()
    expect(second.paymentId).not.toBe(first.paymentId)
    expect((await payFor(app, first.checkoutUrl)).status).toBe(410)
  })

  test('is rejected once the request is paid, with or without a webhook', async () => {
    const heard = await paid()
    await expect(heard.again()).rejects.toMatchObject({
      status: 409,
      message: 'This request is already paid',
    })
    await settle(heard.paymentId)
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
    expect(await statusOf(unheard.paymentId)).toBe('captured')
    await settle(unheard.paymentId)
    await expectConserved(0)
  })
})

describe('an unpaid checkout', () => {
  test('says why a card was declined while it can be tried again, and clears it once paid', async () => {
    const checkout = await makeCheckout(app)
    await syncRequestPayment(app.deps, checkout.requestId)
    expect(await paymentNow(checkout.paymentId)).toMatchObject({ status: 'open', failureReason: null })
    await payFor(app, checkout.checkoutUrl, DECLINED_CARD)
    await syncRequestPayment(app.deps, checkout.requestId)
    expect(await paymentNow(checkout.paymentId)).toMatchObject({
      status: 'open',
      failureReason: 'Your card was declined.',
    })
    expect(await checkout.again()).toMatchObject({ checkoutUrl: checkout.checkoutUrl })
    await payFor(app, checkout.checkoutUrl)
    await app.drain()
    expect(await paymentNow(checkout.paymentId)).toMatchObject({ status: 'captured', failureReason: null })
    await settle(checkout.paymentId)
  })

  test('fails when it expires, with the last decline as the reason', async () => {
    const [untouched, declined] = [await makeCheckout(app), await makeCheckout(app)]
    await payFor(app, declined.checkoutUrl, DECLINED_CARD)

    await app.advance(61)

    expect(await paymentNow(untouched.paymentId)).toMatchObject({
      status: 'failed',
      failureReason: 'The payment was not completed in time',
    })
    expect(await paymentNow(declined.paymentId)).toMatchObject({
      status: 'failed',
      failureReason: 'Your card was declined.',
    })
    expect(eventsOf(untouched.paymentId)).toEqual([])
    expect((await payFor(app, untouched.checkoutUrl)).status).toBe(410)
    await expectConserved(0)
  })

  test('fails without a session too', async () => {
    const { paymentId } = await makeCheckout(app)
    await app.deps.database
      .update(payments)
      .set({ sessionId: null, checkoutUrl: null })
      .where(eq(payments.id, paymentId))
    await app.advance(61)
    expect(await statusOf(paymentId)).toBe('failed')
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
    expect(await statusOf(paymentId)).toBe('failed')
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
    expect(await statusOf(open.paymentId)).toBe('open')

    await app.drain()

    expect(await statusOf(open.paymentId)).toBe('failed')
    expect((await payFor(app, open.checkoutUrl)).status).toBe(410)
    expect(await statusOf(raced.paymentId)).toBe('captured')
    await refund(raced.paymentId)
    await app.drain()
    await expectConserved(0)
  })

  test('is captured if the provider says later that it was paid', async () => {
    const { paymentId, requestId, checkoutUrl } = await makeCheckout(app)
    await app.deps.database.update(payments).set({ status: 'failed' }).where(eq(payments.id, paymentId))
    await payFor(app, checkoutUrl)

    expect(await syncRequestPayment(app.deps, requestId)).toMatchObject({
      status: 'captured',
      failureReason: null,
    })

    await refund(paymentId)
    await app.drain()
    await expectConserved(0)
  })

  test('that is paid after all replaces a second open one, and is refunded if that one is paid', async () => {
    for (const secondIsPaid of [false, true]) {
      const first = await makeCheckout(app)
      // As if the provider had not known the session when the payment failed.
      await app.deps.database
        .update(payments)
        .set({ status: 'failed' })
        .where(eq(payments.id, first.paymentId))
      const second = await first.again()
      expect(second.paymentId).not.toBe(first.paymentId)
      if (secondIsPaid) {
        await payFor(app, second.checkoutUrl)
        await app.drain()
        await settle(second.paymentId)
      }
      await payFor(app, first.checkoutUrl)
      await app.drain()

      const states = [await statusOf(first.paymentId), await statusOf(second.paymentId)]
      expect(states).toEqual(secondIsPaid ? ['refunded', 'succeeded'] : ['captured', 'failed'])
      if (!secondIsPaid) {
        expect((await payFor(app, second.checkoutUrl)).status).toBe(410)
        await settle(first.paymentId)
      }
      expect(await balanceOf('escrow', first.payee.id)).toBe(first.amountCents)
      await expectConserved(0)
    }
  })
})

test('shows a payment that is being refunded, not a later unpaid checkout', async () => {
  const first = await makeCheckout(app)
  await app.deps.database.update(payments).set({ status: 'failed' }).where(eq(payments.id, first.paymentId))
  const second = await first.again()
  await payFor(app, first.checkoutUrl)
  await app.drain()
  expect(await statusOf(second.paymentId)).toBe('failed')
  await refund(first.paymentId)
  const known = () => findRequestPayment(app.deps.database, first.requestId)
  expect(await known()).toMatchObject({ id: first.paymentId, status: 'refunding' })
  await app.drain()
  expect(await known()).toMatchObject({ id: first.paymentId, status: 'refunded' })
})

describe('GET /api/payments/mine', () => {
  test('lists only the family’s own payments, newest first', async () => {
    const payer = await makeUser(app, { role: 'caretaker' })
    const payee = await makeUser(app, { role: 'caregiver', fullName: 'Ada Quinn' })
    const first = await paid({ payer, payee, amountCents: 12_345 })
    await settle(first.paymentId)
    const second = await makeCheckout(app, { payer, payee })
    const other = await paid()

    const { status, body } = await payer.client.get('/api/payments/mine/')

    expect(status).toBe(200)
    expect(body.count).toBe(2)
    expect(body.results.map((row: { id: number }) => row.id)).toEqual([second.paymentId, first.paymentId])
    const settled = await paymentNow(first.paymentId)
    expect(body.results[1]).toEqual({
      id: first.paymentId,
      created_at: settled.createdAt.toISOString(),
      request_id: first.requestId,
      caregiver_name: 'Ada Quinn',
      caregiver_id: payee.id,
      amount_gross: 123.45,
      refunded_usd: 0,
      currency: 'usd',
      status: 'succeeded',
      is_refunding: false,
      provider_charge_id: settled.chargeId,
      provider_payment_intent_id: settled.paymentIntentId,
    })
    expect(body.results[0]).toMatchObject({ status: 'pending', provider_charge_id: null })
    expect(body.results[0]).not.toHaveProperty('checkout_url')
    await refund(other.paymentId)
    await app.drain()
  })

  test('sorts by time, not by id', async () => {
    const payer = await makeUser(app, { role: 'caretaker' })
    const payee = await makeUser(app, { role: 'caregiver' })
    const [late, early, middle] = [
      await makeCheckout(app, { payer, payee }),
      await makeCheckout(app, { payer, payee }),
      await makeCheckout(app, { payer, payee }),
    ]
    for (const [{ paymentId }, createdAt] of [
      [late, '2026-03-03T10:00:00Z'],
      [early, '2026-03-01T10:00:00Z'],
      [middle, '2026-03-02T10:00:00Z'],
    ] as const) {
      await app.deps.database
        .update(payments)
        .set({ createdAt: new Date(createdAt) })
        .where(eq(payments.id, paymentId))
    }

    const { body } = await payer.client.get('/api/payments/mine')

    expect(body.results.map((row: { id: number }) => row.id)).toEqual(
      [late, middle, early].map(({ paymentId }) => paymentId),
    )
  })

  test('comes in pages of 10', async () => {
    const payer = await makeUser(app, { role: 'caretaker' })
    const payee = await makeUser(app, { role: 'caregiver' })
    for (let made = 0; made < 11; made += 1) await makeCheckout(app, { payer, payee })

    const first = await payer.client.get('/api/payments/mine')
    const second = await payer.client.get('/api/payments/mine?page=2')

    expect([first.body.count, first.body.results.length, first.body.next]).toEqual([
      11,
      10,
      '/api/payments/mine?page=2',
    ])
    expect([second.body.results.length, second.body.next]).toEqual([1, null])
  })

  test('rejects everyone but families, and invalid queries', async () => {
    const caregiver = await makeUser(app, { role: 'caregiver' })
    const admin = await makeUser(app, { role: 'admin' })
    const family = await makeUser(app, { role: 'caretaker' })
    expect((await app.visitor.get('/api/payments/mine')).status).toBe(401)
    expect((await caregiver.client.get('/api/payments/mine')).status).toBe(403)
    expect((await admin.client.get('/api/payments/mine')).status).toBe(403)
    for (const query of ['page=0', 'page=-1', 'page=1e309', 'page_size=1000', 'payer_id=1', 'page=%00']) {
      const { status, body } = await family.client.get(`/api/payments/mine?${query}`)
      expect([query, status, body.code]).toEqual([query, 400, 'invalid'])
    }
  })
})
