import { MINUTES_PER_DAY } from '@tendwell/contract/time'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../../../test/app.ts'
import type { TestUser } from '../../../../test/factories/accounts.ts'
import { dateIn, makeListedCaregiver, openHours } from '../../../../test/factories/availability.ts'
import { makeFamily, makePaidRequest } from '../../../../test/factories/bookings.ts'
import { logInAgain } from '../../../../test/factories/profiles.ts'
import { earn, makeEarner, PROVIDERS, type Provider } from '../../../../test/factories/providers.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { listReleasedMoney } from '../../payments/index.ts'
import { verifyLedger } from '../../reconciliation/index.ts'

let provider: Provider
beforeAll(async () => {
  provider = await PROVIDERS.sandbox({ PAYOUT_NEW_DAYS: '7' }, { isAlone: false })
})
afterAll(async () => {
  expect(await verifyLedger(provider.app.deps.database)).toEqual([])
  await provider.close()
})

const setUpPayouts = async (client: Client) =>
  provider.onboard((await client.post('/api/payouts/onboarding-link')).body.url)
const getWallet = async (client: Client) => (await client.get('/api/wallets/mine')).body
/** Lets a first payout of a caregiver arrive, so that they are no longer new. */
async function makeEstablished(): Promise<TestUser> {
  const caregiver = await makeEarner(provider, 1_000)
  await provider.app.advance(8 * MINUTES_PER_DAY)
  const client = await logInAgain(provider.app, caregiver)
  expect((await client.post('/api/payouts', { amount: 10 })).status).toBe(201)
  await provider.deliverEvents()
  await provider.endPayouts('paid')
  return { ...caregiver, client: await logInAgain(provider.app, caregiver) }
}

test('a new caregiver gets nothing of $8,000 that a new family pays, 33 hours after the visits', async () => {
  const { app } = provider
  const caregiver = await makeListedCaregiver(app, { rateCents: 100_000 })
  await setUpPayouts(caregiver.client)
  const family = await makeFamily(app)
  const date = dateIn(app, 1)
  await openHours(caregiver, date)
  for (const [start, end] of [
    ['09:00', '13:00'],
    ['13:00', '15:00'],
    ['15:00', '17:00'],
  ] as const) {
    await makePaidRequest(app, { caregiver, family, windows: [{ date, start, end }] })
  }
  const hoursToEnd = (Date.parse(`${date}T17:00:00Z`) - app.deps.clock.now().getTime()) / 3_600_000
  await app.advance(Math.ceil(hoursToEnd * 60) + 33 * 60)
  const client = await logInAgain(app, caregiver)
  const wallet = await getWallet(client)
  expect([wallet.balance, wallet.withdrawable]).toEqual([8_000, 0])
  for (const amount of [8_000, 1]) {
    const { status, body } = await client.post('/api/payouts', { amount })
    expect([status, body.amount[0]]).toEqual([
      400,
      expect.stringMatching(
        /^You can withdraw at most \$0\.00\. \$4,000\.00 waits until .+ UTC\. \$2,000\.00 waits until .+ UTC/,
      ),
    ])
  }
  expect((await client.get('/api/payouts/me')).body.count).toBe(0)
  const { rows } = await app.deps.database.execute(sql`SELECT 1 FROM sandbox.transfers LIMIT 1`)
  expect(rows).toEqual([])
})

test('the first payout can be taken 7 days after the visit, and the wallet says so', async () => {
  const { id, client } = await makeEarner(provider, 30_000)
  const { balance, withdrawable, waiting, first_payout_days: firstPayoutDays } = await getWallet(client)
  expect(firstPayoutDays).toBe(7)
  const until = new Date(Date.parse(waiting[0].until))
  expect([balance, withdrawable, waiting]).toEqual([
    300,
    0,
    [{ amount: 300, until: until.toISOString(), because: 'first_payout' }],
  ])
  const daysLeft = (until.getTime() - provider.app.deps.clock.now().getTime()) / 86_400_000
  expect(daysLeft).toBeGreaterThan(6.99)
  expect(daysLeft).toBeLessThanOrEqual(7)
  await provider.app.advance(7 * MINUTES_PER_DAY - 2)
  const caregiver = { id, role: 'caregiver' } as TestUser
  const early = await logInAgain(provider.app, caregiver)
  expect((await early.post('/api/payouts', { amount: 300 })).status).toBe(400)
  await provider.app.advance(3)
  const later = await logInAgain(provider.app, caregiver)
  expect(await getWallet(later)).toMatchObject({ withdrawable: 300, waiting: [] })
  expect((await later.post('/api/payouts', { amount: 300 })).status).toBe(201)
})

test('a caregiver who was paid out before waits only for what new families bring beyond $500 in all', async () => {
  const caregiver = await makeEstablished()
  const [one, other] = [await makeFamily(provider.app), await makeFamily(provider.app)]
  await earn(provider, caregiver, 30_000, one)
  // With the $10 of the first payout.
  await earn(provider, caregiver, 19_000, other)
  expect(await getWallet(caregiver.client)).toMatchObject({
    balance: 490,
    withdrawable: 490,
    waiting: [],
    first_payout_days: 0,
  })
  expect((await caregiver.client.post('/api/payouts', { amount: 90 })).status).toBe(201)
  await earn(provider, caregiver, 2_000, one)
  await earn(provider, caregiver, 80_000, other)
  const wallet = await getWallet(caregiver.client)
  expect([wallet.balance, wallet.withdrawable]).toEqual([1_220, 400])
  const sum = wallet.waiting.reduce((total: number, { amount }: { amount: number }) => total + amount, 0)
  expect([sum, wallet.waiting[0].because]).toEqual([820, 'new_family'])
  const { status, body } = await caregiver.client.post('/api/payouts', { amount: 400.01 })
  expect([status, body.amount[0]]).toEqual([
    400,
    expect.stringMatching(/^You can withdraw at most \$400\.00\. /),
  ])
  const answers = await Promise.all(
    [1, 2, 3].map((index) =>
      caregiver.client.post('/api/payouts', { amount: 400 }, { 'idempotency-key': `wait-${index}` }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400])
})

test('ten new families of $500 each bring a caregiver $500 at once, and the rest after the wait', async () => {
  const caregiver = await makeEstablished()
  await provider.app.advance(14 * MINUTES_PER_DAY)
  const client = await logInAgain(provider.app, caregiver)
  for (let family = 0; family < 10; family += 1) await earn(provider, caregiver, 50_000)
  expect(await getWallet(client)).toMatchObject({ balance: 5_000, withdrawable: 500 })
  expect((await client.post('/api/payouts', { amount: 500.01 })).status).toBe(400)
  expect((await client.post('/api/payouts', { amount: 500 })).status).toBe(201)
  expect((await client.post('/api/payouts', { amount: 1 })).status).toBe(400)
  await provider.app.advance(7 * MINUTES_PER_DAY + 1)
  const later = await logInAgain(provider.app, caregiver)
  expect(await getWallet(later)).toMatchObject({ balance: 4_500, withdrawable: 4_500, waiting: [] })
})

test('money of a new family is free when the visit is more than 14 days after its first payment', async () => {
  const caregiver = await makeEstablished()
  const family = await makeFamily(provider.app)
  await earn(provider, caregiver, 1_000, family)
  await provider.app.advance(15 * MINUTES_PER_DAY)
  const client = await logInAgain(provider.app, caregiver)
  await earn(provider, caregiver, 90_000, family)
  expect(await getWallet(client)).toMatchObject({ balance: 910, withdrawable: 910, waiting: [] })
})

test('a payment of which all came back makes no family known', async () => {
  const { database } = provider.app.deps
  const [caregiver, family] = [await makeEstablished(), await makeFamily(provider.app)]
  const old = await earn(provider, caregiver, 25_000, family)
  const paid = await earn(provider, caregiver, 90_000, family)
  const since = async (refundCents: number) => {
    let found: Date | undefined
    const rolledBack = new Error('rolled back')
    const work = withTransaction(database, async (transaction) => {
      await transaction.execute(sql`UPDATE payments SET paid_at = paid_at - interval '20 days', escrow_cents = 0,
        refund_cents = ${refundCents}, fee_refund_cents = 0 WHERE id = ${old}`)
      const rows = await listReleasedMoney(transaction, caregiver.id, new Date(0))
      found = rows.find(({ earnedCents }) => earnedCents === 90_000)?.pairSince
      throw rolledBack
    })
    await expect(work).rejects.toBe(rolledBack)
    return found
  }
  const { rows } = await database.execute<{ paid_at: string }>(
    sql`SELECT paid_at::text FROM payments WHERE id = ${paid}`,
  )
  const paidAt = Date.parse(rows[0]?.paid_at ?? '')
  expect((await since(0))?.getTime()).toBeLessThan(paidAt - 19 * 86_400_000)
  expect((await since(25_000))?.getTime()).toBe(paidAt)
})
