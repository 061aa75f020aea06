/** What only Stripe has: signatures with up to two secrets, and a minimum amount. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { makeUser } from '../../../../test/factories/accounts.ts'
import { makeCheckout } from '../../../../test/factories/payments.ts'
import { openStripe } from '../../../../test/factories/providers.ts'
import { CONNECT_SECRET, signed, WEBHOOK_SECRET } from '../../../../test/stripe/stand-in.ts'
import { findRequestPayment, openCheckout } from '../../../features/payments/index.ts'
import { ProviderRefusal } from '../port.ts'

let provider: Awaited<ReturnType<typeof openStripe>>
beforeAll(async () => {
  provider = await openStripe()
})
afterAll(() => provider.close())

const nowSeconds = () => Math.floor(Date.now() / 1_000)
const event = (id: string) => JSON.stringify({ id, type: 'mystery.happened', data: { object: { id: 'x' } } })
const send = (body: string, signature?: string) =>
  provider.app.visitor.post('/api/payments/webhooks/stripe/', body, {
    'content-type': 'application/json',
    ...(signature !== undefined && { 'stripe-signature': signature }),
  })
const keptIds = async () => {
  const { rows } = await provider.app.deps.database.execute<{ id: string }>(
    sql`SELECT event_id AS id FROM webhook_events WHERE event_id LIKE 'evt_s%' ORDER BY 1`,
  )
  return rows.map(({ id }) => id)
}

test('accepts only what either endpoint’s secret signed within five minutes', async () => {
  const body = event('evt_s0')
  const refused: [string, string | undefined][] = [
    ['no signature', undefined],
    ['an empty one', ''],
    ['another secret', signed(body, 'whsec_other')],
    ['6 minutes old', signed(body, WEBHOOK_SECRET, nowSeconds() - 360)],
    ['6 minutes ahead', signed(body, WEBHOOK_SECRET, nowSeconds() + 360)],
    ['of other bytes', signed(`${body} `, WEBHOOK_SECRET)],
    ['with another time', signed(body, WEBHOOK_SECRET).replace(/t=\d+/, `t=${nowSeconds() + 60}`)],
    ['without a time', signed(body, WEBHOOK_SECRET).replace(/t=\d+,/, '')],
    ['of an old scheme', signed(body, WEBHOOK_SECRET).replace('v1=', 'v0=')],
  ]
  for (const [what, signature] of refused) {
    const answer = await send(body, signature)
    expect([what, answer.status, answer.body.code]).toEqual([what, 400, 'invalid'])
  }
  expect(await keptIds()).toEqual([])
  for (const [id, secret] of [
    ['evt_s1', WEBHOOK_SECRET],
    ['evt_s2', CONNECT_SECRET],
    ['evt_s2', CONNECT_SECRET],
  ] as const) {
    expect((await send(event(id), signed(event(id), secret))).status).toBe(200)
  }
  await provider.app.advance(60)
  expect((await send(event('evt_s3'), signed(event('evt_s3'), WEBHOOK_SECRET))).status).toBe(200)
  await provider.app.drain()
  expect(await keptIds()).toEqual(['evt_s1', 'evt_s2', 'evt_s3'])
})

test('rejects an amount below Stripe’s minimum with a message', async () => {
  await expect(makeCheckout(provider.app, { amountCents: 49 })).rejects.toMatchObject({
    status: 409,
    message: 'This amount is too small to pay by card',
  })
})

test('says that the payment page can’t be opened when Stripe refuses for another reason', async () => {
  const { payments } = provider.app.deps
  const refused = vi
    .spyOn(payments, 'createCheckout')
    .mockRejectedValue(new ProviderRefusal('No such account', 'account_invalid'))
  onTestFinished(() => refused.mockRestore())
  await expect(makeCheckout(provider.app, { amountCents: 5_000 })).rejects.toMatchObject({
    status: 503,
    message: 'The payment page can’t be opened right now',
  })
})

test('has no sandbox pages with Stripe', async () => {
  for (const path of ['/sandbox/checkout/cs_test_1', '/sandbox/onboarding/x']) {
    const { body } = await provider.app.visitor.get(path)
    expect(JSON.stringify(body)).not.toContain('Test page')
  }
  expect((await provider.app.visitor.post('/api/payments/webhooks/sandbox', {})).status).toBe(404)
})

test('opens a checkout for a payer whose address changed after a lost answer', async () => {
  const { app, stripe } = provider
  const [payer, payee] = [
    await makeUser(app, { role: 'caretaker' }),
    await makeUser(app, { role: 'caregiver' }),
  ]
  const terms = { requestId: 77, payerId: payer.id, payeeId: payee.id, amountCents: 5_000, feeCents: 0 }
  const open = () => openCheckout(app.deps, { ...terms, description: 'Care' })
  // The SDK retries once.
  stripe.intercept('checkout.create', 'after', async () =>
    stripe.intercept('checkout.create', 'before', async () => {}),
  )
  await expect(open()).rejects.toMatchObject({ status: 503 })
  await app.deps.database.execute(
    sql`UPDATE users SET email = 'moved@family.example.test' WHERE id = ${payer.id}`,
  )
  const { checkoutUrl } = await open()
  expect(await open()).toMatchObject({ checkoutUrl })
  await provider.pay(checkoutUrl)
  await provider.deliverEvents()
  expect(await findRequestPayment(app.deps.database, 77)).toMatchObject({ status: 'captured' })
  expect(stripe.complaints).toEqual([])
})

test('the bank account is the one that payouts in dollars go to, whatever other currencies have', async () => {
  const { app, stripe } = provider
  const caregiver = await makeUser(app, { role: 'caregiver' })
  const { body } = await caregiver.client.post('/api/payouts/onboarding-link')
  await provider.onboard(body.url, '000123456789')
  await provider.deliverEvents()
  const account = [...stripe.things.values()].find(
    ({ object, metadata }) => object === 'account' && metadata.user_id === String(caregiver.id),
  )
  const [dollars] = account?.external_accounts.data ?? []
  const euros = { ...dollars, id: 'ba_euros', currency: 'eur', fingerprint: 'euros', last4: '1111' }
  const read = async () => (await app.deps.payments.accountState(account?.id)).bank
  Object.assign(account?.external_accounts, { data: [euros, dollars] })
  expect(await read()).toEqual({ fingerprint: dollars.fingerprint, last4: '6789' })
  const other = { ...dollars, id: 'ba_other', fingerprint: 'another', last4: '6666' }
  Object.assign(account?.external_accounts, { data: [euros, other] })
  expect(await read()).toEqual({ fingerprint: 'another', last4: '6666' })
  Object.assign(account?.external_accounts, { data: [euros] })
  expect(await read()).toBeNull()
})
