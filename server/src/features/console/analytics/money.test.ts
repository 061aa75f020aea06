/** Support sees no revenue. @see docs/rules/console.md#access */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { makeUser } from '../../../../test/factories/accounts.ts'
import { insertPaidRequest } from '../../../../test/factories/booked.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const MONEY = /revenue|fees/

it('leaves money out of the summary for support, and keeps the revenue by month from them', async () => {
  await insertPaidRequest(app)
  const read = async (staffRole: 'support' | 'finance' | 'admin') => {
    const { client } = await makeUser(app, { role: 'admin', staffRole })
    const { status, body } = await client.get('/api/admin-panel/analytics/summary')
    expect(status).toBe(200)
    const monthly = await client.get('/api/admin-panel/analytics/monthly-revenue')
    const money = Object.entries(body).filter(([field]) => MONEY.test(field))
    expect(money).toHaveLength(7)
    return { monthly: monthly.status, bookings: body.weekly_bookings, money }
  }
  const support = await read('support')
  expect(support).toMatchObject({ monthly: 403, bookings: 1 })
  expect(support.money.map(([, value]) => value)).toEqual(Array(7).fill(null))
  for (const role of ['finance', 'admin'] as const) {
    const { monthly, money } = await read(role)
    expect(monthly).toBe(200)
    expect(money).toContainEqual(['revenue_total', expect.any(Number)])
  }
})
