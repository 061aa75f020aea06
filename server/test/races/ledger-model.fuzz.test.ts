/**
 * Random sequences of what people, cards, banks, the network and crashes do to payments and payouts, one
 * after the other or at once. Whenever nothing runs, the caregiver's books are right; at the end the ledger
 * and the provider agree.
 * @see docs/rules/money.md#the-ledger
 */
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countRuns, fc } from '../../../contract/test/random.ts'
import { holdForChargeback } from '../../src/features/payments/holding/chargeback-holds.ts'
import {
  cancelCheckout,
  chargebacks,
  findRequestPayment,
  findStaffRefundable,
  getRefundableCents,
  holdPayment,
  lockPayment,
  markDecisionCarriedOut,
  recordPaidAnotherWay,
  refundByStaff,
  refundHeldPayment,
  refundPayment,
  releaseHold,
  releasePayment,
  settlePayment,
  syncRequestPayment,
} from '../../src/features/payments/index.ts'
import { listUnfinishedRefunds } from '../../src/features/payments/queries.ts'
import { requestPayout } from '../../src/features/payouts/index.ts'
import { type TestApp, testApp } from '../app.ts'
import { getBalance } from '../consistency.ts'
import { makeUser, type TestUser } from '../factories/accounts.ts'
import { catchEvents, DECLINED_CARD, makeCheckout, payFor, type TestCheckout } from '../factories/payments.ts'
import {
  chooseBank,
  controlProvider,
  expectAgreement,
  expectBooksOf,
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
let chargebackNumber = 0
type Action = (checkout: TestCheckout, cents: number) => Promise<unknown>

const ACTIONS = {
  pay: ({ checkoutUrl }) => payFor(app, checkoutUrl),
  payTwiceAtOnce: ({ checkoutUrl }) => Promise.all([1, 2].map(() => payFor(app, checkoutUrl))),
  payByCardOfSlowRefunds: ({ checkoutUrl }) => payFor(app, checkoutUrl, '4000000000007726'),
  payByCardOfFailingRefunds: ({ checkoutUrl }) => payFor(app, checkoutUrl, '4000000000005126'),
  decline: ({ checkoutUrl }) => payFor(app, checkoutUrl, DECLINED_CARD),
  reopen: async (checkout) => Object.assign(checkout, await checkout.again()),
  cancel: ({ requestId }) => inTransaction(app, (tx) => cancelCheckout(tx, app.deps, requestId)),
  sync: ({ requestId }) => syncRequestPayment(app.deps, requestId),
  settle: (checkout) => withPayment(checkout, settlePayment),
  refund: (checkout) => withPayment(checkout, (tx, deps, id) => refundPayment(tx, deps, id, 'Taken')),
  release: ({ requestId }) =>
    inTransaction(app, (tx) => releasePayment(tx, app.deps, requestId, app.deps.clock.now())),
  hold: ({ requestId }) => inTransaction(app, (tx) => holdPayment(tx, app.deps, requestId)),
  endHold: ({ requestId }, cents) =>
    inTransaction(app, (tx) =>
      releaseHold(tx, app.deps, requestId, { isDue: cents % 2 === 0, careEndedAt: app.deps.clock.now() }),
    ),
  /** The sandbox knows no chargebacks, so they are recorded as `syncChargeback` does. */
  chargeBack: (checkout) =>
    withPayment(checkout, async (tx, deps, id) => {
      const payment = await lockPayment(tx, id)
      if (!payment.chargeId) return
      chargebackNumber += 1
      await tx.insert(chargebacks).values({
        paymentId: id,
        providerChargebackId: `model:${chargebackNumber}`,
        amountCents: payment.amountCents,
        reason: 'fraudulent',
        openedAt: deps.clock.now(),
      })
      await holdForChargeback(tx, deps, payment, Number.POSITIVE_INFINITY)
    }),
  winChargebacks: (checkout) =>
    withPayment(checkout, async (tx, deps, id) => {
      await lockPayment(tx, id)
      const isOpen = and(eq(chargebacks.paymentId, id), eq(chargebacks.status, 'open'))
      await tx.update(chargebacks).set({ status: 'won', closedAt: deps.clock.now() }).where(isOpen)
    }),
  /** What follows from a decision is a job of its own: staff refund and disputes end in between. */
  carryOutDecisions: (checkout) =>
    withPayment(checkout, async (tx, deps, id) => {
      await markDecisionCarriedOut(tx, deps, id)
      await releaseHold(tx, deps, checkout.requestId, { isDue: true, careEndedAt: deps.clock.now() })
    }),
  async refundHeldPayment({ requestId }, cents) {
    const amountCents = Math.min(cents, await getRefundableCents(app.deps.database, requestId))
    if (amountCents === 0) return
    refundNumber += 1
    const order = { requestId, amountCents, reason: 'A part', key: `model:${refundNumber}` }
    await inTransaction(app, (tx) => refundHeldPayment(tx, app.deps, order))
  },
  async refundByStaff({ requestId }, cents) {
    const found = await findStaffRefundable(app.deps.database, requestId, cents % 4 === 0 ? 500 : 0)
    if (typeof found === 'string') return
    const bearer = cents % 3 === 0 ? 'tendwell' : 'caregiver'
    const amountCents = Math.min(cents, bearer === 'tendwell' ? found.totalCents : found.caregiverCents)
    if (amountCents === 0) return
    refundNumber += 1
    await inTransaction(app, (tx) =>
      refundByStaff(tx, app.deps, {
        requestId,
        amountCents,
        bearer,
        reason: 'They came late',
        reference: cents % 5 === 0 ? 'A transfer' : null,
        key: `staff:${refundNumber}`,
        aheadCents: 0,
      }),
    )
  },
  async payAnotherWay({ requestId }) {
    const payment = await findRequestPayment(app.deps.database, requestId)
    const [refund] = payment ? await listUnfinishedRefunds(app.deps.database, payment.id) : []
    if (refund) await inTransaction(app, (tx) => recordPaidAnotherWay(tx, app.deps, refund.id, 'A transfer'))
  },
  withdraw: ({ payee }, cents) => inTransaction(app, (tx) => requestPayout(tx, app.deps, payee.id, cents)),
  withdrawTwice: ({ payee }, cents) =>
    Promise.allSettled(
      [1, 2].map(() => inTransaction(app, (tx) => requestPayout(tx, app.deps, payee.id, cents))),
    ),
  /** All that was earned is sent, and a crash comes after the provider has acted. */
  async crashWhileSending({ requestId, payee }, cents) {
    const { crashAfterTransfer, crashAfterPayout } = provider.mishaps
    await inTransaction(app, (tx) => releasePayment(tx, app.deps, requestId, app.deps.clock.now()))
    const availableCents = await getBalance(app, 'available', payee.id)
    if (availableCents === 0) return
    await inTransaction(app, (tx) => requestPayout(tx, app.deps, payee.id, availableCents))
    await (cents % 2 === 0 ? crashAfterTransfer() : crashAfterPayout())
    await app.drain()
  },
  bankFails: ({ payee }) => chooseBank(app, payee.id, 'fail'),
  bankCancels: ({ payee }) => chooseBank(app, payee.id, 'are canceled'),
  bankPays: ({ payee }) => chooseBank(app, payee.id, 'arrive'),
  drain: () => app.drain(),
  waitMinutes: () => app.advance(2),
  waitAnHour: () => app.advance(70),
} satisfies Record<string, Action>

/**
 * These run with nothing beside them: they run all jobs, or change what the provider does for the next calls.
 */
const ALONE = /^(drain|wait|bank|crash|refuse|duplicate|reset)/

/**
 * Requires that nothing of a charged-back payment is in escrow, and that no hold got smaller before what
 * follows from the bank's decision was done.
 * @param before what was on hold at the last call, by chargeback
 */
async function expectChargebacksHeld(payeeId: number, before: Map<number, number>): Promise<void> {
  const { rows } = await app.deps.database.execute<{ id: number; escrow: number; held: number }>(sql`
    SELECT chargebacks.id, escrow_cents AS escrow, held_cents AS held
    FROM chargebacks JOIN payments ON payments.id = payment_id
    WHERE payee_id = ${payeeId} AND payments.status = 'succeeded' AND carried_out_at IS NULL`)
  for (const { id, escrow, held } of rows) {
    expect(escrow).toBe(0)
    expect(held).toBeGreaterThanOrEqual(before.get(id) ?? 0)
    before.set(id, held)
  }
}

/** Lets time pass with a working provider until nothing is pending. */
async function settleEverything(caregiver: TestUser, checkouts: TestCheckout[]): Promise<void> {
  await provider.repair(caregiver.id)
  for (const checkout of checkouts) {
    await ACTIONS.winChargebacks(checkout)
    await ACTIONS.carryOutDecisions(checkout)
  }
  for (const minutes of [61, 61]) await app.advance(minutes)
  await finishTransfers(app)
  for (const { requestId } of checkouts) {
    const payment = await findRequestPayment(app.deps.database, requestId)
    if (payment?.status === 'captured')
      await inTransaction(app, (tx) => settlePayment(tx, app.deps, payment.id))
    else expect(['succeeded', 'refunded', 'failed']).toContain(payment?.status)
  }
}

test('keeps the ledger balanced and in agreement with the provider', async () => {
  const actions: Record<string, Action> = { ...ACTIONS, ...provider.mishaps }
  const step = fc.record({
    action: fc.constantFrom(...Object.keys(actions)),
    index: fc.constantFrom(0, 1),
    cents: fc.integer({ min: 1, max: 12_000 }),
    atOnce: fc.boolean(),
  })
  const manySteps = fc.array(step, { minLength: 6, maxLength: 24 })
  await fc.assert(
    fc.asyncProperty(fc.nat(2), manySteps, async (paid, steps) => {
      const caregiver = await makeUser(app, { role: 'caregiver' })
      await chooseBank(app, caregiver.id, 'arrive')
      const checkouts = [
        await makeCheckout(app, { payee: caregiver, amountCents: 10_001, feeCents: 333 }),
        await makeCheckout(app, { payee: caregiver, amountCents: 5_002 }),
        await makeCheckout(app, { payee: caregiver, amountCents: 3_003, feeCents: 3 }),
      ]
      // Start with money that later steps can move.
      for (const checkout of checkouts.slice(0, paid)) {
        await payFor(app, checkout.checkoutUrl)
        await syncRequestPayment(app.deps, checkout.requestId)
        await withPayment(checkout, settlePayment)
      }
      const running: Promise<unknown>[] = []
      const held = new Map<number, number>()
      for (const { action, index, cents, atOnce } of steps) {
        const isAlone = ALONE.test(action)
        if (isAlone) await Promise.all(running.splice(0))
        const checkout = checkouts[index + (cents % 2)] as TestCheckout
        running.push((actions[action] as Action)(checkout, cents).catch(tolerate))
        if (atOnce && !isAlone) continue
        await Promise.all(running.splice(0))
        await expectBooksOf(app, caregiver.id)
        await expectChargebacksHeld(caregiver.id, held)
      }
      await Promise.all(running)
      await settleEverything(caregiver, checkouts)
      await expectAgreement(app)
    }),
    { numRuns: countRuns(100) },
  )
})
