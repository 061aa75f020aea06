/**
 * Postings a second of the ledger, as a ratio to what the database can do at most: a bare transaction that inserts two
 * rows, in the same run, with the same number of connections (goal: at least 0.5). Once over many wallets, and once on
 * a single one, where each posting waits for the one before. BENCH_SECONDS sets how long each part runs.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postToLedger } from '../server/src/features/ledger/index.ts'
import { type Transaction, withTransaction } from '../server/src/platform/database.ts'
import { type TestApp, testApp } from '../server/test/app.ts'
import { makeUser } from '../server/test/factories/accounts.ts'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 15)
const CONNECTIONS = 4
const WALLETS = 200
const ROUNDS = 10
const GOAL = 0.5

let app: TestApp
const wallets: number[] = []
let keys = 0

beforeAll(async () => {
  app = await testApp()
  await app.deps.database.$client.query(
    'CREATE TABLE bare (id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY, owner_id integer NOT NULL, cents bigint NOT NULL)',
  )
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

/** Two entries between two accounts of one caregiver: the least that a posting can be. */
function posting(transaction: Transaction, ownerId: number): Promise<unknown> {
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

function bare(transaction: Transaction, ownerId: number): Promise<unknown> {
  return transaction.execute(`INSERT INTO bare (owner_id, cents) VALUES (${ownerId}, -1), (${ownerId}, 1)`)
}

/** Transactions a second. */
async function rateOf(
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
])('postings %s', async (name, ownersOf) => {
  const sums = { posting: 0, bare: 0 }
  // In turns, so that what else the machine does falls on both.
  for (let round = 0; round < ROUNDS; round += 1) {
    sums.bare += await rateOf(bare, ownersOf())
    sums.posting += await rateOf(posting, ownersOf())
  }
  const ratio = sums.posting / sums.bare
  console.log(
    `${name}: ${(sums.posting / ROUNDS).toFixed(0)} postings a second, ${(sums.bare / ROUNDS).toFixed(0)} bare transactions, ratio ${ratio.toFixed(3)}`,
  )
  expect(ratio).toBeGreaterThanOrEqual(GOAL)
})
