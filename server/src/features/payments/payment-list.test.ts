import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeUser } from '../../../test/factories/accounts.ts'
import {
  catchEvents,
  getPayment,
  makeCapturedPayment,
  makeCheckout,
  refund,
  settle,
} from '../../../test/factories/payments.ts'
import { payments } from './tables.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
  catchEvents(app)
})
afterAll(() => app.close())

describe('GET /api/payments/mine', () => {
  test('lists only the family’s own payments, newest first', async () => {
    const payer = await makeUser(app, { role: 'caretaker' })
    const payee = await makeUser(app, { role: 'caregiver', fullName: 'Ada Quinn' })
    const first = await makeCapturedPayment(app, { payer, payee, amountCents: 12_345 })
    await settle(app, first.paymentId)
    const second = await makeCheckout(app, { payer, payee })
    const other = await makeCapturedPayment(app)

    const { status, body } = await payer.client.get('/api/payments/mine/')

    expect(status).toBe(200)
    expect(body.count).toBe(2)
    expect(body.results.map((row: { id: number }) => row.id)).toEqual([second.paymentId, first.paymentId])
    const settled = await getPayment(app, first.paymentId)
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
      refunding_usd: 0,
      is_refunding: false,
      provider_charge_id: settled.chargeId,
      provider_payment_intent_id: settled.paymentIntentId,
      care: null,
    })
    expect(body.results[0]).toMatchObject({ status: 'pending', provider_charge_id: null })
    expect(body.results[0]).not.toHaveProperty('checkout_url')
    await refund(app, other.paymentId)
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
