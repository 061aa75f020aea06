import { randomUUID } from 'node:crypto'
import { formatFullDay } from '@tendwell/contract/format'
import { addDays, addMonths } from '@tendwell/contract/time'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { listAuditEntries, makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import {
  insertId,
  listCheckEmails,
  makeCheck,
  makeResult,
} from '../../../../test/factories/background-checks.ts'
import { makeCaregiver, setActive } from '../../../../test/factories/profiles.ts'
import { withTransaction } from '../../../platform/database.ts'
import { completeCheck } from '../../../ports/background-checks/sandbox-store.ts'
import { noteNewIdentity } from '../../profiles/caregiver-store.ts'

let app: TestApp
let support: TestUser
let caregiver: TestUser
beforeAll(async () => {
  app = await testApp()
  support = await makeUser(app, { role: 'admin', staffRole: 'support', fullName: 'Sina Support' })
})
afterAll(() => app.close())
beforeEach(async () => {
  caregiver = await makeCaregiver(app, { name: 'Clara Carer' })
})

const readChecks = async () =>
  (await support.client.get(`/api/admin-panel/people/${caregiver.id}`)).body.caregiver.background_checks
const decide = (id: number, decision: string, reason = 'An old parking fine') =>
  support.client.post(`/api/admin-panel/background-checks/${id}/decision`, { decision, reason })
const readBadge = async () =>
  (await app.visitor.get(`/api/auth/caregivers/${caregiver.id}`)).body.background_check
const listWaiting = async () =>
  (await support.client.get('/api/admin-panel/caregivers/background-checks')).body.results
const readQueue = async () =>
  (await support.client.get('/api/admin-panel/queue')).body.results.find(
    ({ kind }: { kind: string }) => kind === 'background_checks',
  )
/** Those after the first one, which says that a result needs a review. */
const listMails = async () => (await listCheckEmails(app, caregiver)).slice(1)

it('waits in the queue and the list until staff accept it, and the badge then says who reviewed it', async () => {
  const { id, completedAt } = await makeCheck(app, caregiver, 'needs_review')
  expect(await readQueue()).toEqual({
    kind: 'background_checks',
    count: 1,
    oldest_at: completedAt?.toISOString(),
  })
  expect(await listWaiting()).toMatchObject([
    { id, caregiver: { id: caregiver.id, full_name: 'Clara Carer' } },
  ])
  expect((await decide(id, 'accepted')).body).toEqual({
    message: 'Background check accepted',
    decision: 'accepted',
  })
  expect(await readBadge()).toMatchObject({ reviewed_by_us: true, provider: 'Sandbox Screening' })
  expect(await readQueue()).toBeUndefined()
  expect(await listWaiting()).toEqual([])
  const { results, badge_until } = await readChecks()
  expect(results).toMatchObject([
    {
      status: 'needs_review',
      report_url: expect.stringContaining('/sandbox/background-report/'),
      decision: {
        result: 'accepted',
        reason: 'An old parking fine',
        decided_by: { id: support.id, name: 'Sina Support' },
        decided_at: expect.any(String),
      },
    },
  ])
  expect(badge_until).toBe(results[0].valid_until)
  expect(await listAuditEntries(app, caregiver.id)).toMatchObject([
    {
      action: 'background-check.accepted',
      actorId: support.id,
      after: { check: id, reason: 'An old parking fine' },
    },
  ])
  expect((await listMails()).map(({ subject }) => subject)).toEqual(['Your background check is clear'])
})

it('mails a declined caregiver how to dispute the report, without the reason', async () => {
  const { id } = await makeCheck(app, caregiver, 'needs_review')
  await decide(id, 'declined', 'Something private')
  expect(await readBadge()).toBeNull()
  const [mail] = await listMails()
  expect(mail?.subject).toBe('About your background check')
  for (const part of ['free copy', 'dispute', 'Sandbox Screening', '/sandbox/background-help', '/contact']) {
    expect(mail?.text).toContain(part)
  }
  expect(mail?.text).not.toContain('Something private')
})

it('lets a declined caregiver start a new check once a year has passed, and says from which day', async () => {
  const { id } = await makeCheck(app, caregiver, 'needs_review')
  await decide(id, 'declined')
  const { body: own } = await caregiver.client.get('/api/background-checks/mine')
  const day = addDays(addMonths(own.check.completed_on, 12), 1)
  expect(own).toMatchObject({ can_start: false, can_start_from: day })
  const start = await caregiver.client.post('/api/background-checks', {
    agreed_to: [...(app.deps.backgroundChecks?.checked ?? [])],
  })
  expect([start.status, start.body.detail]).toEqual([
    409,
    `You can start a new check from ${formatFullDay(day)}. If the report of your last one is wrong, ask Sandbox Screening to correct it. Once it’s clear, it counts by itself`,
  ])
})

describe('a clear check', () => {
  it('is no badge, and waits, until staff have compared its person with the ID', async () => {
    const check = await makeResult(app, caregiver, 'clear')
    expect(await readBadge()).toBeNull()
    expect(await listCheckEmails(app, caregiver)).toEqual([])
    expect((await listWaiting()).map(({ id }: { id: number }) => id)).toEqual([check.id])
    expect((await readQueue()).count).toBe(1)
    expect((await readChecks()).results).toMatchObject([
      { status: 'clear', checked_name: 'Clara Carer', checked_birth_date: '1990-05-04', identity: 'waiting' },
    ])
    expect((await decide(check.id, 'accepted')).status).toBe(200)
    expect(await readBadge()).toMatchObject({ reviewed_by_us: false })
    expect((await readChecks()).results).toMatchObject([{ identity: 'same', decision: null }])
    expect(await listWaiting()).toEqual([])
    expect((await listCheckEmails(app, caregiver)).map(({ subject }) => subject)).toEqual([
      'Your background check is clear',
    ])
    expect((await decide(check.id, 'declined')).status).toBe(409)
  })

  it('of another person is no badge, and the caregiver can start a new one at once', async () => {
    const check = await makeResult(app, caregiver, 'clear')
    expect((await decide(check.id, 'declined', 'Born in another year')).status).toBe(200)
    expect(await readBadge()).toBeNull()
    expect(await listWaiting()).toEqual([])
    const [mail] = await listCheckEmails(app, caregiver)
    expect(mail?.subject).toBe('Your background check doesn’t match your ID')
    expect(mail?.text).not.toContain('another year')
    const { body } = await caregiver.client.get('/api/background-checks/mine')
    expect(body).toMatchObject({ can_start: true, badge: null, check: { identity: 'different' } })
    expect((await decide(check.id, 'accepted')).status).toBe(409)
  })

  it.each([
    ['a new ID', () => insertId(app, caregiver)],
    ['a new name or photo', () => changeIdentity()],
  ])('loses its badge with %s, until staff have compared it again', async (_, change) => {
    const check = await makeCheck(app, caregiver)
    expect(await readBadge()).not.toBeNull()
    await change()
    expect(await readBadge()).toBeNull()
    expect((await listWaiting()).map(({ id }: { id: number }) => id)).toEqual([check.id])
    expect((await decide(check.id, 'accepted')).status).toBe(200)
    expect(await readBadge()).not.toBeNull()
    expect(await listWaiting()).toEqual([])
  })

  it('can’t be compared without an ID', async () => {
    const check = await makeResult(app, caregiver, 'clear')
    await withTransaction(app.deps.database, (transaction) =>
      transaction.execute(
        sql`UPDATE caregiver_profiles SET gov_id_back_file_id = NULL WHERE user_id = ${caregiver.id}`,
      ),
    )
    for (const decision of ['accepted', 'declined']) {
      expect(await decide(check.id, decision)).toMatchObject({
        status: 409,
        body: { detail: 'There is no ID to compare the background check with' },
      })
    }
    expect(await readBadge()).toBeNull()
    await insertId(app, caregiver)
    expect((await decide(check.id, 'declined')).status).toBe(200)
  })
})

/** As an approved change of the name does. */
const changeIdentity = () =>
  withTransaction(app.deps.database, (transaction) => noteNewIdentity(transaction, app.deps, caregiver.id))

it('shows the badge when the provider corrects a declined report, after a comparison with the ID', async () => {
  const { id, reference } = await makeCheck(app, caregiver, 'needs_review')
  await decide(id, 'declined')
  await withTransaction(app.deps.database, (transaction) =>
    completeCheck(transaction, app.deps, reference ?? '', 'clear'),
  )
  await app.drain()
  expect(await readBadge()).toBeNull()
  expect((await decide(id, 'accepted')).status).toBe(200)
  expect(await readBadge()).toMatchObject({ reviewed_by_us: false })
})

it('takes one of several decisions, and answers a repeated one with the first answer', async () => {
  const { id } = await makeCheck(app, caregiver, 'needs_review')
  const answers = await Promise.all(['accepted', 'declined', 'accepted'].map((one) => decide(id, one)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const headers = { 'idempotency-key': randomUUID() }
  const other = await makeCaregiver(app)
  const { id: second } = await makeCheck(app, other, 'needs_review')
  const body = { decision: 'accepted', reason: 'Fine' }
  for (const _ of [1, 2]) {
    const path = `/api/admin-panel/background-checks/${second}/decision`
    expect((await support.client.post(path, body, headers)).status).toBe(200)
  }
})

it('refuses a decision without a reason, on a clear check and on none', async () => {
  const { id } = await makeCheck(app, caregiver)
  expect((await decide(id, 'declined')).status).toBe(409)
  expect((await decide(99_999, 'accepted')).status).toBe(404)
  const { status, body } = await decide(id, 'accepted', ' ')
  expect([status, body.reason]).toEqual([400, ['Reason is required']])
  expect((await decide(id, 'perhaps')).body.decision).toEqual(['Decision must be accepted or declined'])
})

it('leaves deactivated caregivers out of the queue, and is closed to finance staff', async () => {
  const { id } = await makeCheck(app, caregiver, 'needs_review')
  await setActive(app, caregiver.id, false)
  expect(await readQueue()).toBeUndefined()
  expect(await listWaiting()).toEqual([])
  const finance = await makeUser(app, { role: 'admin', staffRole: 'finance' })
  expect((await finance.client.get('/api/admin-panel/caregivers/background-checks')).status).toBe(403)
  const record = await finance.client.get(`/api/admin-panel/people/${caregiver.id}`)
  expect(record.body.caregiver.background_checks).toBeNull()
  const decision = { decision: 'accepted', reason: 'Fine' }
  const path = `/api/admin-panel/background-checks/${id}/decision`
  expect((await finance.client.post(path, decision)).status).toBe(403)
})
