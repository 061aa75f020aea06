/**
 * The ledger under load.
 *
 * - Postings per second, and their ratio to bare transactions that insert two rows, in the same run with the
 *   same number of connections: over many wallets, and on a single one, where each posting waits for the
 *   last.
 * - Payments that are captured and settled in parallel. All of them lock the platform's `clearing` and
 *   `unallocated` accounts. First as many as the connection pool allows, then at a fixed rate. No call may
 *   fail, and p99 must stay far below the lock timeout of 2 seconds.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postToLedger, runLedgerChecks } from '../server/src/features/ledger/index.ts'
import { capturePayment } from '../server/src/features/payments/checkout/capture.ts'
import { settlePayment } from '../server/src/features/payments/index.ts'
import { type Transaction, withTransaction } from '../server/src/platform/database/database.ts'
import { type TestApp, testApp } from '../server/test/app.ts'
import { makeUser } from '../server/test/factories/accounts.ts'
import { getQuantile } from './load/quantile.ts'
import { isSmall, size } from './load/size.ts'

const SECONDS = size(15, 0.2)
const CONNECTIONS = 4
const WALLETS = size(200, 4)
const ROUNDS = size(10, 1)
const POOL_SIZE = 20
const PAYMENTS_PER_SECOND = 40
const P99_LIMIT_MS = 1_000

let app: TestApp
let payerId: number
const wallets: number[] = []
let keys = 0

beforeAll(async () => {
  app = await testApp()
  await app.deps.database.$client.query(
    'CREATE TABLE bare (id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY, owner_id integer NOT NULL, cents bigint NOT NULL)',
  )
  payerId = (await makeUser(app, { role: 'caretaker' })).id
  for (let index = 0; index < WALLETS; index += 1) {
    wallets.push((await makeUser(app, { role: 'caregiver' })).id)
  }
  for (const ownerId of wallets) await withTransaction(app.deps.database, (tx) => fund(tx, ownerId))
}, 300_000)
afterAll(() => app.close())

function fund(transaction: Transaction, ownerId: number): Promise<boolean> {
  keys += 1
  return postToLedger(transaction, app.deps.clock, {
    key: `bench:fund:${keys}`,
    category: 'escrow_in',
    movements: [
      { kind: 'clearing', ownerId: null, amountCents: -1_000_000_000 },
      { kind: 'escrow', ownerId, amountCents: 1_000_000_000 },
    ],
  })
}

/** Posts two entries between two accounts of one caregiver, the smallest posting. */
function post(transaction: Transaction, ownerId: number): Promise<unknown> {
  keys += 1
  return postToLedger(transaction, app.deps.clock, {
    key: `bench:${keys}`,
    category: 'release',
    movements: [
      { kind: 'escrow', ownerId, amountCents: -1 },
      { kind: 'available', ownerId, amountCents: 1 },
    ],
  })
}

function insertBareRows(transaction: Transaction, ownerId: number): Promise<unknown> {
  return transaction.execute(`INSERT INTO bare (owner_id, cents) VALUES (${ownerId}, -1), (${ownerId}, 1)`)
}

/** @returns transactions per second */
async function measureRate(
  work: (transaction: Transaction, ownerId: number) => Promise<unknown>,
  ownerIds: readonly number[],
): Promise<number> {
  const start = performance.now()
  const end = start + (SECONDS * 1_000) / ROUNDS
  let done = 0
  const worker = async () => {
    while (performance.now() < end) {
      const ownerId = ownerIds[done % ownerIds.length] as number
      done += 1
      await withTransaction(app.deps.database, (transaction) => work(transaction, ownerId))
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
  return (done * 1_000) / (performance.now() - start)
}

test.each([
  ['over many wallets', () => wallets],
  ['on one hot wallet', () => wallets.slice(0, 1)],
])('postings %s', async (name, getOwners) => {
  const sums = { posting: 0, bare: 0 }
  // Alternates, so that other load on the machine affects both equally.
  for (let round = 0; round < ROUNDS; round += 1) {
    sums.bare += await measureRate(insertBareRows, getOwners())
    sums.posting += await measureRate(post, getOwners())
  }
  const ratio = sums.posting / sums.bare
  console.log(
    `${name}: ${(sums.posting / ROUNDS).toFixed(0)} postings per second, ${(sums.bare / ROUNDS).toFixed(0)} bare transactions, ratio ${ratio.toFixed(3)}`,
  )
})

/** Inserts open payments. @returns their ids */
async function insertPayments(count: number): Promise<number[]> {
  const { rows } = await app.deps.database.$client.query(
    `INSERT INTO payments (request_id, payer_id, payee_id, amount_cents, fee_cents, provider, expires_at,
        created_at, updated_at)
      SELECT 1000000 + n + (SELECT count(*) FROM payments), $1, ($2::int[])[1 + n % $3], 10000, 1000, 'sandbox',
        now() + interval '1 day', now(), now()
      FROM generate_series(1, $4::int) AS n RETURNING id`,
    [payerId, wallets, wallets.length, count],
  )
  return rows.map(({ id }: { id: number }) => id)
}

/**
 * Captures a payment and settles it, in a transaction each, as the webhook and the booking do.
 * @returns the two times in ms
 */
async function captureAndSettle(id: number): Promise<number[]> {
  const state = {
    sessionId: `cs_bench_${id}`,
    status: 'paid' as const,
    amountCents: 10_000,
    paymentIntentId: `pi_bench_${id}`,
    chargeId: `ch_bench_${id}`,
    cardName: null,
    lastDecline: null,
  }
  const times: number[] = []
  for (const work of [
    (tx: Transaction) => capturePayment(tx, app.deps, id, state),
    (tx: Transaction) => settlePayment(tx, app.deps, id),
  ]) {
    const start = performance.now()
    await withTransaction(app.deps.database, work)
    times.push(performance.now() - start)
  }
  return times
}

function report(name: string, times: number[], elapsedMs: number): number {
  const at = (part: number) => getQuantile(times, part)
  console.log(
    `${name}: ${((times.length * 1_000) / elapsedMs).toFixed(0)} transactions a second; p50 ${at(0.5).toFixed(1)} ms, p95 ${at(0.95).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms, slowest ${at(1).toFixed(0)} ms`,
  )
  return at(0.99)
}

test(`payments in parallel, ${POOL_SIZE} at a time`, async () => {
  const ids = await insertPayments(SECONDS * 1_000)
  const times: number[] = []
  const start = performance.now()
  const end = start + SECONDS * 1_000
  const worker = async () => {
    for (let id = ids.pop(); id && performance.now() < end; id = ids.pop()) {
      times.push(...(await captureAndSettle(id)))
    }
  }
  await Promise.all(Array.from({ length: POOL_SIZE }, worker))
  const p99Ms = report(`payments, ${POOL_SIZE} at a time`, times, performance.now() - start)
  if (!isSmall) expect(p99Ms).toBeLessThan(P99_LIMIT_MS)
  expect(await runLedgerChecks(app.deps.database)).toEqual([])
})

test(`payments at ${PAYMENTS_PER_SECOND} a second`, async () => {
  const ids = await insertPayments(SECONDS * PAYMENTS_PER_SECOND)
  const start = performance.now()
  const running: Promise<number[]>[] = []
  for (const [index, id] of ids.entries()) {
    await sleep(Math.max(0, start + (index * 1_000) / PAYMENTS_PER_SECOND - performance.now()))
    running.push(captureAndSettle(id))
  }
  const times = (await Promise.all(running)).flat()
  const { rowCount: settled } = await app.deps.database.$client.query(
    "SELECT FROM payments WHERE id = ANY ($1) AND status = 'succeeded'",
    [ids],
  )
  expect(settled).toBe(ids.length)
  const p99Ms = report(`payments, ${PAYMENTS_PER_SECOND} a second`, times, performance.now() - start)
  if (!isSmall) expect(p99Ms).toBeLessThan(P99_LIMIT_MS)
  expect(await runLedgerChecks(app.deps.database)).toEqual([])
})
