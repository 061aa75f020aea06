import type { QueueItem } from '@tendwell/contract/admin-queue'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import { makePaidRequest } from '../../../../test/factories/bookings.ts'
import { openDispute } from '../../../../test/factories/disputes.ts'
import { logInAgain, makeCaregiver, setActive } from '../../../../test/factories/profiles.ts'
import { payments } from '../../payments/tables.ts'

let app: TestApp
let admin: TestUser
let support: TestUser
let finance: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await makeUser(app, { role: 'admin' })
  support = await makeUser(app, { role: 'admin', staffRole: 'support' })
  finance = await makeUser(app, { role: 'admin', staffRole: 'finance' })
})
afterAll(() => app.close())

const read = async (by: Pick<TestUser, 'client'>): Promise<QueueItem[]> =>
  (await by.client.get('/api/admin-panel/queue')).body.results
const kindsOf = (items: QueueItem[]) => items.map(({ kind, count }) => [kind, count])

it('is empty when nothing waits', async () => {
  expect(await read(admin)).toEqual([])
})

it('counts what waits for each staff role, with the oldest', async () => {
  await makeCaregiver(app, { verified: false })
  const gone = await makeCaregiver(app, { verified: false })
  await setActive(app, gone.id, false)
  const { id, family } = await makePaidRequest(app)
  const { body: dispute } = await openDispute(family, id)
  expect(await read(support)).toEqual([
    { kind: 'verifications', count: 1, oldest_at: expect.any(String) },
    { kind: 'disputes', count: 1, oldest_at: dispute.opened_at },
  ])
  expect(await read(finance)).toEqual([])

  await app.deps.database
    .update(payments)
    .set({ status: 'captured', paidAt: new Date('2026-01-01T00:00:00Z') })
    .where(eq(payments.requestId, id))
  expect(await read(finance)).toEqual([
    { kind: 'stuck_payments', count: 1, oldest_at: '2026-01-01T00:00:00.000Z' },
  ])
  await app.deps.database.update(payments).set({ status: 'succeeded' }).where(eq(payments.requestId, id))

  await app.advance(4 * 24 * 60)
  expect(kindsOf(await read({ client: await logInAgain(app, admin) }))).toEqual([
    ['verifications', 1],
    ['overdue_disputes', 1],
    ['disputes', 1],
  ])
})

it('is closed to families', async () => {
  const family = await makeUser(app, { role: 'caretaker' })
  expect((await family.client.get('/api/admin-panel/queue')).status).toBe(403)
})
