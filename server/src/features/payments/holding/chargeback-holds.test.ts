/**
 * Whatever happens to a caregiver's money while a chargeback is open, none of what is disputed can be
 * withdrawn.
 * @see docs/rules/money.md#chargebacks
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import { getPayment, makeCheckout, settle, type TestCheckout } from '../../../../test/factories/payments.ts'
import { openStripe } from '../../../../test/factories/providers.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { verifyLedger } from '../../reconciliation/index.ts'
import { holdPayment, markDecisionCarriedOut, releaseHold, releasePayment } from '../index.ts'
import { listChargebackIdsToSync } from './chargeback-queries.ts'
import { syncChargeback } from './chargebacks.ts'

let provider: Awaited<ReturnType<typeof openStripe>>
beforeAll(async () => {
  provider = await openStripe()
  // A bank takes its money from what is there, and not from the caregiver.
  provider.stripe.moveBalance(1_000_000, 'topup', 'tu_1')
})
afterAll(async () => {
  expect(await verifyLedger(provider.app.deps.database)).toEqual([])
  expect(provider.stripe.complaints).toEqual([])
  await provider.close()
})

type Work = Parameters<typeof withTransaction>[1]
const inTransaction = <Result>(work: (transaction: Parameters<Work>[0]) => Promise<Result>) =>
  withTransaction(provider.app.deps.database, work)

/** A payment of $50.00 to a caregiver, captured. */
async function makeCaptured(payee: TestUser): Promise<TestCheckout> {
  const checkout = await makeCheckout(provider.app, { payee, amountCents: 5_000 })
  await provider.pay(checkout.checkoutUrl)
  await provider.deliverEvents()
  return checkout
}
async function makeSettledPayment(payee: TestUser): Promise<TestCheckout> {
  const checkout = await makeCaptured(payee)
  await settle(provider.app, checkout.paymentId)
  return checkout
}
async function makeReleasedPayment(payee: TestUser): Promise<TestCheckout> {
  const checkout = await makeSettledPayment(payee)
  await releaseMoney(checkout)
  return checkout
}
const releaseMoney = ({ requestId }: TestCheckout) =>
  inTransaction((tx) => releasePayment(tx, provider.app.deps, requestId, provider.app.deps.clock.now()))
const holdMoney = ({ requestId }: TestCheckout) =>
  inTransaction((tx) => holdPayment(tx, provider.app.deps, requestId))
const endHold = ({ requestId }: TestCheckout, isDue = true) =>
  inTransaction((tx) =>
    releaseHold(tx, provider.app.deps, requestId, { isDue, careEndedAt: provider.app.deps.clock.now() }),
  )

/** Opens a chargeback. @returns its id at the provider */
async function dispute({ paymentId }: TestCheckout, amountCents?: number): Promise<string> {
  const { chargeId } = await getPayment(provider.app, paymentId)
  const id = provider.stripe.dispute(chargeId ?? '', amountCents)
  await provider.deliverEvents()
  return id
}
async function winChargeback(id: string, checkout: TestCheckout): Promise<void> {
  provider.stripe.endDispute(id, 'won')
  await provider.deliverEvents()
  await inTransaction((tx) => markDecisionCarriedOut(tx, provider.app.deps, checkout.paymentId))
  await endHold(checkout)
}
/** Withdraws dollars; the provider sends them. @returns the payout's id there */
async function withdraw({ client }: TestUser, amount: number): Promise<string> {
  expect((await client.post('/api/payouts', { amount })).status).toBe(201)
  await provider.deliverEvents()
  return [...provider.stripe.things.values()].findLast(({ object }) => object === 'payout')?.id ?? ''
}
async function endPayout(id: string, outcome: 'paid' | 'failed' | 'canceled'): Promise<void> {
  provider.stripe.endPayout(id, outcome)
  await provider.deliverEvents()
}
async function makeCaregiver(): Promise<TestUser> {
  const caregiver = await makeUser(provider.app, { role: 'caregiver' })
  const { body } = await caregiver.client.post('/api/payouts/onboarding-link')
  await provider.onboard(body.url)
  await provider.deliverEvents()
  return caregiver
}
async function getWallet({ client }: TestUser) {
  const { balance, pending, held } = (await client.get('/api/wallets/mine')).body
  return { balance, pending, held }
}

/** Each leaves a caregiver with $50.00 of a payment whose chargeback is open. */
const MOMENTS: [string, (caregiver: TestUser) => Promise<unknown>][] = [
  [
    'the payment is settled after it was disputed',
    async (caregiver) => {
      const checkout = await makeCaptured(caregiver)
      await dispute(checkout)
      await settle(provider.app, checkout.paymentId)
    },
  ],
  [
    'it is released after it was disputed',
    async (caregiver) => {
      const checkout = await makeCaptured(caregiver)
      await dispute(checkout)
      await settle(provider.app, checkout.paymentId)
      await releaseMoney(checkout)
    },
  ],
  [
    'a dispute ends',
    async (caregiver) => {
      const checkout = await makeSettledPayment(caregiver)
      await holdMoney(checkout)
      await dispute(checkout)
      await endHold(checkout, false)
      await endHold(checkout, true)
    },
  ],
  [
    'a payout under way fails',
    async (caregiver) => {
      const checkout = await makeReleasedPayment(caregiver)
      const payout = await withdraw(caregiver, 50)
      await dispute(checkout)
      expect(await getWallet(caregiver)).toMatchObject({ held: 0 })
      await endPayout(payout, 'failed')
    },
  ],
  [
    'a payout of a part is canceled by the bank',
    async (caregiver) => {
      const checkout = await makeReleasedPayment(caregiver)
      const payout = await withdraw(caregiver, 30)
      await dispute(checkout)
      expect(await getWallet(caregiver)).toMatchObject({ held: 20 })
      await endPayout(payout, 'canceled')
    },
  ],
  [
    'a payout that was paid comes back',
    async (caregiver) => {
      const checkout = await makeReleasedPayment(caregiver)
      const payout = await withdraw(caregiver, 50)
      await endPayout(payout, 'paid')
      await dispute(checkout)
      await endPayout(payout, 'failed')
    },
  ],
  [
    'the hold of another payment ends',
    async (caregiver) => {
      const [checkout, other] = [await makeReleasedPayment(caregiver), await makeReleasedPayment(caregiver)]
      await holdMoney(other)
      await withdraw(caregiver, 50)
      await dispute(checkout)
      await endHold(other)
    },
  ],
  [
    'another chargeback of it follows one that was won',
    async (caregiver) => {
      const checkout = await makeSettledPayment(caregiver)
      await winChargeback(await dispute(checkout), checkout)
      await dispute(checkout)
    },
  ],
  [
    'one of two chargebacks is won',
    async (caregiver) => {
      const checkout = await makeSettledPayment(caregiver)
      const first = await dispute(checkout, 2_000)
      await dispute(checkout, 3_000)
      await winChargeback(first, checkout)
    },
  ],
  [
    'the bank opens one again that was won',
    async (caregiver) => {
      const checkout = await makeSettledPayment(caregiver)
      const id = await dispute(checkout)
      await winChargeback(id, checkout)
      expect(await getWallet(caregiver)).toMatchObject({ balance: 50 })
      provider.stripe.changeDispute(id, { status: 'needs_response' })
      await provider.deliverEvents()
    },
  ],
  [
    'the bank asks for more',
    async (caregiver) => {
      const id = await dispute(await makeReleasedPayment(caregiver), 1_000)
      provider.stripe.changeDispute(id, { amount: 5_000 })
      await provider.deliverEvents()
    },
  ],
]

it.each(MOMENTS)('stays on hold when %s', async (_, happen) => {
  const caregiver = await makeCaregiver()
  await happen(caregiver)
  expect(await getWallet(caregiver)).toEqual({ balance: 0, pending: 0, held: 50 })
  expect((await caregiver.client.post('/api/payouts', { amount: 1 })).status).toBe(400)
})

it('holds no more of what comes back than is disputed, and nothing that is earned since', async () => {
  const caregiver = await makeCaregiver()
  const [checkout] = [await makeReleasedPayment(caregiver), await makeReleasedPayment(caregiver)]
  const payout = await withdraw(caregiver, 100)
  const id = await dispute(checkout)
  await makeReleasedPayment(caregiver)
  await syncChargeback(provider.app.deps, id)
  expect(await getWallet(caregiver)).toEqual({ balance: 50, pending: 0, held: 0 })
  await endPayout(payout, 'failed')
  expect(await getWallet(caregiver)).toEqual({ balance: 100, pending: 0, held: 50 })
  await winChargeback(id, checkout)
  expect(await getWallet(caregiver)).toEqual({ balance: 150, pending: 0, held: 0 })
})

it('is learned of by the hourly job when its webhook comes before the payment is captured', async () => {
  const caregiver = await makeCaregiver()
  const checkout = await makeCheckout(provider.app, { payee: caregiver, amountCents: 5_000 })
  await provider.pay(checkout.checkoutUrl)
  const lost = provider.stripe.takeEvents()
  const charge = [...provider.stripe.things.values()].findLast(({ latest_charge: id }) => id)?.latest_charge
  const id = provider.stripe.dispute(charge)
  await provider.deliverEvents()
  for (const { body, signature } of lost) {
    await provider.app.visitor.post('/api/payments/webhooks/stripe/', body, { 'stripe-signature': signature })
  }
  await provider.app.drain()
  await settle(provider.app, checkout.paymentId)
  expect(await getWallet(caregiver)).toMatchObject({ pending: 50 })
  const { database, clock } = provider.app.deps
  const since = new Date(clock.now().getTime() - 1_000_000)
  expect(await listChargebackIdsToSync(database, since)).toContain(id)
  await syncChargeback(provider.app.deps, id)
  expect(await getWallet(caregiver)).toEqual({ balance: 0, pending: 0, held: 50 })
})

it('takes the money of one that was lost before its payment was settled', async () => {
  const caregiver = await makeCaregiver()
  const checkout = await makeCaptured(caregiver)
  const id = await dispute(checkout)
  provider.stripe.endDispute(id, 'lost')
  await provider.deliverEvents()
  await settle(provider.app, checkout.paymentId)
  expect(await getWallet(caregiver)).toEqual({ balance: 0, pending: 0, held: 50 })
  await syncChargeback(provider.app.deps, id)
  expect(await getWallet(caregiver)).toEqual({ balance: 0, pending: 0, held: 0 })
  await releaseMoney(checkout)
  expect(await getWallet(caregiver)).toEqual({ balance: 0, pending: 0, held: 0 })
})
