import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { checkout, makeAcceptedRequest, makePaidRequest } from '../../../test/factories/bookings.ts'
import { withTransaction } from '../../platform/database.ts'
import { balancesOf } from '../ledger/index.ts'
import { holdPayment } from '../payments/index.ts'
import { releaseHeldRequest } from './index.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const hold = (requestId: number) =>
  withTransaction(app.deps.database, (transaction) => holdPayment(transaction, app.deps, requestId))
const releaseHold = (requestId: number) =>
  withTransaction(app.deps.database, (transaction) => releaseHeldRequest(transaction, app.deps, requestId))
const balances = (caregiverId: number) => balancesOf(app.deps.database, caregiverId)

test('keeps held money when its release is due, and releases it when the dispute ends', async () => {
  const { id, caregiver } = await makePaidRequest(app)
  const held = await hold(id)
  expect(held).toBe(5_000)
  await app.advance(9 * 24 * 60)
  expect(await balances(caregiver.id)).toMatchObject({ availableCents: 0, heldCents: 5_000 })
  await releaseHold(id)
  expect(await balances(caregiver.id)).toMatchObject({ availableCents: 5_000, heldCents: 0, escrowCents: 0 })
})

test('returns held money to escrow when the dispute ends before the release is due', async () => {
  const { id, caregiver } = await makePaidRequest(app)
  await hold(id)
  await releaseHold(id)
  expect(await balances(caregiver.id)).toMatchObject({ availableCents: 0, heldCents: 0, escrowCents: 5_000 })
  await app.advance(9 * 24 * 60)
  expect(await balances(caregiver.id)).toMatchObject({ availableCents: 5_000, escrowCents: 0 })
})

test('rejects an idempotency key of another checkout without creating a payment', async () => {
  const [one, other] = [await makeAcceptedRequest(app), await makeAcceptedRequest(app)]
  const key = { 'idempotency-key': 'one-checkout' }
  const open = (id: number) => one.family.client.post(`/api/payments/bookings/${id}/confirm`, {}, key)
  const first = await open(one.id)
  expect(first.status).toBe(200)
  expect((await open(one.id)).body).toEqual(first.body)
  const mine = await makeAcceptedRequest(app, { family: one.family })
  expect((await open(mine.id)).status).toBe(409)
  const { rows } = await app.deps.database.$client.query(
    `SELECT count(*)::int AS opened FROM payments WHERE request_id = ${mine.id}`,
  )
  expect(rows).toEqual([{ opened: 0 }])
  expect(await checkout(other)).toContain('/sandbox/checkout/')
})
