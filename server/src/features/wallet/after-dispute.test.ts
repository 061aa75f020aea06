/** A wallet's entries add up to it. @see docs/rules/money.md#wallet */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeUser } from '../../../test/factories/accounts.ts'
import { dateIn } from '../../../test/factories/availability.ts'
import { insertPaidRequest } from '../../../test/factories/booked.ts'
import { disputeRequest } from '../../../test/factories/disputes.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

type Entry = { category: string; balance_change: number; pending_change: number; held_change: number }

it.each([
  ['after the visit', -3],
  ['before it', 3],
])('also after a dispute that was closed with a refund %s', async (_title, days) => {
  const admin = await makeUser(app, { role: 'admin' })
  const windows = [{ date: dateIn(app, days), start: '09:00', end: '11:00' }]
  const request = await insertPaidRequest(app, { windows })
  await app.drain()
  const { id } = await disputeRequest(app, request)
  const { body: wallet } = await request.caregiver.client.get('/api/wallets/mine')
  expect(wallet.held).toBe(50)
  expect(wallet.holds).toEqual([
    {
      amount: 50,
      because: 'dispute',
      booking: expect.objectContaining({ request_id: request.id, caretaker_name: expect.any(String) }),
    },
  ])
  const { client } = request.caregiver
  const findPayment = async () => {
    const { results } = (await client.get('/api/wallets/mine/entries?type=payment')).body
    return results.find(({ category }: Entry) => category === 'escrow_in')
  }
  expect((await findPayment()).withdrawable_from).toBeNull()
  const decide = (step: string, body: object) =>
    admin.client.post(`/api/admin-panel/disputes/${id}/${step}`, body)
  await decide('escalate', {})
  await decide('close', { refund_usd: 20, resolution: 'They left early' })
  await app.drain()

  expect((await findPayment()).withdrawable_from).toEqual(expect.any(String))
  const { balance, pending, held } = (await client.get('/api/wallets/mine')).body
  const entries: Entry[] = (await client.get('/api/wallets/mine/entries?page_size=50')).body.results
  const sum = (of: (entry: Entry) => number) =>
    entries.reduce((cents, entry) => cents + Math.round(of(entry) * 100), 0) / 100
  expect([
    sum((entry) => entry.balance_change),
    sum((entry) => entry.pending_change),
    sum((entry) => entry.held_change),
  ]).toEqual([balance, pending, held])
  expect([balance + pending, held]).toEqual([30, 0])
  const refund = entries.find(({ category }) => category === 'refund_out')
  expect(refund).toMatchObject({ balance_change: 0, pending_change: 0, held_change: -20 })
})
