/**
 * The database ends the connection at each statement of a cancellation and of an accepted move, as in a
 * crash: nothing has changed, and the same call then does all of it, once.
 * @see docs/rules/bookings.md#canceling
 */

import type pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { countRuns, fc } from '../../contract/test/random.ts'
import { auditLog } from '../src/features/people/audit/tables.ts'
import { type TestApp, testApp } from './app.ts'
import { requireConsistency } from './consistency.ts'
import { makeUser, type TestUser } from './factories/accounts.ts'
import { dateIn, makeListedCaregiver, openHours } from './factories/availability.ts'
import {
  checkout,
  getRequestState,
  listWindows,
  makeAcceptedRequest,
  makePaidRequest,
} from './factories/bookings.ts'
import { answerMove, proposeMove } from './factories/moves.ts'
import { digestTables } from './table-digests.ts'

/** Half of the first visit's price, and all of the second's. */
const refund_usd = 99.99

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp({ PLATFORM_FEE_BPS: '1250' }, { repeats: false })
  admin = await makeUser(app, { role: 'admin' })
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => app.close())

/** What is stored, with the audit log. */
const digestAll = async () => [await digestTables(app), await app.deps.database.$count(auditLog)]

type Query = (...args: unknown[]) => Promise<unknown>
/** A connection with what the types leave out. */
type Connection = pg.PoolClient & { processID: number }

/**
 * Ends the connection of the next transaction: before its n-th statement, or after its commit.
 * @returns an object that gets the statement's text
 */
function loseConnection(at: number | 'after commit'): { statement?: string } {
  const lost: { statement?: string } = {}
  const pool = app.deps.database.$client
  const connect = pool.connect.bind(pool) as (callback?: unknown) => Promise<Connection>
  const end = ({ processID }: Connection) => pool.query('SELECT pg_terminate_backend($1, 5000)', [processID])
  let isFirst = true
  vi.spyOn(pool, 'connect').mockImplementation((async (callback?: unknown) => {
    const client = await connect(callback)
    // A single query of the pool has a callback.
    if (callback || !isFirst) return client
    isFirst = false
    const query = client.query.bind(client) as Query
    let statements = 0
    vi.spyOn(client, 'query').mockImplementation((async (...args: unknown[]) => {
      statements += 1
      const { text } = args[0] as { text: string }
      if (statements === at) {
        lost.statement = text
        await end(client)
      }
      const result = await query(...args)
      if (at !== 'after commit' || text !== 'commit') return result
      await end(client)
      throw new Error('Connection terminated unexpectedly')
    }) as never)
    return client
  }) as never)
  return lost
}

/**
 * Two paid visits, a proposal to split the first of them, and another family about to pay for one of the new
 * hours.
 */
async function makeContested() {
  const caregiver = await makeListedCaregiver(app, { rateCents: 3_333 })
  const dates = [dateIn(app, 2), dateIn(app, 9)]
  for (const date of dates) await openHours(caregiver, date)
  const windows = dates.map((date) => ({ date, start: '09:00', end: '11:00' }))
  const paid = await makePaidRequest(app, { caregiver, windows })
  const wanted = dates.map((date) => ({ date, start: '14:00', end: '15:00' }))
  const other = await makeAcceptedRequest(app, { caregiver, windows: wanted.slice(0, 1) })
  await checkout(other)
  const [first] = await listWindows(paid)
  const { body: move } = await proposeMove(paid.family, paid, wanted, {
    bookingIds: [first?.booking_id as number],
  })
  // A person's first call of a day has a transaction of its own.
  const path = `/api/admin-panel/requests/${paid.id}/cancellation?for=caretaker`
  expect((await admin.client.get(path)).body).toMatchObject({ refund_usd })
  await app.drain()
  return { paid, caregiver, other, moveId: move.id as number }
}
type Contested = Awaited<ReturnType<typeof makeContested>>

async function countNotifications({ client }: TestUser, type: string): Promise<number> {
  const { body } = await client.get('/api/notifications/?status=all')
  return body.results.filter((one: { type: string }) => one.type === type).length
}

async function expectCanceled({ paid }: Contested): Promise<void> {
  expect(await listWindows(paid)).toMatchObject([
    { state: 'canceled', refund_usd: 33.33 },
    { state: 'canceled', refund_usd: 66.66 },
  ])
  const { body } = await paid.family.client.get('/api/payments/mine')
  expect(body.results).toMatchObject([{ status: 'succeeded', refunded_usd: refund_usd }])
  expect(await countNotifications(paid.caregiver, 'booking_canceled')).toBe(1)
}

const CALLS = {
  'a family’s cancellation': {
    call: ({ paid }: Contested) =>
      paid.family.client.post(
        `/api/requests/${paid.id}/cancel`,
        { reason: 'illness', refund_usd },
        { 'idempotency-key': `cancel-${paid.id}` },
      ),
    expectDone: expectCanceled,
    repeated: 200,
  },
  'an admin’s cancellation': {
    call: ({ paid }: Contested) =>
      admin.client.post(
        `/api/admin-panel/requests/${paid.id}/cancel`,
        { for: 'caretaker', refund: 'policy', reason: 'illness', refund_usd, note: '' },
        { 'idempotency-key': `cancel-${paid.id}` },
      ),
    expectDone: expectCanceled,
    repeated: 200,
  },
  'an accepted move': {
    call: ({ caregiver, moveId }: Contested) => answerMove(caregiver, moveId, 'accepted'),
    async expectDone({ paid, other }: Contested): Promise<void> {
      expect(await listWindows(paid)).toMatchObject([
        { start: '14:00', price_usd: 33.33 },
        { start: '09:00', price_usd: 66.66 },
        { start: '14:00', price_usd: 33.33 },
      ])
      expect(await getRequestState(other)).toEqual(['rejected', 'conflict', false])
      expect(await countNotifications(paid.family, 'booking_move')).toBe(1)
    },
    // The proposal is not open any more.
    repeated: 409,
  },
}

test.each(Object.entries(CALLS))(
  '%s is done in full or not at all, and not repeated when its answer was lost',
  async (_, { call, expectDone, repeated }) => {
    const contested = await makeContested()
    const before = await digestAll()
    const compared = fc.sample(fc.integer({ min: 1, max: 20 }), countRuns(15))
    let statements = 0
    for (let lastLost: string | undefined; lastLost !== 'commit'; ) {
      statements += 1
      const lost = loseConnection(statements)
      expect((await call(contested)).status).toBe(503)
      vi.restoreAllMocks()
      lastLost = lost.statement
      // The commit comes last: if nothing is stored by then, no lost transaction has stored anything.
      if (compared.includes(statements) || lastLost === 'commit') expect(await digestAll()).toEqual(before)
    }
    expect(statements).toBeGreaterThan(20)
    loseConnection('after commit')
    expect((await call(contested)).status).toBe(503)
    vi.restoreAllMocks()
    expect((await call(contested)).status).toBe(repeated)
    await app.drain()
    await expectDone(contested)
    await requireConsistency(app)
  },
)
