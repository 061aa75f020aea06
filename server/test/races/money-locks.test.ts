/** Settlements, releases, disputes and withdrawals of one caregiver in parallel, without retries. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockBalance, postToLedger, runLedgerChecks } from '../../src/features/ledger/index.ts'
import {
  getRefundableCents,
  holdPayment,
  refundHeldPayment,
  releaseHold,
  releasePayment,
  settlePayment,
} from '../../src/features/payments/index.ts'
import type { Transaction } from '../../src/platform/database/database.ts'
import { type TestApp, testApp } from '../app.ts'
import { makeUser } from '../factories/accounts.ts'

const PAYMENTS = 60
const PARALLEL = 8
const AMOUNT_CENTS = 10_000
const FEE_CENTS = 1_000

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/**
 * Captured payments of one caregiver, whose money is in `unallocated`.
 * @returns their ids; each request has its payment's id
 */
async function insertCaptured(payerId: number, payeeId: number): Promise<number[]> {
  const { rows } = await app.deps.database.$client.query(
    `INSERT INTO payments (request_id, payer_id, payee_id, amount_cents, fee_cents, status, provider,
        paid_at, expires_at, created_at, updated_at)
      SELECT n, $1, $2, $3, $4, 'captured', 'sandbox', now(), now(), now(), now()
      FROM generate_series(1, $5::int) AS n RETURNING request_id`,
    [payerId, payeeId, AMOUNT_CENTS, FEE_CENTS, PAYMENTS],
  )
  const amountCents = PAYMENTS * AMOUNT_CENTS
  await app.deps.database.transaction((transaction) =>
    postToLedger(transaction, app.deps.clock, {
      key: 'locks:payment_in',
      category: 'payment_in',
      movements: [
        { kind: 'clearing', ownerId: null, amountCents: -amountCents },
        { kind: 'unallocated', ownerId: null, amountCents },
      ],
    }),
  )
  return rows.map(({ request_id: id }: { request_id: number }) => id)
}

test('locks accounts in one order, so that no transaction ends in a deadlock', async () => {
  const payer = await makeUser(app, { role: 'caretaker' })
  const payee = await makeUser(app, { role: 'caregiver' })
  const ids = await insertCaptured(payer.id, payee.id)
  const { database, clock } = app.deps
  const run = (work: (transaction: Transaction) => Promise<unknown>) => database.transaction(work)

  const withdraw = (id: number) =>
    run(async (transaction) => {
      const cents = await lockBalance(transaction, { kind: 'available', ownerId: payee.id })
      if (cents === 0) return
      await postToLedger(transaction, clock, {
        key: `locks:payout:${id}`,
        category: 'payout_out',
        movements: [
          { kind: 'payouts_in_transit', ownerId: payee.id, amountCents: 1 },
          { kind: 'available', ownerId: payee.id, amountCents: -1 },
        ],
      })
    })
  const closeDispute = (id: number, isDue: boolean) =>
    run(async (transaction) => {
      const mostCents = await getRefundableCents(transaction, id)
      const amountCents = isDue ? mostCents : FEE_CENTS
      const order = { requestId: id, amountCents, reason: 'Cut short', key: 'locks' }
      await refundHeldPayment(transaction, app.deps, order)
      await releaseHold(transaction, app.deps, id, { isDue, careEndedAt: app.deps.clock.now() })
    })

  const runPayment = async (id: number) => {
    await run(async (transaction) => {
      const { rows } = await transaction.execute<{ id: number }>(
        `SELECT id FROM payments WHERE request_id = ${id}`,
      )
      await settlePayment(transaction, app.deps, rows[0]?.id as number)
    })
    if (id % 2) await run((transaction) => releasePayment(transaction, app.deps, id, app.deps.clock.now()))
    await withdraw(id)
    await run((transaction) => holdPayment(transaction, app.deps, id))
    await closeDispute(id, id % 4 < 2)
  }
  const worker = async () => {
    for (let id = ids.pop(); id; id = ids.pop()) await runPayment(id)
  }

  const results = await Promise.allSettled(Array.from({ length: PARALLEL }, worker))
  expect(results.filter(({ status }) => status === 'rejected')).toEqual([])
  expect(await runLedgerChecks(database)).toEqual([])
})
