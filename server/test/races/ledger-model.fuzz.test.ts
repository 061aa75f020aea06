/**
 * Random sequences of what people, cards, banks, the network and crashes do to payments and payouts. After each step every
 * ledger transaction sums to zero and no balance is negative; at the end the ledger and the provider agree.
 * @see docs/rules/money.md#the-ledger
 */
import { MINUTES_PER_DAY } from '@tendwell/contract/time'
import { sql } from 'drizzle-orm'
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
import { getPayoutMethod, requestPayout, startOnboarding } from '../../src/features/payouts/index.ts'
import { reconcile, verifyLedger } from '../../src/features/reconciliation/index.ts'
import { type Transaction, withTransaction } from '../../src/platform/database.ts'
import { AppError } from '../../src/platform/errors.ts'
import { submitDetails } from '../../src/ports/payments/sandbox-connect.ts'
import { setModes } from '../../src/ports/payments/sandbox-modes.ts'
import { getTotalBalance } from '../../src/ports/payments/sandbox-store.ts'
import { type TestApp, testApp } from '../app.ts'
import { makeUser, type TestUser } from '../factories/accounts.ts'
import {
  catchEvents,
  DECLINED_CARD,
  loseWebhooks,
  makeCheckout,
  payFor,
  type TestCheckout,
} from '../factories/payments.ts'

let app: TestApp
/** Makes the next provider call fail, before or after its effect, as a crash would. */
let crash: 'before' | 'after' | null = null

beforeAll(async () => {
  app = await testApp()
  catchEvents(app)
  const { payments } = app.deps
  const moneyCalls = [
    'createCheckout',
    'refund',
    'transfer',
    'payOut',
    'reverseTransfer',
    'payoutState',
  ] as const
  for (const name of moneyCalls) {
    const real = payments[name] as (...args: unknown[]) => Promise<unknown>
    Object.assign(payments, {
      async [name](...args: unknown[]) {
        const when = crash
        crash = null
        if (when === 'before') throw new AppError(503, 'crash', 'A crash before the call')
        const answer = await real(...args)
        if (when === 'after') throw new AppError(503, 'crash', 'A crash after the call')
        return answer
      },
    })
  }
})
afterAll(() => app.close())

const inTransaction = <Result>(work: (transaction: Transaction) => Promise<Result>) =>
  withTransaction(app.deps.database, work)
const modes = (some: Parameters<typeof setModes>[1]) => inTransaction((tx) => setModes(tx, some))

/** Sets what the caregiver's bank does with payouts. Another account number would hold them back for 48 hours. */
async function chooseBank(userId: number, way: 'arrive' | 'fail' | 'are canceled'): Promise<void> {
  const { details_submitted: isSetUp } = await getPayoutMethod(app.deps, userId)
  if (!isSetUp) {
    const { url } = await startOnboarding(app.deps, userId)
    const token = url.slice(url.lastIndexOf('/') + 1)
    await inTransaction((tx) => submitDetails(tx, app.deps, token, 'arrive'))
    await getPayoutMethod(app.deps, userId)
  }
  const accountId = `(SELECT account_id FROM payout_accounts WHERE user_id = ${userId})`
  await app.deps.database.execute(
    sql`UPDATE sandbox.accounts SET payouts = ${way} WHERE id = ${sql.raw(accountId)}`,
  )
}

async function withPayment(checkout: TestCheckout, work: typeof settlePayment): Promise<void> {
  await inTransaction(async (tx) => {
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
  release: ({ requestId }) => inTransaction((tx) => releasePayment(tx, app.deps, requestId)),
  hold: ({ requestId }) => inTransaction((tx) => holdPayment(tx, app.deps, requestId)),
  endHold: ({ requestId }, cents) =>
    inTransaction((tx) => releaseHold(tx, app.deps, requestId, { isDue: cents % 2 === 0 })),
  async refundHeldPayment({ requestId }, cents) {
    const amountCents = Math.min(cents, await getRefundableCents(app.deps.database, requestId))
    if (amountCents === 0) return
    refundNumber += 1
    const order = { requestId, amountCents, reason: 'A part', key: `model:${refundNumber}` }
    await inTransaction((tx) => refundHeldPayment(tx, app.deps, order))
  },
  withdraw: ({ payee }, cents) => inTransaction((tx) => requestPayout(tx, app.deps, payee.id, cents)),
  withdrawTwice: ({ payee }, cents) =>
    Promise.allSettled([1, 2].map(() => inTransaction((tx) => requestPayout(tx, app.deps, payee.id, cents)))),
  bankFails: ({ payee }) => chooseBank(payee.id, 'fail'),
  bankCancels: ({ payee }) => chooseBank(payee.id, 'are canceled'),
  bankPays: ({ payee }) => chooseBank(payee.id, 'arrive'),
  refuseTransfers: () => modes({ refuses: ['transfer'] }),
  refusePayouts: () => modes({ refuses: ['payOut'] }),
  duplicateWebhooks: () => modes({ copies: 3, delaySeconds: 90, disorder: true }),
  resetProvider: () => modes({}),
  loseWebhooks: () => loseWebhooks(app),
  crashBefore: async () => {
    crash = 'before'
  },
  crashAfter: async () => {
    crash = 'after'
  },
  drain: () => app.drain(),
  waitMinutes: () => app.advance(2),
  waitAnHour: () => app.advance(70),
} satisfies Record<string, Action>

/** Client errors and simulated crashes are expected; anything else fails the test. */
function tolerate(error: unknown): void {
  if (!(error instanceof AppError) || ![400, 409, 503].includes(error.status)) throw error
}

/** Lets time pass with a working provider until nothing is pending. */
async function settleEverything(caregiver: TestUser, checkouts: TestCheckout[]): Promise<void> {
  crash = null
  await modes({})
  await app.deps.database.execute(sql`UPDATE sandbox.checkout_sessions SET refunds = 'at once'`)
  await chooseBank(caregiver.id, 'arrive')
  for (const minutes of [61, 61]) await app.advance(minutes)
  // Reconciliation finds refunds that failed after they had succeeded, without a webhook.
  await reconcile(app.deps)
  for (const minutes of [61, MINUTES_PER_DAY, 61]) await app.advance(minutes)
  for (const { requestId } of checkouts) {
    const payment = await findRequestPayment(app.deps.database, requestId)
    if (payment?.status === 'captured') await inTransaction((tx) => settlePayment(tx, app.deps, payment.id))
  }
}

async function expectAgreement(): Promise<void> {
  expect(await verifyLedger(app.deps.database)).toEqual([])
  const { rows } = await app.deps.database.execute<{ clearing: number; unsettled: number }>(sql`
    SELECT (SELECT coalesce(sum(balance_cents), 0)::int FROM ledger_accounts WHERE kind = 'clearing') AS clearing,
      (SELECT count(*)::int FROM payouts WHERE status NOT IN ('paid', 'failed', 'canceled'))
        + (SELECT count(*)::int FROM refunds WHERE status <> 'succeeded') AS unsettled`)
  expect(rows[0]?.unsettled).toBe(0)
  expect((rows[0]?.clearing ?? 0) + (await getTotalBalance(app.deps.database))).toBe(0)
}

const step = fc.record({
  action: fc.constantFrom(...(Object.keys(ACTIONS) as (keyof typeof ACTIONS)[])),
  index: fc.constantFrom(0, 1),
  cents: fc.integer({ min: 1, max: 12_000 }),
})

test('keeps the ledger balanced and in agreement with the provider', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 24 }), async (steps) => {
      const caregiver = await makeUser(app, { role: 'caregiver' })
      await chooseBank(caregiver.id, 'arrive')
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
        await (ACTIONS[action] as Action)(checkout, cents).catch(tolerate)
        expect(await verifyLedger(app.deps.database)).toEqual([])
      }
      await settleEverything(caregiver, checkouts)
      await expectAgreement()
    }),
    { numRuns: countRuns(100) },
  )
})
