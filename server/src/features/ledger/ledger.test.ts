import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countRuns, fc } from '../../../../contract/test/random.ts'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeUser } from '../../../test/factories/accounts.ts'
import { sqlState, withTransaction } from '../../platform/database/database.ts'
import { lockBalance, postToLedger } from './index.ts'
import type { Movement, Posting } from './posting.ts'
import { ledgerAccounts, ledgerEntries } from './tables.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** PostgreSQL's error code when a balance would fall below zero. */
const CHECK_VIOLATION = '23514'

let keys = 0
const nextKey = () => `test:${++keys}`

const post = (posting: Posting) =>
  withTransaction(app.deps.database, (transaction) => postToLedger(transaction, app.deps.clock, posting))

/** Posts a card payment straight to a caregiver's account. */
const fund = (ownerId: number, kind: 'available' | 'escrow', amountCents: number) =>
  post({
    key: nextKey(),
    category: 'escrow_in',
    movements: [
      { kind: 'clearing', ownerId: null, amountCents: -amountCents },
      { kind, ownerId, amountCents },
    ],
  })

const makeWithdrawal = (ownerId: number, amountCents: number, key = nextKey()): Posting => ({
  key,
  category: 'payout_out',
  movements: [
    { kind: 'available', ownerId, amountCents: -amountCents },
    { kind: 'payouts_in_transit', ownerId, amountCents },
  ],
})

async function getBalances(): Promise<Map<string, number>> {
  const rows = await app.deps.database.select().from(ledgerAccounts)
  return new Map(rows.map(({ kind, ownerId, balanceCents }) => [`${kind} ${ownerId}`, balanceCents]))
}

/** Violations of the ledger's invariants, by the database's own sums. */
async function findViolations(): Promise<unknown[]> {
  const { rows } = await app.deps.database.execute(sql`
    SELECT 'transaction' AS what, transaction_id AS id FROM ledger_entries
      GROUP BY transaction_id HAVING sum(amount_cents) <> 0
    UNION ALL
    SELECT 'balance', a.id FROM ledger_accounts a
      WHERE a.balance_cents <> (SELECT coalesce(sum(amount_cents), 0) FROM ledger_entries WHERE account_id = a.id)
    UNION ALL
    SELECT 'negative', id FROM ledger_accounts WHERE kind <> 'clearing' AND balance_cents < 0
    UNION ALL
    SELECT 'empty', t.id FROM ledger_transactions t
      WHERE NOT EXISTS (SELECT 1 FROM ledger_entries WHERE transaction_id = t.id)`)
  return rows
}

describe('postToLedger', () => {
  test('posts a key once under 20 parallel calls', async () => {
    const { id } = await makeUser(app, { role: 'caregiver' })
    await fund(id, 'available', 5_000)
    const key = nextKey()

    const answers = await Promise.all(Array.from({ length: 20 }, () => post(makeWithdrawal(id, 1_000, key))))

    expect(answers.filter(Boolean)).toHaveLength(1)
    expect(await post(makeWithdrawal(id, 1_000, key))).toBe(false)
    expect((await getBalances()).get(`available ${id}`)).toBe(4_000)
    expect(await findViolations()).toEqual([])
  })

  test('lets 12 parallel withdrawals take no more than the balance', async () => {
    const { id } = await makeUser(app, { role: 'caregiver' })
    await fund(id, 'available', 1_000)

    const answers = await Promise.allSettled(Array.from({ length: 12 }, () => post(makeWithdrawal(id, 300))))

    const refused = answers
      .filter((answer) => answer.status === 'rejected')
      .map(({ reason }) => sqlState(reason))
    expect(refused).toEqual(Array(9).fill(CHECK_VIOLATION))
    const after = await getBalances()
    expect(after.get(`available ${id}`)).toBe(100)
    expect(after.get(`payouts_in_transit ${id}`)).toBe(900)
    expect(await findViolations()).toEqual([])
  })

  test('waits for a transaction that has posted to the same account, and counts what it took', async () => {
    const { id } = await makeUser(app, { role: 'caregiver' })
    await fund(id, 'available', 1_000)

    const [first, second] = await Promise.allSettled([
      post(makeWithdrawal(id, 600)),
      withTransaction(app.deps.database, async (slow) => {
        await postToLedger(slow, app.deps.clock, makeWithdrawal(id, 300))
        await slow.execute(sql`SELECT pg_sleep(0.2)`)
        return lockBalance(slow, { kind: 'available', ownerId: id })
      }),
    ])

    expect(first).toMatchObject({ status: 'fulfilled', value: true })
    expect(second).toMatchObject({ status: 'fulfilled' })
    expect([700, 100]).toContain((second as PromiseFulfilledResult<number>).value)
    expect((await getBalances()).get(`available ${id}`)).toBe(100)
    expect(await findViolations()).toEqual([])
  })

  test('locks a balance that includes what the same transaction posted', async () => {
    const { id } = await makeUser(app, { role: 'caregiver' })
    await fund(id, 'available', 1_000)

    const seen = await withTransaction(app.deps.database, async (transaction) => {
      await postToLedger(transaction, app.deps.clock, makeWithdrawal(id, 600))
      const left = await lockBalance(transaction, { kind: 'available', ownerId: id })
      await postToLedger(transaction, app.deps.clock, makeWithdrawal(id, left))
      return [left, await lockBalance(transaction, { kind: 'available', ownerId: id })]
    })

    expect(seen).toEqual([400, 0])
    expect(await findViolations()).toEqual([])
  })

  test('moves between the same accounts in both directions in parallel without a deadlock', async () => {
    const { id } = await makeUser(app, { role: 'caregiver' })
    await fund(id, 'available', 10_000)
    await fund(id, 'escrow', 10_000)
    const move = (from: 'available' | 'escrow', to: 'available' | 'escrow'): Posting => ({
      key: nextKey(),
      category: 'release',
      movements: [
        { kind: from, ownerId: id, amountCents: -10 },
        { kind: to, ownerId: id, amountCents: 10 },
      ],
    })

    const moves = Array.from({ length: 20 }, (_, index) =>
      post(index % 2 ? move('available', 'escrow') : move('escrow', 'available')),
    )

    expect(await Promise.all(moves)).toEqual(Array(20).fill(true))
    const after = await getBalances()
    expect(after.get(`available ${id}`)).toBe(10_000)
    expect(after.get(`escrow ${id}`)).toBe(10_000)
  })

  test('opens an account once under parallel postings', async () => {
    const { id } = await makeUser(app, { role: 'caregiver' })

    await Promise.all(Array.from({ length: 10 }, () => fund(id, 'escrow', 7)))

    expect((await getBalances()).get(`escrow ${id}`)).toBe(70)
    const rows = await app.deps.database.select().from(ledgerAccounts).where(eq(ledgerAccounts.ownerId, id))
    expect(rows).toHaveLength(1)
  })

  test.each([
    { name: 'no movement', amounts: [] },
    { name: 'a sum other than zero', amounts: [100, -99] },
    { name: 'a movement of nothing', amounts: [0, 0] },
    { name: 'half a cent', amounts: [0.5, -0.5] },
    { name: 'an amount that is not a number', amounts: [Number.NaN, 1] },
  ])('rejects $name and stores nothing', async ({ amounts }) => {
    const before = await getBalances()
    const key = nextKey()
    const kinds = ['clearing', 'unallocated'] as const
    const movements: Movement[] = amounts.map((amountCents, index) => ({
      kind: kinds[index] ?? 'clearing',
      ownerId: null,
      amountCents,
    }))

    await expect(post({ key, category: 'payment_in', movements })).rejects.toThrow(RangeError)

    expect(await getBalances()).toEqual(before)
    const { rows } = await app.deps.database.execute(
      sql`SELECT 1 FROM ledger_transactions WHERE key = ${key}`,
    )
    expect(rows).toEqual([])
  })

  test('leaves the key of a rejected posting free', async () => {
    const { id } = await makeUser(app, { role: 'caregiver' })
    const key = nextKey()
    expect(await post(makeWithdrawal(id, 100, key)).catch(sqlState)).toBe(CHECK_VIOLATION)
    await fund(id, 'available', 100)
    expect(await post(makeWithdrawal(id, 100, key))).toBe(true)
  })
})

describe('the database', () => {
  const getErrorCode = async (statement: ReturnType<typeof sql>) => {
    const error = await app.deps.database.execute(statement).then(
      () => null,
      (reason: unknown) => reason,
    )
    return sqlState(error)
  }

  beforeAll(async () => {
    const { id } = await makeUser(app, { role: 'caregiver' })
    await fund(id, 'escrow', 1_000)
  })

  test.each([
    ['changing an entry', sql`UPDATE ledger_entries SET amount_cents = amount_cents + 1`],
    ['deleting entries', sql`DELETE FROM ledger_entries`],
    ['emptying the entries', sql`TRUNCATE ledger_entries`],
    ['changing a transaction', sql`UPDATE ledger_transactions SET category = 'fee'`],
    ['deleting transactions', sql`DELETE FROM ledger_transactions`],
    ['deleting an account', sql`DELETE FROM ledger_accounts WHERE kind = 'escrow'`],
    ['moving a balance without an entry', sql`UPDATE ledger_accounts SET balance_cents = balance_cents + 1`],
  ])('rejects %s', async (_what, statement) => {
    const before = [await app.deps.database.select().from(ledgerEntries), await getBalances()]
    expect(await getErrorCode(statement)).toBe('23001')
    expect([await app.deps.database.select().from(ledgerEntries), await getBalances()]).toEqual(before)
  })

  const lastTransaction = sql`(SELECT max(id) FROM ledger_transactions)`
  test.each([
    [
      'a lone entry',
      '23514',
      sql`INSERT INTO ledger_entries (transaction_id, account_id, amount_cents)
        SELECT ${lastTransaction}, max(id), 5 FROM ledger_accounts`,
    ],
    [
      'entries that take a balance below zero',
      '23514',
      sql`INSERT INTO ledger_entries (transaction_id, account_id, amount_cents)
        SELECT ${lastTransaction}, id, CASE kind WHEN 'clearing' THEN 1000000 ELSE -1000000 END
        FROM ledger_accounts WHERE kind = 'clearing' OR id = (SELECT max(id) FROM ledger_accounts WHERE kind = 'escrow')`,
    ],
    [
      'entries of a transaction that is not there',
      '23503',
      sql`INSERT INTO ledger_entries (transaction_id, account_id, amount_cents)
        SELECT -1, id, amount FROM unnest(ARRAY[5, -5]) AS amount, ledger_accounts WHERE kind = 'clearing'`,
    ],
    [
      'entries of an account that is not there',
      '23503',
      sql`INSERT INTO ledger_entries (transaction_id, account_id, amount_cents)
        SELECT ${lastTransaction}, -1, amount FROM unnest(ARRAY[5, -5]) AS amount`,
    ],
  ])('rejects %s', async (_what, state, statement) => {
    const before = await getBalances()
    expect(await getErrorCode(statement)).toBe(state)
    expect(await getBalances()).toEqual(before)
    expect(await findViolations()).toEqual([])
  })
})

describe('any sequence of movements', () => {
  type Step = { kind: keyof typeof SHAPES; caregiver: 0 | 1; cents: number; repeated: boolean }

  const SHAPES = {
    payment_in: ['clearing', 'unallocated'],
    escrow_in: ['unallocated', 'escrow'],
    fee: ['escrow', 'platform_fees'],
    release: ['escrow', 'available'],
    dispute_hold: ['escrow', 'dispute_hold'],
    refund_out: ['unallocated', 'clearing'],
    payout_out: ['available', 'payouts_in_transit'],
  } as const
  const PLATFORM = new Set<string>(['clearing', 'unallocated', 'platform_fees'])

  const steps = fc.array(
    fc.record<Step>({
      kind: fc.constantFrom(...(Object.keys(SHAPES) as Step['kind'][])),
      caregiver: fc.constantFrom(0, 1),
      cents: fc.integer({ min: 1, max: 500 }),
      repeated: fc.boolean(),
    }),
    { minLength: 3, maxLength: 14 },
  )

  test('matches a simple model; sums stay zero and no balance is negative', async () => {
    const caregivers = [
      await makeUser(app, { role: 'caregiver' }),
      await makeUser(app, { role: 'caregiver' }),
    ]
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const model = await getBalances()
        let lastKey: string | null = null
        for (const step of sequence) {
          const ownerId = caregivers[step.caregiver]?.id as number
          const [from, to] = SHAPES[step.kind].map((kind) => ({
            kind,
            ownerId: PLATFORM.has(kind) ? null : ownerId,
          })) as [Movement, Movement]
          const [source, target] = [`${from.kind} ${from.ownerId}`, `${to.kind} ${to.ownerId}`]
          const isRepeat = step.repeated && lastKey !== null
          const isCovered = from.kind === 'clearing' || (model.get(source) ?? 0) >= step.cents
          const key: string = isRepeat ? (lastKey as string) : nextKey()

          const answer = await post({
            key,
            category: step.kind,
            movements: [
              { ...from, amountCents: -step.cents },
              { ...to, amountCents: step.cents },
            ],
          }).catch(sqlState)

          expect(answer).toBe(isRepeat ? false : isCovered ? true : CHECK_VIOLATION)
          if (answer === true) {
            lastKey = key
            model.set(source, (model.get(source) ?? 0) - step.cents)
            model.set(target, (model.get(target) ?? 0) + step.cents)
          }
        }
        const after = await getBalances()
        for (const [account, cents] of model)
          expect([account, after.get(account) ?? 0]).toEqual([account, cents])
        expect([...after.values()].reduce((sum, cents) => sum + cents, 0)).toBe(0)
        expect(await findViolations()).toEqual([])
      }),
      { numRuns: countRuns(40) },
    )
  })
})
