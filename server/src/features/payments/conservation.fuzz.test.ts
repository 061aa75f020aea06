import { afterAll, beforeAll, expect, test } from 'vitest'
import { countRuns, fc } from '../../../../contract/test/random.ts'
import { type TestApp, testApp } from '../../../test/app.ts'
import { queryNumbers } from '../../../test/consistency.ts'
import {
  catchEvents,
  DECLINED_CARD,
  loseWebhooks,
  makeCheckout,
  payFor,
  type TestCheckout,
} from '../../../test/factories/payments.ts'
import { withTransaction } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import { getTotalBalance } from '../../ports/payments/sandbox-store.ts'
import {
  cancelCheckout,
  findRequestPayment,
  refundPayment,
  settlePayment,
  syncRequestPayment,
} from './index.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
  catchEvents(app)
})
afterAll(() => app.close())

/** What people, the network and other slices can do to a checkout. A 409 is a valid answer. */
const ACTIONS = {
  pay: (checkout: TestCheckout) => payFor(app, checkout.checkoutUrl),
  payTwiceAtOnce: (checkout: TestCheckout) =>
    Promise.all([payFor(app, checkout.checkoutUrl), payFor(app, checkout.checkoutUrl)]),
  decline: (checkout: TestCheckout) => payFor(app, checkout.checkoutUrl, DECLINED_CARD),
  reopen: async (checkout: TestCheckout) => Object.assign(checkout, await checkout.again()),
  sync: (checkout: TestCheckout) => syncRequestPayment(app.deps, checkout.requestId),
  cancel: (checkout: TestCheckout) =>
    withTransaction(app.deps.database, (tx) => cancelCheckout(tx, app.deps, checkout.requestId)),
  settle: (checkout: TestCheckout) => withPayment(checkout, settlePayment),
  refund: (checkout: TestCheckout) =>
    withPayment(checkout, (tx, deps, id) => refundPayment(tx, deps, id, 'Another family was first')),
  loseWebhooks: () => loseWebhooks(app),
  drain: () => app.drain(),
  wait: () => app.advance(4),
  waitLong: () => app.advance(58),
}

function withPayment(checkout: TestCheckout, work: typeof settlePayment): Promise<void> {
  return withTransaction(app.deps.database, async (transaction) => {
    const payment = await findRequestPayment(transaction, checkout.requestId)
    if (payment) await work(transaction, app.deps, payment.id)
  })
}

const getSums = () =>
  queryNumbers(
    app,
    `SELECT
      (SELECT coalesce(sum(balance_cents), 0) FROM ledger_accounts) AS all,
      (SELECT coalesce(sum(balance_cents), 0) FROM ledger_accounts WHERE kind = 'clearing') AS clearing,
      (SELECT coalesce(sum(balance_cents), 0) FROM ledger_accounts WHERE kind = 'unallocated') AS unallocated,
      (SELECT coalesce(sum(balance_cents), 0) FROM ledger_accounts WHERE kind IN ('escrow', 'platform_fees')) AS earned,
      (SELECT coalesce(sum(amount_cents), 0) FROM payments WHERE status = 'succeeded') AS succeeded,
      (SELECT coalesce(sum(amount_cents), 0) FROM payments WHERE status IN ('captured', 'refunding')) AS waiting,
      (SELECT count(*) FROM (SELECT FROM payments WHERE status IN ('open', 'captured', 'succeeded')
        GROUP BY request_id HAVING count(*) > 1) AS duplicates) AS duplicates`,
  )

test('neither loses nor duplicates a cent under random actions in random order', async () => {
  const step = fc.record({
    action: fc.constantFrom(...(Object.keys(ACTIONS) as Array<keyof typeof ACTIONS>)),
    index: fc.constantFrom(0, 1),
    alone: fc.boolean(),
  })

  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const checkouts = [
        await makeCheckout(app, { amountCents: 10_001, feeCents: 333 }),
        await makeCheckout(app, { amountCents: 20_002 }),
      ]
      const running: Promise<unknown>[] = []
      for (const { action, index, alone } of steps) {
        const work = ACTIONS[action](checkouts[index] as TestCheckout).catch((error: unknown) => {
          if (!(error instanceof AppError) || error.status !== 409) throw error
        })
        running.push(work)
        // Actions run in parallel, except draining jobs and moving the clock.
        if (alone || action === 'drain' || action.startsWith('wait')) await Promise.all(running.splice(0))
      }
      await Promise.all(running)

      const during = await getSums()
      expect(during).toMatchObject({
        all: 0,
        unallocated: during.waiting,
        earned: during.succeeded,
        duplicates: 0,
      })

      await app.advance(61)
      for (const checkout of checkouts) {
        const payment = await findRequestPayment(app.deps.database, checkout.requestId)
        if (payment?.status === 'captured') await withPayment(checkout, settlePayment)
        else expect(['succeeded', 'refunded', 'failed']).toContain(payment?.status)
      }
      const after = await getSums()
      expect(after).toMatchObject({
        all: 0,
        unallocated: 0,
        waiting: 0,
        earned: after.succeeded,
        duplicates: 0,
      })
      expect(Number(after.clearing) + (await getTotalBalance(app.deps.database))).toBe(0)
    }),
    { numRuns: countRuns(100) },
  )
})
