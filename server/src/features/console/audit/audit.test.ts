import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import { dateIn } from '../../../../test/factories/availability.ts'
import { makeCaregiver, makeFamily } from '../../../../test/factories/profiles.ts'
import { decide, makeReport } from '../../../../test/factories/reports.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { audit } from '../../people/index.ts'

let app: TestApp
let admin: TestUser
let caregiver: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await makeUser(app, { role: 'admin', fullName: 'Ada Admin' })
  caregiver = await makeCaregiver(app, { name: 'Clara Carer' })
  const person = { is_active: false, reason: 'Forged papers' }
  expect((await admin.client.post(`/api/admin-panel/users/${caregiver.id}/status`, person)).status).toBe(200)
  await withTransaction(app.deps.database, (transaction) =>
    audit(transaction, {
      at: new Date('2020-05-01T12:00:00Z'),
      actorId: null,
      action: 'job.dropped',
      subject: 'job:7',
    }),
  )
})
afterAll(() => app.close())

const listAuditLog = async (query: string) => (await admin.client.get(`/api/admin-panel/audit?${query}`)).body

it('shows the actor, the subject, the address and what changed', async () => {
  const { count, results } = await listAuditLog('action=user.deactivated')
  expect(count).toBe(1)
  expect(results).toEqual([
    {
      id: expect.any(Number),
      at: expect.stringMatching(/Z$/),
      action: 'user.deactivated',
      actor: { id: admin.id, name: 'Ada Admin', email: admin.email },
      subject: `user:${caregiver.id}`,
      subject_name: 'Clara Carer',
      before: { isActive: true },
      after: { isActive: false, refund: 'policy', reason: 'Forged papers' },
      address: '127.0.0.1',
      times: 1,
    },
  ])
})

it('filters by subject, actor, name and day, newest first', async () => {
  const actions = async (query: string) =>
    (await listAuditLog(query)).results.map(({ action }: { action: string }) => action)
  expect(await actions(`subject=user:${caregiver.id}`)).toEqual(['user.deactivated'])
  expect(await actions(`actor_id=${admin.id}`)).toEqual(['user.deactivated'])
  expect(await actions('q=ada+ADMIN')).toEqual(['user.deactivated'])
  expect(await actions('q=nobody')).toEqual([])
  expect(await actions('date_from=2020-05-01&date_to=2020-05-01')).toEqual(['job.dropped'])
  expect(await actions('date_to=2020-04-30')).toEqual([])
  expect(await actions('')).toEqual(['job.dropped', 'user.deactivated'])
  expect((await listAuditLog('action=job.dropped')).results[0]).toMatchObject({
    actor: null,
    subject_name: null,
  })
})

it('is for admins who may do everything, and refuses unknown filters', async () => {
  const support = await makeUser(app, { role: 'admin', staffRole: 'support' })
  const history = await support.client.get(`/api/admin-panel/history?subject=user:${caregiver.id}`)
  expect(history.body.results).toMatchObject([{ action: 'user.deactivated' }])
  expect((await support.client.get('/api/admin-panel/history')).status).toBe(400)
  expect((await support.client.get('/api/admin-panel/audit')).status).toBe(403)
  expect((await admin.client.get('/api/admin-panel/audit?action=everything')).status).toBe(400)
  expect((await admin.client.get('/api/admin-panel/audit?subject=user:x')).status).toBe(400)
})

it('shows only admins what was done to staff, and finance no network addresses', async () => {
  const support = await makeUser(app, { role: 'admin', staffRole: 'support' })
  const finance = await makeUser(app, { role: 'admin', staffRole: 'finance' })
  const open = (userId: number, by: TestUser) =>
    by.client.get(`/api/admin-panel/history?subject=user:${userId}`)
  for (const by of [support, finance]) {
    expect((await open(admin.id, by)).status).toBe(403)
    expect((await open(by.id, by)).status).toBe(403)
  }
  expect((await open(support.id, admin)).status).toBe(200)
  expect((await open(caregiver.id, support)).body.results).toMatchObject([{ address: '127.0.0.1' }])
  expect((await open(caregiver.id, finance)).body.results).toMatchObject([
    { action: 'user.deactivated', address: null },
  ])
})

it('shows finance nothing of what reports say', async () => {
  const support = await makeUser(app, { role: 'admin', staffRole: 'support' })
  const finance = await makeUser(app, { role: 'admin', staffRole: 'finance' })
  const reported = await makeCaregiver(app)
  const report = await makeReport(await makeFamily(app), 'profile', reported.id)
  const suspended_until = dateIn(app, 10)
  const message = 'You insulted a family'
  const measures = ['hide', 'suspend']
  expect((await decide(support, report, { measures, message, suspended_until })).status).toBe(200)
  expect((await support.client.post(`/api/admin-panel/reports/${report}/show`)).status).toBe(200)
  const read = async (by: TestUser) => {
    const history = await by.client.get(`/api/admin-panel/history?subject=user:${reported.id}`)
    const record = await by.client.get(`/api/admin-panel/people/${reported.id}`)
    return { entries: history.body.results, deactivation: record.body.deactivation }
  }
  const seen = await read(support)
  expect(seen.entries).toMatchObject([
    { action: 'report.shown-again', after: { report } },
    { action: 'report.decided', after: { message, measures, reports: [report] } },
  ])
  expect(seen.deactivation).toMatchObject({ reason: message, until: suspended_until })
  const left = await read(finance)
  expect(left.entries).toMatchObject([
    { action: 'report.shown-again', before: null, after: null },
    { action: 'report.decided', before: null, after: null },
  ])
  expect(left.deactivation).toMatchObject({ reason: null, until: suspended_until })
})

it('masks a person’s email in entries about them', async () => {
  await withTransaction(app.deps.database, (transaction) =>
    audit(transaction, {
      at: new Date('2020-07-01T12:00:00Z'),
      actorId: caregiver.id,
      action: 'email.changed',
      subject: `user:${caregiver.id}`,
      before: { email: 'clara.old@example.test' },
      after: { email: 'clara.new@example.test' },
    }),
  )
  const { body: history } = await admin.client.get(`/api/admin-panel/history?subject=user:${caregiver.id}`)
  for (const results of [(await listAuditLog('action=email.changed')).results, history.results]) {
    expect(results).toContainEqual(
      expect.objectContaining({
        before: { email: 'c•••@example.test' },
        after: { email: 'c•••@example.test' },
      }),
    )
    expect(JSON.stringify(results)).not.toMatch(/clara\.(old|new)/)
  }
})

it('names the people that an entry mentions', async () => {
  await withTransaction(app.deps.database, (transaction) =>
    audit(transaction, {
      at: new Date('2020-06-01T12:00:00Z'),
      actorId: null,
      action: 'dispute.assign',
      subject: 'dispute:3',
      before: { assigneeId: null },
      after: { assigneeId: admin.id },
    }),
  )
  expect((await listAuditLog('action=dispute.assign')).results).toMatchObject([
    { before: { assigneeId: null }, after: { assigneeId: 'Ada Admin' } },
  ])
})

it('tells finance nothing of papers, and support nothing of payouts', async () => {
  const support = await makeUser(app, { role: 'admin', staffRole: 'support' })
  const finance = await makeUser(app, { role: 'admin', staffRole: 'finance' })
  const rejected = await makeCaregiver(app, { verified: false })
  const decision = { verification_status: 'rejected', rejection_reason: 'The passport is not theirs' }
  const path = `/api/admin-panel/caregivers/${rejected.id}/verification`
  expect((await support.client.post(path, decision)).status).toBe(200)
  await withTransaction(app.deps.database, (transaction) =>
    audit(transaction, {
      at: new Date('2020-08-01T12:00:00Z'),
      actorId: admin.id,
      action: 'payout.canceled',
      subject: `user:${rejected.id}`,
      after: { amountCents: 47_655 },
    }),
  )
  const read = async (by: TestUser) => {
    const history = await by.client.get(`/api/admin-panel/history?subject=user:${rejected.id}`)
    const record = await by.client.get(`/api/admin-panel/people/${rejected.id}`)
    return JSON.stringify([history.body.results, record.body])
  }
  expect(await read(support)).toContain('The passport is not theirs')
  expect(await read(support)).not.toContain(':47655')
  expect(await read(finance)).toContain(':47655')
  const left = await read(finance)
  expect(left).toContain('caregiver.verification')
  expect(left).not.toContain('passport')
})
