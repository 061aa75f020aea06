/** A booking has at most three disputes. @see docs/rules/disputes.md#opening */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makePaidRequest, type TestRequest } from '../../../test/factories/bookings.ts'
import { openDispute } from '../../../test/factories/disputes.ts'

const LIMIT = "You have opened 3 disputes about this booking and can't open another. Please contact support"

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

async function openAndWithdrawDisputes(request: TestRequest, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const { status, body } = await openDispute(request.family, request.id)
    expect(status).toBe(201)
    expect((await request.family.client.patch(`/api/disputes/${body.id}/close`)).status).toBe(200)
  }
}

const listDisputableIds = async ({ family }: TestRequest): Promise<number[]> => {
  const { body } = await family.client.get('/api/disputes/bookings/available')
  return body.results.map(({ id }: { id: number }) => id)
}

it('refuses a fourth dispute after three were withdrawn, and tells the caregiver nothing more', async () => {
  const request = await makePaidRequest(app)
  await openAndWithdrawDisputes(request, 2)
  expect(await listDisputableIds(request)).toEqual([request.id])
  await openAndWithdrawDisputes(request, 1)
  expect(await listDisputableIds(request)).toEqual([])

  const fourth = await openDispute(request.family, request.id)
  expect(fourth.status).toBe(409)
  expect(fourth.body).toMatchObject({ code: 'conflict', detail: LIMIT })
  expect((await request.family.client.get('/api/disputes/mine')).body.count).toBe(3)
  await app.drain()
  const { body: bell } = await request.caregiver.client.get('/api/notifications?status=all')
  const created = bell.results.filter(({ type }: { type: string }) => type === 'dispute_created')
  expect(created).toHaveLength(3)
  const { body: wallet } = await request.caregiver.client.get('/api/wallets/mine')
  expect(wallet).toMatchObject({ held: 0, pending: 50 })
})

it('opens one of several at once when two were withdrawn', async () => {
  const request = await makePaidRequest(app)
  await openAndWithdrawDisputes(request, 2)
  const answers = await Promise.all(Array.from({ length: 5 }, () => openDispute(request.family, request.id)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
  expect((await request.family.client.get('/api/disputes/mine')).body.count).toBe(3)
})
