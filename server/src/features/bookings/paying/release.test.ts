import { MINUTE_MS, MINUTES_PER_DAY } from '@tendwell/contract/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { getRequest, makePaidRequest } from '../../../../test/factories/bookings.ts'
import { logInAgain } from '../../../../test/factories/profiles.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { getBalances } from '../../ledger/index.ts'
import { holdPayment } from '../../payments/index.ts'
import { releaseHeldRequest } from '../index.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('releases the money of a booking once, 24 hours after its end', async () => {
  const request = await makePaidRequest(app)
  // Each call logs in again, because moving the clock ends access tokens.
  const get = async (path: string) => (await (await logInAgain(app, request.caregiver)).get(path)).body
  const { total_price_usd: priceUsd, windows } = await getRequest(request)
  expect(await get('/api/wallets/mine')).toMatchObject({ balance: 0, pending: priceUsd })

  const ends = windows.map((window: { end_utc: string }) => Date.parse(window.end_utc))
  const minutesLeft = Math.ceil((Math.max(...ends) - app.deps.clock.now().getTime()) / MINUTE_MS)
  await app.advance(minutesLeft + MINUTES_PER_DAY - 5)
  expect(await get('/api/wallets/mine')).toMatchObject({ balance: 0, pending: priceUsd })
  await app.advance(10)
  expect(await get('/api/wallets/mine')).toMatchObject({ balance: priceUsd, pending: 0 })
  await app.advance(60)
  const { results } = await get('/api/wallets/mine/entries')
  const released = results.filter((entry: { category: string }) => entry.category === 'release')
  expect(released).toMatchObject([{ direction: 'credit', amount: priceUsd }])
})

const hold = (requestId: number) =>
  withTransaction(app.deps.database, (transaction) => holdPayment(transaction, app.deps, requestId))
const releaseHold = (requestId: number) =>
  withTransaction(app.deps.database, (transaction) => releaseHeldRequest(transaction, app.deps, requestId))
const getWallet = (caregiverId: number) => getBalances(app.deps.database, caregiverId)

test('keeps held money when its release is due, and releases it when the dispute ends', async () => {
  const { id, caregiver } = await makePaidRequest(app)
  const held = await hold(id)
  expect(held).toBe(5_000)
  await app.advance(9 * MINUTES_PER_DAY)
  expect(await getWallet(caregiver.id)).toMatchObject({ availableCents: 0, heldCents: 5_000 })
  await releaseHold(id)
  expect(await getWallet(caregiver.id)).toMatchObject({ availableCents: 5_000, heldCents: 0, escrowCents: 0 })
})

test('returns held money to escrow when the dispute ends before the release is due', async () => {
  const { id, caregiver } = await makePaidRequest(app)
  await hold(id)
  await releaseHold(id)
  expect(await getWallet(caregiver.id)).toMatchObject({ availableCents: 0, heldCents: 0, escrowCents: 5_000 })
  await app.advance(9 * MINUTES_PER_DAY)
  expect(await getWallet(caregiver.id)).toMatchObject({ availableCents: 5_000, escrowCents: 0 })
})
