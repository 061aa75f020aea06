/**
 * Random sequences of what people, cards, banks, the network and crashes do to payments and payouts. After each step every
 * ledger transaction sums to zero and no balance is negative; at the end the ledger and the provider agree.
 * @see docs/rules/money.md#the-ledger
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countRuns, fc } from '../../../contract/test/random.ts'
import {
  findRequestPayment,
  getRefundableCents,
  holdPayment,
  refundHeldPayment,
  refundPayment,
  releaseHold,
  releasePayment,
  settlePayment,
  syncRequestPayment,
} from '../../src/features/payments/index.ts'
import { requestPayout } from '../../src/features/payouts/index.ts'
import { verifyLedger } from '../../src/features/reconciliation/index.ts'
import { type TestApp, testApp } from '../app.ts'
import { makeUser, type TestUser } from '../factories/accounts.ts'
import { catchEvents, DECLINED_CARD, makeCheckout, payFor, type TestCheckout } from '../factories/payments.ts'
import {
  chooseBank,
  controlProvider,
  expectAgreement,
  finishTransfers,
  inTransaction,
  tolerate,
} from './money-model.ts'

let app: TestApp
let provider: ReturnType<typeof controlProvider>
beforeAll(async () => {
  app = await testApp()
  catchEvents(app)
  provider = controlProvider(app)
})
afterAll(() => app.close())

async function withPayment(checkout: TestCheckout, work: typeof settlePayment): Promise<void> {
  await inTransaction(app, async (tx) => {
    const payment = await findRequestPayment(tx, checkout.requestId)
    if (payment) await work(tx, app.deps, payment.id)
  })
}

let refundNumber = 0
type Action = (checkout: TestCheckout, cents: number) => Promise<unknown>

const ACTIONS = {
  pay: ({ checkoutUrl }) => payFor(app, checkoutUrl),
  payByCardOfSlowRefunds: ({ checkoutUrl }) => payFor(app, checkoutUrl, '4000000000007726'),
  payByCardOfFailingRefunds: ({ checkoutUrl }) => payFor(app, checkoutUrl, '4000000000005126'),
  decline: ({ checkoutUrl }) => payFor(app, checkoutUrl, DECLINED_CARD),
  reopen: async (checkout) => Object.assign(checkout, await checkout.again()),
  sync: ({ requestId }) => syncRequestPayment(app.deps, requestId),
  settle: (checkout) => withPayment(checkout, settlePayment),
  refund: (checkout) => withPayment(checkout, (tx, deps, id) => refundPayment(tx, deps, id, 'Taken')),
  release: ({ requestId }) => inTransaction(app, (tx) => releasePayment(tx, app.deps, requestId)),
  hold: ({ requestId }) => inTransaction(app, (tx) => holdPayment(tx, app.deps, requestId)),
  endHold: ({ requestId }, cents) =>
    inTransaction(app, (tx) => releaseHold(tx, app.deps, requestId, { isDue: cents % 2 === 0 })),
  async refundHeldPayment({ requestId }, cents) {
    const amountCents = Math.min(cents, await getRefundableCents(app.deps.database, requestId))
    if (amountCents === 0) return
    refundNumber += 1
    const order = { requestId, amountCents, reason: 'A part', key: `model:${refundNumber}` }
    await inTransaction(app, (tx) => refundHeldPayment(tx, app.deps, order))
  },
  withdraw: ({ payee }, cents) => inTransaction(app, (tx) => requestPayout(tx, app.deps, payee.id, cents)),
  withdrawTwice: ({ payee }, cents) =>
    Promise.allSettled(
      [1, 2].map(() => inTransaction(app, (tx) => requestPayout(tx, app.deps, payee.id, cents))),
    ),
  bankFails: ({ payee }) => chooseBank(app, payee.id, 'fail'),
  bankCancels: ({ payee }) => chooseBank(app, payee.id, 'are canceled'),
  bankPays: ({ payee }) => chooseBank(app, payee.id, 'arrive'),
  drain: () => app.drain(),
  waitMinutes: () => app.advance(2),
  waitAnHour: () => app.advance(70),
} satisfies Record<string, Action>

/** Lets time pass with a working provider until nothing is pending. */
async function settleEverything(caregiver: TestUser, checkouts: TestCheckout[]): Promise<void> {
  await provider.repair(caregiver.id)
  for (const minutes of [61, 61]) await app.advance(minutes)
  await finishTransfers(app)
  for (const { requestId } of checkouts) {
    const payment = await findRequestPayment(app.deps.database, requestId)
    if (payment?.status === 'captured')
      await inTransaction(app, (tx) => settlePayment(tx, app.deps, payment.id))
  }
}

test('keeps the ledger balanced and in agreement with the provider', async () => {
  const actions: Record<string, Action> = { ...ACTIONS, ...provider.mishaps }
  const step = fc.record({
    action: fc.constantFrom(...Object.keys(actions)),
    index: fc.constantFrom(0, 1),
    cents: fc.integer({ min: 1, max: 12_000 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 24 }), async (steps) => {
      const caregiver = await makeUser(app, { role: 'caregiver' })
      await chooseBank(app, caregiver.id, 'arrive')
      const checkouts = [
        await makeCheckout(app, { payee: caregiver, amountCents: 10_001, feeCents: 333 }),
        await makeCheckout(app, { payee: caregiver, amountCents: 5_002 }),
      ]
      // Start with money that later steps can move.
      for (const checkout of checkouts) {
        await payFor(app, checkout.checkoutUrl)
        await syncRequestPayment(app.deps, checkout.requestId)
        await withPayment(checkout, settlePayment)
      }
      checkouts.push(await makeCheckout(app, { payee: caregiver, amountCents: 3_003, feeCents: 3 }))
      for (const { action, index, cents } of steps) {
        const checkout = checkouts[index + (cents % 2)] as TestCheckout
        await (actions[action] as Action)(checkout, cents).catch(tolerate)
        expect(await verifyLedger(app.deps.database)).toEqual([])
      }
      await settleEverything(caregiver, checkouts)
      await expectAgreement(app)
    }),
    { numRuns: countRuns(100) },
  )
})
