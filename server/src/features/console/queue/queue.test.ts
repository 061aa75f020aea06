import type { QueueItem } from '@tendwell/contract/console/queue'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import { makePaidRequest } from '../../../../test/factories/bookings.ts'
import { openDispute } from '../../../../test/factories/disputes.ts'
import { logInAgain, makeCaregiver, setActive } from '../../../../test/factories/profiles.ts'
import { payments } from '../../payments/tables.ts'
import { sealAuditLog } from '../../people/audit/sealing.ts'
import { reconciliationDifferences, reconciliations } from '../../reconciliation/tables.ts'

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

const readQueue = async (by: Pick<TestUser, 'client'>): Promise<QueueItem[]> =>
  (await by.client.get('/api/admin-panel/queue')).body.results
const toKindsAndCounts = (items: QueueItem[]) => items.map(({ kind, count }) => [kind, count])

it('is empty when nothing waits', async () => {
  expect(await readQueue(admin)).toEqual([])
})

it('counts what waits for each staff role, with the oldest', async () => {
  await makeCaregiver(app, { verified: false })
  const gone = await makeCaregiver(app, { verified: false })
  await setActive(app, gone.id, false)
  const { id, family } = await makePaidRequest(app)
  const { body: dispute } = await openDispute(family, id)
  expect(await readQueue(support)).toEqual([
    { kind: 'verifications', count: 1, oldest_at: expect.any(String) },
    { kind: 'disputes', count: 1, oldest_at: dispute.opened_at },
  ])
  expect(await readQueue(finance)).toEqual([])

  await app.deps.database
    .update(payments)
    .set({ status: 'captured', paidAt: new Date('2026-01-01T00:00:00Z') })
    .where(eq(payments.requestId, id))
  expect(await readQueue(finance)).toEqual([
    { kind: 'stuck_payments', count: 1, oldest_at: '2026-01-01T00:00:00.000Z' },
  ])
  await app.deps.database.update(payments).set({ status: 'succeeded' }).where(eq(payments.requestId, id))

  await app.advance(4 * 24 * 60)
  expect(toKindsAndCounts(await readQueue({ client: await logInAgain(app, admin) }))).toEqual([
    ['verifications', 1],
    ['overdue_disputes', 1],
    ['disputes', 1],
  ])
})

it('counts open differences for finance, and jobs that wait for their next try for admins', async () => {
  const { database } = app.deps
  const at = new Date('2026-01-02T00:00:00Z')
  const [report] = await database
    .insert(reconciliations)
    .values({
      provider: 'sandbox',
      fromAt: at,
      untilAt: at,
      compared: 1,
      differenceCount: 2,
      differences: [],
      createdAt: at,
    })
    .returning({ id: reconciliations.id })
  const found = { reportId: report?.id as number, kind: 'amount_differs', detail: 'Not the same' } as const
  await database.insert(reconciliationDifferences).values([
    { ...found, reference: 'ch_1' },
    { ...found, reference: 'ch_2', resolvedAt: at, resolvedBy: admin.id, note: 'Refunded by hand' },
  ])
  await database.execute(sql`
    SELECT graphile_worker.add_job('notifications.email', run_at := now() + interval '1 year')`)
  await database.execute(sql`
    UPDATE graphile_worker._private_jobs SET attempts = 1, last_error = 'No answer'
    WHERE run_at > now() + interval '300 days'`)
  const difference = { kind: 'open_differences', count: 1, oldest_at: at.toISOString() }
  const ofFinance = await readQueue({ client: await logInAgain(app, finance) })
  expect(ofFinance).toContainEqual(difference)
  expect(toKindsAndCounts(ofFinance).map(([kind]) => kind)).not.toContain('retried_jobs')
  const ofAdmin = await readQueue({ client: await logInAgain(app, admin) })
  expect(ofAdmin).toContainEqual(difference)
  expect(toKindsAndCounts(ofAdmin)).toContainEqual(['retried_jobs', 1])
  const ofSupport = toKindsAndCounts(await readQueue({ client: await logInAgain(app, support) })).map(
    ([kind]) => kind,
  )
  expect(ofSupport).not.toContain('open_differences')
})

it('counts changes for support, stuck refunds and payouts for finance, and failed jobs for admins', async () => {
  const { database } = app.deps
  const { id: requestId, caregiver } = await makePaidRequest(app)
  const at = '2026-01-03T00:00:00.000Z'
  await database.execute(sql`
    INSERT INTO pending_changes (caregiver_id, change_id, full_name, submitted_at)
    VALUES (${caregiver.id}, gen_random_uuid(), 'Nora Lind Hart', ${at})`)
  await database.execute(sql`
    INSERT INTO payouts (user_id, provider, account_id, amount_cents, refusals, created_at, updated_at)
    VALUES (${caregiver.id}, 'sandbox', 'acct_1', 500, 1, ${at}, ${at})`)
  await database.execute(sql`
    INSERT INTO refunds (payment_id, key, amount_cents, reason, created_at, updated_at)
    SELECT id, 'refund-of-the-queue', 100, 'illness', ${at}, ${at} FROM payments WHERE request_id = ${requestId}`)
  await database.execute(sql`
    SELECT graphile_worker.add_job('notifications.email', run_at := now() + interval '2 years', max_attempts := 1)`)
  await database.execute(sql`
    UPDATE graphile_worker._private_jobs SET attempts = 1 WHERE run_at > now() + interval '700 days'`)
  const kinds = ['changes', 'stuck_refunds', 'stuck_payouts', 'failed_jobs']
  const readKinds = async (by: TestUser) =>
    toKindsAndCounts(await readQueue({ client: await logInAgain(app, by) })).filter(([kind]) =>
      kinds.includes(String(kind)),
    )
  expect(await readKinds(support)).toEqual([['changes', 1]])
  expect(await readKinds(finance)).toEqual([
    ['stuck_refunds', 1],
    ['stuck_payouts', 1],
  ])
  expect(await readKinds(admin)).toEqual(kinds.map((kind) => [kind, 1]))
})

it('names audit entries that should be sealed by now, to admins', async () => {
  await sealAuditLog(app.deps)
  const seconds = [3_500, 3_700]
  for (const ago of seconds) {
    const at = new Date(app.deps.clock.now().getTime() - ago * 1_000).toISOString()
    await app.deps.database.execute(
      sql`INSERT INTO audit_log (at, action, subject) VALUES (${at}, 'job.dropped', 'job:1')`,
    )
  }
  const kinds = async (by: TestUser) =>
    toKindsAndCounts(await readQueue({ client: await logInAgain(app, by) }))
  expect(await kinds(admin)).toContainEqual(['unsealed_audit', 1])
  for (const by of [support, finance]) expect(JSON.stringify(await kinds(by))).not.toContain('unsealed_audit')
  await sealAuditLog(app.deps)
  expect(JSON.stringify(await kinds(admin))).not.toContain('unsealed_audit')
})

it('is closed to families', async () => {
  const family = await makeUser(app, { role: 'caretaker' })
  expect((await family.client.get('/api/admin-panel/queue')).status).toBe(403)
})
