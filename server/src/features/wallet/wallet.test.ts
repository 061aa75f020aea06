import { addDays } from '@tendwell/contract/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeUser, type TestUser } from '../../../test/factories/accounts.ts'
import { makePaidRequest } from '../../../test/factories/bookings.ts'
import { withTransaction } from '../../platform/database/database.ts'
import { postToLedger } from '../ledger/index.ts'
import type { Movement, Posting } from '../ledger/posting.ts'

let app: TestApp
let keys = 0

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** Moves money between two accounts. @param at the instant of the posting, now by default */
function move(
  category: Posting['category'],
  from: Omit<Movement, 'amountCents'>,
  to: Omit<Movement, 'amountCents'>,
  amountCents: number,
  at?: string,
): Promise<boolean> {
  const clock = at ? { ...app.deps.clock, now: () => new Date(at) } : app.deps.clock
  keys += 1
  const movements = [
    { ...from, amountCents: -amountCents },
    { ...to, amountCents },
  ] as Movement[]
  return withTransaction(app.deps.database, (transaction) =>
    postToLedger(transaction, clock, { key: `wallet-test:${keys}`, category, movements }),
  )
}

const clearing = { kind: 'clearing', ownerId: null } as const
const unallocated = { kind: 'unallocated', ownerId: null } as const
const fees = { kind: 'platform_fees', ownerId: null } as const

const postEarning = (caregiver: TestUser, amountCents: number, at?: string) =>
  move('escrow_in', clearing, { kind: 'escrow', ownerId: caregiver.id }, amountCents, at)

test('shows zeros for a wallet without movements', async () => {
  const { client } = await makeUser(app, { role: 'caregiver' })
  expect((await client.get('/api/wallets/mine/')).body).toEqual({
    balance: 0,
    withdrawable: 0,
    waiting: [],
    pending: 0,
    held: 0,
    currency: 'usd',
    details_submitted: false,
    payouts_held: false,
    holds: [],
    first_payout_days: 0,
  })
  expect((await client.get('/api/wallets/mine/entries/')).body).toEqual({
    count: 0,
    next: null,
    previous: null,
    results: [],
  })
})

test('shows what is available, in escrow and on hold, and each transaction once', async () => {
  const caregiver = await makeUser(app, { role: 'caregiver' })
  const { id, client } = caregiver
  const [escrow, available, held, transit] = (
    ['escrow', 'available', 'dispute_hold', 'payouts_in_transit'] as const
  ).map((kind) => ({ kind, ownerId: id })) as [Movement, Movement, Movement, Movement]
  await postEarning(caregiver, 22_050)
  await move('fee', escrow, fees, 1_005)
  await move('release', escrow, available, 20_000)
  await move('dispute_hold', available, held, 3_000)
  await move('refund_out', held, clearing, 1_000)
  await move('payout_out', available, transit, 4_999)

  const wallet = await client.get('/api/wallets/mine')
  const entries = await client.get('/api/wallets/mine/entries?page_size=10')

  expect(wallet.body).toMatchObject({ balance: 120.01, pending: 10.45, held: 20 })
  expect(entries.body.count).toBe(6)
  expect(
    entries.body.results.map((entry: Record<string, unknown>) => [
      entry.category,
      entry.direction,
      entry.amount,
    ]),
  ).toEqual([
    ['payout_out', 'debit', 49.99],
    ['refund_out', 'debit', 10],
    ['dispute_hold', 'debit', 30],
    ['release', 'credit', 200],
    ['fee', 'debit', 10.05],
    ['escrow_in', 'credit', 220.5],
  ])
  expect(Object.keys(entries.body.results[0]).sort()).toEqual(
    [
      'id',
      'created_at',
      'category',
      'direction',
      'amount',
      'balance_change',
      'pending_change',
      'held_change',
      'currency',
      'booking',
      'withdrawable_from',
    ].sort(),
  )
})

test('shows a hold that returns to escrow as a credit of its own category', async () => {
  const caregiver = await makeUser(app, { role: 'caregiver' })
  const escrow = { kind: 'escrow', ownerId: caregiver.id } as const
  const held = { kind: 'dispute_hold', ownerId: caregiver.id } as const
  await postEarning(caregiver, 9_000)
  await move('dispute_hold', escrow, held, 9_000)
  await move('dispute_hold', held, escrow, 9_000)
  const { body } = await caregiver.client.get('/api/wallets/mine/entries')
  expect(
    body.results.map(({ category, direction }: Record<string, string>) => [category, direction]),
  ).toEqual([
    ['dispute_hold', 'credit'],
    ['dispute_hold', 'debit'],
    ['escrow_in', 'credit'],
  ])
})

test("shows neither another caregiver's money nor that of a payment that was never booked", async () => {
  const [mine, other] = [
    await makeUser(app, { role: 'caregiver' }),
    await makeUser(app, { role: 'caregiver' }),
  ]
  await postEarning(other, 5_000)
  await move('payment_in', clearing, unallocated, 700)
  await move('refund_out', unallocated, clearing, 700)

  expect((await mine.client.get('/api/wallets/mine')).body).toMatchObject({ balance: 0, pending: 0, held: 0 })
  expect((await mine.client.get('/api/wallets/mine/entries')).body.count).toBe(0)
  const entries = await other.client.get('/api/wallets/mine/entries')
  expect(entries.body.results.map(({ category }: { category: string }) => category)).toEqual(['escrow_in'])
})

test('lists entries in pages of 5, newest first, and filters by type', async () => {
  const caregiver = await makeUser(app, { role: 'caregiver' })
  for (let cents = 101; cents <= 106; cents += 1) await postEarning(caregiver, cents)
  await move(
    'release',
    { kind: 'escrow', ownerId: caregiver.id },
    { kind: 'available', ownerId: caregiver.id },
    200,
  )
  await move(
    'payout_out',
    { kind: 'available', ownerId: caregiver.id },
    { kind: 'payouts_in_transit', ownerId: caregiver.id },
    150,
  )
  const amounts = async (query: string) => {
    const { body } = await caregiver.client.get(`/api/wallets/mine/entries${query}`)
    return [body.count, body.results.map(({ amount }: { amount: number }) => amount), body.next]
  }

  expect(await amounts('')).toEqual([8, [1.5, 2, 1.06, 1.05, 1.04], '/api/wallets/mine/entries?page=2'])
  expect(await amounts('?page=2')).toEqual([8, [1.03, 1.02, 1.01], null])
  expect(await amounts('?type=payment')).toEqual([
    6,
    [1.06, 1.05, 1.04, 1.03, 1.02],
    '/api/wallets/mine/entries?type=payment&page=2',
  ])
  expect(await amounts('?type=payout')).toEqual([1, [1.5], null])
})

test('sorts entries by time, not by id', async () => {
  const caregiver = await makeUser(app, { role: 'caregiver' })
  await postEarning(caregiver, 300, '2026-03-03T10:00:00Z')
  await postEarning(caregiver, 100, '2026-03-01T10:00:00Z')
  await postEarning(caregiver, 200, '2026-03-02T10:00:00Z')
  await postEarning(caregiver, 250, '2026-03-02T10:00:00Z')

  const { body } = await caregiver.client.get('/api/wallets/mine/entries')

  expect(body.results.map(({ amount }: { amount: number }) => amount)).toEqual([3, 2.5, 2, 1])
})

test('filters by a day in the caregiver’s own zone, also when clocks change on it', async () => {
  const inParis = await makeUser(app, { role: 'caregiver', timezone: 'Europe/Paris' })
  await app.drain()
  // 2026-03-29 in Paris: from 23:00 UTC the day before to 22:00 UTC, an hour short.
  await postEarning(inParis, 100, '2026-03-28T22:59:59.999Z')
  await postEarning(inParis, 200, '2026-03-28T23:00:00Z')
  await postEarning(inParis, 300, '2026-03-29T21:59:59.999Z')
  await postEarning(inParis, 400, '2026-03-29T22:00:00Z')
  const amountsOn = async (date: string) => {
    const { body } = await inParis.client.get(`/api/wallets/mine/entries?type=payment&date=${date}`)
    return body.results.map(({ amount }: { amount: number }) => amount)
  }

  expect(await amountsOn('2026-03-28')).toEqual([1])
  expect(await amountsOn('2026-03-29')).toEqual([3, 2])
  expect(await amountsOn('2026-03-30')).toEqual([4])
  expect(await amountsOn('2026-03-31')).toEqual([])
  // The query can name another zone.
  expect(await amountsOn('2026-03-28&timezone=UTC')).toEqual([2, 1])
  expect(await amountsOn('2026-03-29&timezone=Asia/Karachi')).toEqual([2, 1])
  expect(await amountsOn('2026-03-30&timezone=Asia/Karachi')).toEqual([4, 3])
})

test('names the booking of each entry, and none for payouts', async () => {
  const request = await makePaidRequest(app)
  const { caregiver, family, windows } = request
  const { date = '', end = '' } = windows[0] ?? {}
  const { body } = await caregiver.client.get('/api/wallets/mine/entries')
  expect(body.results).toHaveLength(1)
  expect(body.results[0].booking).toEqual({
    request_id: request.id,
    caretaker_name: family.fullName,
    start_utc: `${windows[0]?.date}T${windows[0]?.start}:00.000Z`,
    end_utc: `${windows[0]?.date}T${windows[0]?.end}:00.000Z`,
    visits: 1,
    are_nights: false,
  })
  expect(body.results[0].withdrawable_from).toBe(`${addDays(date, 1)}T${end}:00.000Z`)
  await move(
    'release',
    { kind: 'escrow', ownerId: caregiver.id },
    { kind: 'available', ownerId: caregiver.id },
    100,
  )
  await move(
    'payout_out',
    { kind: 'available', ownerId: caregiver.id },
    { kind: 'payouts_in_transit', ownerId: caregiver.id },
    100,
  )
  const payouts = await caregiver.client.get('/api/wallets/mine/entries?type=payout')
  expect(payouts.body.results).toMatchObject([{ booking: null }])
})

test('totals of a year and a month equal what the ledger holds', async () => {
  const caregiver = await makeUser(app, { role: 'caregiver', timezone: 'America/New_York' })
  await app.drain()
  const { id, client } = caregiver
  const [escrow, available, held, transit] = (
    ['escrow', 'available', 'dispute_hold', 'payouts_in_transit'] as const
  ).map((kind) => ({ kind, ownerId: id })) as [Movement, Movement, Movement, Movement]
  // In New York 2026 begins at 5:00 UTC.
  await postEarning(caregiver, 10_001, '2026-01-01T04:59:59Z')
  await postEarning(caregiver, 33_333, '2026-01-01T05:00:00Z')
  await move('fee', escrow, fees, 1_667, '2026-01-01T05:00:01Z')
  await move('release', escrow, available, 30_000, '2026-01-31T20:00:00Z')
  // Still January in New York.
  await move('payout_out', available, transit, 20_000, '2026-02-01T04:59:00Z')
  await move('payout_out', transit, available, 20_000, '2026-02-03T12:00:00Z')
  await move('payout_out', available, transit, 7_500, '2026-02-04T12:00:00Z')
  await move('dispute_hold', available, held, 5_000, '2026-03-01T12:00:00Z')
  await move('refund_out', held, unallocated, 2_505, '2026-03-02T12:00:00Z')
  const totals = async (year: number) => (await client.get(`/api/wallets/mine/totals?year=${year}`)).body
  const month = async (name: string) => (await client.get(`/api/wallets/mine/statement?month=${name}`)).body

  const year = await totals(2026)
  expect(year).toEqual({
    year: 2026,
    timezone: 'America/New_York',
    first_month: '2025-12',
    // Released, less the hold.
    earned: 250,
    fees: 16.67,
    refunds: 25.05,
    paid_out: 75,
  })
  expect(await totals(2025)).toMatchObject({ earned: 0, fees: 0, refunds: 0, paid_out: 0 })
  const wallet = (await client.get('/api/wallets/mine')).body
  expect(year.earned - year.paid_out).toBeCloseTo(wallet.balance, 5)

  const january = await month('2026-01')
  expect(january).toMatchObject({
    month: '2026-01',
    timezone: 'America/New_York',
    totals: { earned: 300, fees: 16.67, refunds: 0, paid_out: 200 },
  })
  expect(january.results.map(({ category }: { category: string }) => category)).toEqual([
    'escrow_in',
    'fee',
    'release',
    'payout_out',
  ])
  expect((await month('2026-02')).totals).toEqual({ earned: 0, fees: 0, refunds: 0, paid_out: -125 })
  const months = await Promise.all(
    Array.from({ length: 12 }, (_, index) => month(`2026-${String(index + 1).padStart(2, '0')}`)),
  )
  for (const name of ['earned', 'fees', 'refunds', 'paid_out'] as const) {
    const sum = months.reduce((cents, one) => cents + Math.round(one.totals[name] * 100), 0)
    expect(sum, name).toBe(Math.round(year[name] * 100))
  }

  const other = await makeUser(app, { role: 'caregiver' })
  expect((await other.client.get('/api/wallets/mine/totals')).body).toMatchObject({
    year: app.deps.clock.now().getUTCFullYear(),
    earned: 0,
    first_month: null,
  })
  expect((await other.client.get('/api/wallets/mine/statement?month=2026-01')).body.results).toEqual([])
  for (const query of ['statement', 'statement?month=2026-13', 'statement?month=26-1', 'totals?year=1']) {
    expect((await client.get(`/api/wallets/mine/${query}`)).status, query).toBe(400)
  }
})

test('rejects everyone but caregivers', async () => {
  const family = await makeUser(app, { role: 'caretaker' })
  const admin = await makeUser(app, { role: 'admin' })
  for (const path of ['', '/entries', '/statement?month=2026-03', '/totals'].map(
    (end) => `/api/wallets/mine${end}`,
  )) {
    expect((await app.visitor.get(path)).status).toBe(401)
    expect((await app.withToken('forged').get(path)).status).toBe(401)
    expect((await family.client.get(path)).status).toBe(403)
    expect((await admin.client.get(path)).status).toBe(403)
  }
})

test.each([
  ['type=fee', 'type', 'Type must be payment or payout'],
  ['date=2026-02-30', 'date', 'Enter a date as YYYY-MM-DD'],
  ['date=%00', 'date', 'Enter a date as YYYY-MM-DD'],
  ['date=2026-02-03&timezone=Mars', 'timezone', 'Unknown time zone'],
  ['page=0', 'page', 'Page must be from 1 to 100000'],
  ['page=1e3', 'page', 'Page must be a whole number'],
  ['page_size=101', 'page_size', 'Page size must be from 1 to 100'],
  ['owner_id=1', 'owner_id', 'Unknown field'],
])('rejects a query of %s', async (query, field, message) => {
  const { client } = await makeUser(app, { role: 'caregiver' })
  const { status, body } = await client.get(`/api/wallets/mine/entries?${query}`)
  expect(status).toBe(400)
  expect(body).toMatchObject({ detail: message, code: 'invalid', [field]: [message] })
  expect(body.request_id).toMatch(/./)
})
