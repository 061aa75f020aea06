import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { catchEvents, makeCheckout, payFor, type TestCheckout } from '../../../test/factories/payments.ts'
import { withTransaction } from '../../platform/database.ts'
import { releasePayment, settlePayment } from './index.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  catchEvents(app)
})
afterAll(() => app.close())

async function paid(overrides: Parameters<typeof makeCheckout>[1]): Promise<TestCheckout> {
  const checkout = await makeCheckout(app, overrides)
  expect((await payFor(app, checkout.checkoutUrl)).status).toBe(303)
  await app.drain()
  return checkout
}

const settle = ({ paymentId }: TestCheckout) =>
  withTransaction(app.deps.database, (transaction) => settlePayment(transaction, app.deps, paymentId))
const release = ({ requestId }: TestCheckout) =>
  withTransaction(app.deps.database, (transaction) => releasePayment(transaction, app.deps, requestId))
const walletOf = async ({ payee }: TestCheckout) => {
  const { balance, pending } = (await payee.client.get('/api/wallets/mine')).body
  return { balance, pending }
}

test('releases money once under 10 parallel calls, and not before it is settled', async () => {
  const checkout = await paid({ amountCents: 10_000, feeCents: 1_500 })
  await release(checkout)
  expect(await walletOf(checkout)).toEqual({ balance: 0, pending: 0 })
  await settle(checkout)
  expect(await walletOf(checkout)).toEqual({ balance: 0, pending: 85 })
  await Promise.all(Array.from({ length: 10 }, () => release(checkout)))
  await release(checkout)
  expect(await walletOf(checkout)).toEqual({ balance: 85, pending: 0 })
})

test('releases nothing if the fee took everything', async () => {
  const checkout = await paid({ amountCents: 1, feeCents: 1 })
  await settle(checkout)
  await release(checkout)
  expect(await walletOf(checkout)).toEqual({ balance: 0, pending: 0 })
  const { rows } = await app.deps.database.execute(
    sql`SELECT 1 FROM ledger_transactions WHERE key = ${`payment:${checkout.paymentId}:release`}`,
  )
  expect(rows).toEqual([])
})
