import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import {
  catchEvents,
  makeCapturedPayment,
  settle,
  type TestCheckout,
} from '../../../../test/factories/payments.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { releasePayment } from '../index.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  catchEvents(app)
})
afterAll(() => app.close())

const releaseMoney = ({ requestId }: TestCheckout) =>
  withTransaction(app.deps.database, (transaction) =>
    releasePayment(transaction, app.deps, requestId, app.deps.clock.now()),
  )
const getWallet = async ({ payee }: TestCheckout) => {
  const { balance, pending } = (await payee.client.get('/api/wallets/mine')).body
  return { balance, pending }
}

test('releases money once under 10 parallel calls, and not before it is settled', async () => {
  const checkout = await makeCapturedPayment(app, { amountCents: 10_000, feeCents: 1_500 })
  await releaseMoney(checkout)
  expect(await getWallet(checkout)).toEqual({ balance: 0, pending: 0 })
  await settle(app, checkout.paymentId)
  expect(await getWallet(checkout)).toEqual({ balance: 0, pending: 85 })
  await Promise.all(Array.from({ length: 10 }, () => releaseMoney(checkout)))
  await releaseMoney(checkout)
  expect(await getWallet(checkout)).toEqual({ balance: 85, pending: 0 })
})

test('releases nothing if the fee took everything', async () => {
  const checkout = await makeCapturedPayment(app, { amountCents: 1, feeCents: 1 })
  await settle(app, checkout.paymentId)
  await releaseMoney(checkout)
  expect(await getWallet(checkout)).toEqual({ balance: 0, pending: 0 })
  const { rows } = await app.deps.database.execute(
    sql`SELECT 1 FROM ledger_transactions WHERE key = ${`payment:${checkout.paymentId}:release`}`,
  )
  expect(rows).toEqual([])
})
