/** What both providers must do: what people see, what the ledger says, what the provider holds. */
import { DAY_MS, MINUTE_MS } from '@tendwell/contract/time'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { makeUser } from '../../../test/factories/accounts.ts'
import { makeCheckout, type TestCheckout } from '../../../test/factories/payments.ts'
import { earn, makeEarner, PROVIDERS, type Provider } from '../../../test/factories/providers.ts'
import {
  findRequestPayment,
  refundPayment,
  refunds,
  settlePayment,
  toPaymentStatus,
} from '../../features/payments/index.ts'
import { verifyLedger } from '../../features/reconciliation/index.ts'
import { withTransaction } from '../../platform/database/database.ts'
import type { ProviderMovement } from './port.ts'

describe.each(Object.entries(PROVIDERS))('%s', (_name, open) => {
  let provider: Provider
  let app: TestApp
  beforeAll(async () => {
    provider = await open()
    app = provider.app
  })
  afterAll(() => provider.close())
  afterEach(async () => {
    await provider.allow()
    if ('stripe' in provider) expect((provider.stripe as { complaints: string[] }).complaints).toEqual([])
  })

  const getStatus = async ({ requestId }: TestCheckout) => {
    const payment = await findRequestPayment(app.deps.database, requestId)
    return payment && toPaymentStatus(payment, 0)
  }
  const getLedgerBalance = async (kind: string) => {
    const { rows } = await app.deps.database.execute<{ cents: number }>(
      sql`SELECT coalesce(sum(balance_cents), 0)::int AS cents FROM ledger_accounts WHERE kind = ${kind}`,
    )
    return rows[0]?.cents ?? 0
  }
  /** Money in transit has left the provider once it is at the bank. */
  const expectAgreement = async () => {
    expect(-(await getLedgerBalance('clearing')) - (await getLedgerBalance('payouts_in_transit'))).toBe(
      await provider.getHeldCents(),
    )
  }

  test('takes a card payment once and reports it by webhook', async () => {
    const checkout = await makeCheckout(app, { amountCents: 12_345 })
    expect(await getStatus(checkout)).toBe('pending')
    await Promise.all([provider.pay(checkout.checkoutUrl), provider.pay(checkout.checkoutUrl)])
    await provider.deliverEvents()
    await withTransaction(app.deps.database, (tx) => settlePayment(tx, app.deps, checkout.paymentId))
    const { body } = await checkout.payer.client.get(`/api/payments/${checkout.paymentId}`)
    expect(body).toMatchObject({
      status: 'succeeded',
      amount_gross: 123.45,
      provider_charge_id: expect.stringMatching(/^ch_/),
      provider_payment_intent_id: expect.stringMatching(/^pi_/),
      refunds: [],
    })
    expect(body.paid_at).not.toBeNull()
    await expectAgreement()
  })

  test('says why a card was declined, and the same page then takes another', async () => {
    const checkout = await makeCheckout(app)
    await provider.decline(checkout.checkoutUrl)
    await provider.deliverEvents()
    expect(await getStatus(checkout)).toBe('pending')
    expect((await checkout.again()).checkoutUrl).toBe(checkout.checkoutUrl)
    const [, sessionId = ''] = /(cs_\w+)/.exec(checkout.checkoutUrl) ?? []
    const state = await app.deps.payments.checkoutState(sessionId)
    expect(state).toMatchObject({ status: 'open', lastDecline: 'Your card was declined.', cardName: null })
    await provider.pay(checkout.checkoutUrl, 'at once', 'FAY HART')
    expect(await app.deps.payments.checkoutState(sessionId)).toMatchObject({
      status: 'paid',
      amountCents: checkout.amountCents,
      lastDecline: null,
      cardName: 'FAY HART',
    })
    await provider.deliverEvents()
    await expectAgreement()
  })

  test('opens one session per key, and expires it only while it is open', async () => {
    const one = await makeCheckout(app)
    const again = await Promise.all(Array.from({ length: 5 }, () => one.again()))
    expect(new Set(again.map(({ checkoutUrl }) => checkoutUrl))).toEqual(new Set([one.checkoutUrl]))
    const [, first = ''] = /(cs_\w+)/.exec(one.checkoutUrl) ?? []
    expect((await app.deps.payments.expireCheckout(first)).status).toBe('expired')
    await provider.pay(one.checkoutUrl)
    await provider.deliverEvents()
    expect(await getStatus(one)).toBe('failed')

    const two = await makeCheckout(app)
    const [, second = ''] = /(cs_\w+)/.exec(two.checkoutUrl) ?? []
    await provider.pay(two.checkoutUrl)
    expect((await app.deps.payments.expireCheckout(second)).status).toBe('paid')
    await provider.deliverEvents()
    await expectAgreement()
  })

  test.each(['at once', 'later'] as const)('refunds %s', async (way) => {
    const checkout = await makeCheckout(app)
    await provider.pay(checkout.checkoutUrl, way)
    await provider.deliverEvents()
    await withTransaction(app.deps.database, (tx) =>
      refundPayment(tx, app.deps, checkout.paymentId, 'Another was first'),
    )
    await provider.deliverEvents()
    expect(await getStatus(checkout)).toBe(way === 'at once' ? 'refunded' : 'succeeded')
    await provider.endRefunds()
    await app.advance(61)
    expect(await getStatus(checkout)).toBe('refunded')
    await expectAgreement()
  })

  test('refunds again when the bank returns a refund days later', async () => {
    const checkout = await makeCheckout(app)
    await provider.pay(checkout.checkoutUrl, 'never')
    await provider.deliverEvents()
    await withTransaction(app.deps.database, (tx) =>
      refundPayment(tx, app.deps, checkout.paymentId, 'Another was first'),
    )
    await provider.deliverEvents()
    const now = async () => [
      await getStatus(checkout),
      ...(await app.deps.database
        .select({ status: refunds.status })
        .from(refunds)
        .where(eq(refunds.paymentId, checkout.paymentId))),
    ]
    expect(await now()).toEqual(['refunded', { status: 'succeeded' }])
    await expectAgreement()
    for (const _time of ['first', 'second']) {
      await provider.endRefunds()
      expect(await now()).toEqual(['succeeded', { status: 'pending' }])
      await expectAgreement()
      // The pause before the next attempt is longer the second time.
      await app.advance(21)
    }
    await provider.fixCards()
    await provider.endRefunds()
    await app.advance(61)
    await provider.deliverEvents()
    expect(await now()).toEqual(['refunded', { status: 'succeeded' }])
    await expectAgreement()
    expect(await verifyLedger(app.deps.database)).toEqual([])
  })

  test('pays a caregiver, from onboarding to their bank', async () => {
    const caregiver = await makeUser(app, { role: 'caregiver' })
    const { client } = caregiver
    await earn(provider, caregiver, 10_000)
    expect((await client.post('/api/payouts', { amount: 50 })).body.detail).toBe(
      'Please set up payouts first',
    )
    expect((await client.get('/api/payouts/method')).body).toEqual({
      details_submitted: false,
      payouts_enabled: false,
      bank_last4: null,
      payable_from: null,
      held_because: null,
    })

    const links = await Promise.all([1, 2].map(() => client.post('/api/payouts/onboarding-link')))
    const { body: link } = await client.post('/api/payouts/onboarding-link/')
    expect(links.map(({ status }) => status)).toEqual([200, 200])
    expect((await client.get('/api/wallets/mine')).body.details_submitted).toBe(false)
    await provider.onboard(link.url)
    expect((await client.get('/api/payouts/method')).body).toEqual({
      details_submitted: true,
      payouts_enabled: true,
      bank_last4: '6789',
      payable_from: null,
      held_because: null,
    })
    expect((await client.get('/api/wallets/mine')).body).toMatchObject({
      balance: 100,
      details_submitted: true,
    })

    const asked = await client.post('/api/payouts/', { amount: 60.5 })
    expect([asked.status, asked.body]).toMatchObject([
      201,
      { amount: 60.5, status: 'pending', provider_payout_id: null },
    ])
    expect((await client.get('/api/wallets/mine')).body.balance).toBe(39.5)
    await provider.deliverEvents()
    const now = async () => (await client.get('/api/payouts/me')).body.results[0]
    expect(await now()).toMatchObject({
      status: 'processing',
      provider_payout_id: expect.stringMatching(/^po_/),
    })
    await provider.endPayouts('paid')
    expect(await now()).toMatchObject({ status: 'paid', failure_reason: null })
    expect((await client.get('/api/wallets/mine')).body.balance).toBe(39.5)
    await expectAgreement()
  })

  test.each(['failed', 'canceled'] as const)(
    'makes the money of a %s payout available again',
    async (end) => {
      const { client } = await makeEarner(provider, 8_000)
      await client.post('/api/payouts', { amount: 80 })
      await provider.deliverEvents()
      await provider.endPayouts(end)
      expect((await client.get('/api/payouts/me')).body.results).toMatchObject([
        { status: end, amount: 80, failure_reason: expect.any(String) },
      ])
      expect((await client.get('/api/wallets/mine')).body.balance).toBe(80)
      const { body } = await client.get('/api/wallets/mine/entries?type=payout')
      expect(
        body.results.map((row: { direction: string; amount: number }) => [row.direction, row.amount]),
      ).toEqual([
        ['credit', 80],
        ['debit', 80],
      ])
      await expectAgreement()
    },
  )

  test.each(['transfer', 'payOut'] as const)(
    'makes the money available again when its %s is refused',
    async (call) => {
      const { client } = await makeEarner(provider, 8_000)
      await provider.refuse(call)
      await client.post('/api/payouts', { amount: 30 })
      await provider.deliverEvents()
      expect((await client.get('/api/payouts/me')).body.results).toMatchObject([
        { status: 'failed', failure_reason: 'The payment provider could not send this payout' },
      ])
      expect((await client.get('/api/wallets/mine')).body.balance).toBe(80)
      await expectAgreement()
    },
  )

  test('lists each movement of our balance', async () => {
    const from = new Date(Date.now() - DAY_MS)
    const until = new Date(app.deps.clock.now().getTime() + MINUTE_MS)
    const all: ProviderMovement[] = []
    for await (const movement of app.deps.payments.movements({ from, until })) all.push(movement)
    expect(new Set(all.map(({ kind }) => kind))).toEqual(
      new Set(['charge', 'refund', 'refund_failure', 'transfer', 'reversal']),
    )
    const back = all.filter(({ kind }) => kind === 'refund_failure')
    expect(new Set(all.map(({ reference }) => reference)).size).toBe(all.length - back.length)
    const prefixes: Record<string, string> = {
      charge: 'ch_',
      refund: 're_',
      refund_failure: 're_',
      transfer: 'tr_',
      reversal: 'trr_',
    }
    for (const { kind, reference, amountCents } of all) {
      expect(reference.startsWith(prefixes[kind] ?? 'none of these')).toBe(true)
      expect(amountCents > 0).toBe(kind === 'charge' || kind === 'reversal' || kind === 'refund_failure')
    }
    for (const { reference, amountCents } of back) {
      expect(all).toContainEqual(
        expect.objectContaining({ kind: 'refund', reference, amountCents: -amountCents }),
      )
    }
  })

  test('makes a refund once per key, even if it may be a repeat, and never more than was paid', async () => {
    const checkout = await makeCheckout(app, { amountCents: 1_000 })
    await provider.pay(checkout.checkoutUrl)
    const [, sessionId = ''] = /(cs_\w+)/.exec(checkout.checkoutUrl) ?? []
    const { paymentIntentId } = await app.deps.payments.checkoutState(sessionId)
    const refund = (amountCents: number, key: string, mayBeRepeat = false) =>
      app.deps.payments.refund(
        { paymentIntentId: paymentIntentId as string, amountCents },
        { key: `${paymentIntentId}-${key}`, mayBeRepeat },
      )
    const first = await refund(600, 'a')
    expect(first.status).toBe('succeeded')
    expect(await refund(600, 'a')).toEqual(first)
    expect(await refund(600, 'a', true)).toEqual(first)
    expect(await app.deps.payments.refundState(first.id)).toEqual(first)
    await expect(refund(401, 'b')).rejects.toMatchObject({ name: 'ProviderRefusal', isTemporary: false })
    expect((await refund(400, 'c')).status).toBe('succeeded')
    await provider.deliverEvents()
  })
})
