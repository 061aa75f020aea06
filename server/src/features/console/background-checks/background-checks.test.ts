import { randomUUID } from 'node:crypto'
import { formatFullDay } from '@tendwell/contract/format'
import { addDays, addMonths } from '@tendwell/contract/time'
import { eq, sql } from 'drizzle-orm'
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
import { withTransaction } from '../../../platform/database/database.ts'
import { completeCheck } from '../../../ports/background-checks/sandbox-store.ts'
import { sandboxChecks } from '../../../ports/background-checks/tables.ts'
import { findCheck, listChecks, processCheck } from '../../background-checks/index.ts'
import { backgroundChecks } from '../../background-checks/tables.ts'
import { renameUser, setAvatar } from '../../people/index.ts'
import { recordIdentityChange } from '../../profiles/caregivers/store.ts'

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
const checkPath = (id: number, action: 'decision' | 'show') =>
  `/api/admin-panel/background-checks/${id}/${action}`
const readSeenFingerprint = async (id: number) => {
  const caregiverId = (await findCheck(app.deps.database, id))?.caregiverId ?? 0
  const checks = (await listChecks(app.deps, caregiverId))?.results ?? []
  return checks.find((check) => check.id === id)?.seen ?? 'none'
}
const decideOnCheck = async (id: number, decision: string, reason = 'An old parking fine') =>
  support.client.post(checkPath(id, 'decision'), { decision, reason, seen: await readSeenFingerprint(id) })
const readBadge = async () =>
  (await app.visitor.get(`/api/auth/caregivers/${caregiver.id}`)).body.background_check
const listWaitingChecks = async () =>
  (await support.client.get('/api/admin-panel/caregivers/background-checks')).body.results
const findInQueue = async () =>
  (await support.client.get('/api/admin-panel/queue')).body.results.find(
    ({ kind }: { kind: string }) => kind === 'background_checks',
  )
/** Those after the first one, which says that a result needs a review. */
const listMails = async () => (await listCheckEmails(app, caregiver)).slice(1)

it('waits in the queue and the list until staff accept it, and the badge then says who reviewed it', async () => {
  const { id, completedAt } = await makeCheck(app, caregiver, 'needs_review')
  expect(await findInQueue()).toEqual({
    kind: 'background_checks',
    count: 1,
    oldest_at: completedAt?.toISOString(),
  })
  expect(await listWaitingChecks()).toMatchObject([
    { id, caregiver: { id: caregiver.id, full_name: 'Clara Carer' } },
  ])
  expect((await decideOnCheck(id, 'accepted')).body).toEqual({
    message: 'Background check accepted',
    decision: 'accepted',
  })
  expect(await readBadge()).toMatchObject({ reviewed_by_us: true, provider: 'Sandbox Screening' })
  expect(await findInQueue()).toBeUndefined()
  expect(await listWaitingChecks()).toEqual([])
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
  await decideOnCheck(id, 'declined', 'Something private')
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
  await decideOnCheck(id, 'declined')
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
    expect((await listWaitingChecks()).map(({ id }: { id: number }) => id)).toEqual([check.id])
    expect((await findInQueue()).count).toBe(1)
    expect((await readChecks()).results).toMatchObject([
      { status: 'clear', checked_name: 'Clara Carer', checked_birth_date: '•••', identity: 'waiting' },
    ])
    expect((await decideOnCheck(check.id, 'accepted')).status).toBe(200)
    expect(await readBadge()).toMatchObject({ reviewed_by_us: false })
    expect((await readChecks()).results).toMatchObject([{ identity: 'same', decision: null }])
    expect(await listWaitingChecks()).toEqual([])
    expect((await listCheckEmails(app, caregiver)).map(({ subject }) => subject)).toEqual([
      'Your background check is clear',
    ])
    expect((await decideOnCheck(check.id, 'declined')).status).toBe(409)
  })

  it('of another person is no badge, and the caregiver can start a new one at once', async () => {
    const check = await makeResult(app, caregiver, 'clear')
    expect((await decideOnCheck(check.id, 'declined', 'Born in another year')).status).toBe(200)
    expect(await readBadge()).toBeNull()
    expect(await listWaitingChecks()).toEqual([])
    const [mail] = await listCheckEmails(app, caregiver)
    expect(mail?.subject).toBe('Your background check doesn’t match your ID')
    expect(mail?.text).not.toContain('another year')
    const { body } = await caregiver.client.get('/api/background-checks/mine')
    expect(body).toMatchObject({ can_start: true, badge: null, check: { identity: 'different' } })
    expect((await decideOnCheck(check.id, 'accepted')).status).toBe(409)
  })

  it.each([
    ['a new ID', () => insertId(app, caregiver)],
    ['a new name or photo', () => changeIdentity()],
  ])('loses its badge with %s, until staff have compared it again', async (_, change) => {
    const check = await makeCheck(app, caregiver)
    expect(await readBadge()).not.toBeNull()
    await change()
    expect(await readBadge()).toBeNull()
    expect((await listWaitingChecks()).map(({ id }: { id: number }) => id)).toEqual([check.id])
    expect((await decideOnCheck(check.id, 'accepted')).status).toBe(200)
    expect(await readBadge()).not.toBeNull()
    expect(await listWaitingChecks()).toEqual([])
  })

  it.each([
    ['the ID', () => insertId(app, caregiver)],
    ['the name', () => changeName('Clara Swift')],
    ['the photo', () => setPhoto()],
    ['the name that was checked', () => changeCheckedPerson({ checkedName: 'Dora Carer' })],
    ['the date of birth that was checked', () => changeCheckedPerson({ checkedBirthDate: '1990-05-05' })],
  ])('takes no decision of staff who saw something else: %s', async (_, change) => {
    const check = await makeResult(app, caregiver, 'clear')
    const [{ seen }] = (await readChecks()).results
    await change()
    for (const decision of ['accepted', 'declined']) {
      const answer = await support.client.post(checkPath(check.id, 'decision'), {
        decision,
        reason: 'Fine',
        seen,
      })
      expect([answer.status, answer.body.detail]).toEqual([
        409,
        'The result, the ID, the name or the photo changed after you opened them. Please compare them again',
      ])
    }
    expect(await readBadge()).toBeNull()
    expect((await listWaitingChecks()).map(({ id }: { id: number }) => id)).toEqual([check.id])
    expect(await listCheckEmails(app, caregiver)).toEqual([])
    const [now] = (await readChecks()).results
    expect(now.seen).not.toBe(seen)
    const again = { decision: 'accepted', reason: 'Fine', seen: now.seen }
    expect((await support.client.post(checkPath(check.id, 'decision'), again)).status).toBe(200)
    expect(await readBadge()).not.toBeNull()
  })

  it('of another person stays that, whatever the caregiver is called later', async () => {
    const check = await makeResult(app, caregiver, 'clear')
    await decideOnCheck(check.id, 'declined')
    await changeName('Clara Swift')
    await insertId(app, caregiver)
    expect(await listWaitingChecks()).toEqual([])
    expect(await findInQueue()).toBeUndefined()
    expect((await readChecks()).results).toMatchObject([{ identity: 'different' }])
    expect((await decideOnCheck(check.id, 'accepted')).status).toBe(409)
    expect(await readBadge()).toBeNull()
    expect((await caregiver.client.get('/api/background-checks/mine')).body.can_start).toBe(true)
  })

  it('loses its badge when the provider names another person, until staff have compared it again', async () => {
    const check = await makeCheck(app, caregiver)
    await processCheck(app.deps, check.id)
    expect(await readBadge()).not.toBeNull()
    await app.deps.database
      .update(sandboxChecks)
      .set({ name: 'Somebody Else' })
      .where(eq(sandboxChecks.id, check.reference ?? ''))
    await processCheck(app.deps, check.id)
    expect(await readBadge()).toBeNull()
    expect((await listWaitingChecks()).map(({ id }: { id: number }) => id)).toEqual([check.id])
    expect((await readChecks()).results).toMatchObject([
      { status: 'clear', checked_name: 'Somebody Else', identity: 'waiting' },
    ])
    expect((await decideOnCheck(check.id, 'declined')).status).toBe(200)
    expect(await readBadge()).toBeNull()
  })

  it('shows the date of birth to support with a reason only, and tells its owner', async () => {
    const check = await makeResult(app, caregiver, 'clear')
    for (const reason of ['', 'curious']) {
      const refused = await support.client.post(checkPath(check.id, 'show'), { reason })
      expect([refused.status, JSON.stringify(refused.body)]).toEqual([
        400,
        expect.not.stringContaining('1990'),
      ])
    }
    const opened = async () =>
      (await listAuditEntries(app, caregiver.id)).filter(({ action }) => action === 'background-check.opened')
    expect(await opened()).toEqual([])
    const finance = await makeUser(app, { role: 'admin', staffRole: 'finance' })
    expect((await finance.client.post(checkPath(check.id, 'show'), { reason: 'identity' })).status).toBe(403)
    expect((await support.client.post(checkPath(99_999, 'show'), { reason: 'identity' })).status).toBe(404)
    const shown = await support.client.post(checkPath(check.id, 'show'), { reason: 'identity' })
    expect([shown.status, shown.body]).toEqual([200, { birth_date: '1990-05-04' }])
    expect(await opened()).toMatchObject([
      { actorId: support.id, after: { check: check.id, reason: 'identity' } },
    ])
    const { body } = await caregiver.client.get('/api/account/staff-access')
    expect(body.results).toMatchObject([{ what: 'background_check', reason: 'identity' }])
    expect((await decideOnCheck(check.id, 'accepted')).status).toBe(200)
  })

  it('can’t be compared without an ID', async () => {
    const check = await makeResult(app, caregiver, 'clear')
    await withTransaction(app.deps.database, (transaction) =>
      transaction.execute(
        sql`UPDATE caregiver_profiles SET gov_id_back_file_id = NULL WHERE user_id = ${caregiver.id}`,
      ),
    )
    for (const decision of ['accepted', 'declined']) {
      expect(await decideOnCheck(check.id, decision)).toMatchObject({
        status: 409,
        body: { detail: 'There is no ID to compare the background check with' },
      })
    }
    expect(await readBadge()).toBeNull()
    await insertId(app, caregiver)
    expect((await decideOnCheck(check.id, 'declined')).status).toBe(200)
  })
})

/** As an approved change of the name does. */
const changeIdentity = () =>
  withTransaction(app.deps.database, (transaction) =>
    recordIdentityChange(transaction, app.deps, caregiver.id),
  )

const changeName = (fullName: string) =>
  withTransaction(app.deps.database, async (transaction) => {
    await renameUser(transaction, caregiver.id, fullName)
    await recordIdentityChange(transaction, app.deps, caregiver.id)
  })

const changeCheckedPerson = (person: { checkedName?: string; checkedBirthDate?: string }) =>
  app.deps.database.update(backgroundChecks).set(person).where(eq(backgroundChecks.caregiverId, caregiver.id))

const setPhoto = () =>
  withTransaction(app.deps.database, async (transaction) => {
    const { rows } = await transaction.execute<{ id: string }>(
      sql`SELECT gov_id_front_file_id AS id FROM caregiver_profiles WHERE user_id = ${caregiver.id}`,
    )
    await setAvatar(transaction, caregiver.id, rows[0]?.id ?? '')
    await recordIdentityChange(transaction, app.deps, caregiver.id)
  })

it('shows the badge when the provider corrects a declined report, after a comparison with the ID', async () => {
  const { id, reference } = await makeCheck(app, caregiver, 'needs_review')
  await decideOnCheck(id, 'declined')
  await withTransaction(app.deps.database, (transaction) =>
    completeCheck(transaction, app.deps, reference ?? '', 'clear'),
  )
  await app.drain()
  expect(await readBadge()).toBeNull()
  expect((await decideOnCheck(id, 'accepted')).status).toBe(200)
  expect(await readBadge()).toMatchObject({ reviewed_by_us: false })
})

it('counts no decline of a result that the provider has corrected meanwhile', async () => {
  const { id, reference } = await makeCheck(app, caregiver, 'needs_review')
  const [{ seen }] = (await readChecks()).results
  await withTransaction(app.deps.database, (transaction) =>
    completeCheck(transaction, app.deps, reference ?? '', 'clear'),
  )
  await app.drain()
  const late = await support.client.post(checkPath(id, 'decision'), {
    decision: 'declined',
    reason: 'A record',
    seen,
  })
  expect(late.status).toBe(409)
  expect((await readChecks()).results).toMatchObject([{ status: 'clear', identity: 'waiting' }])
  expect((await decideOnCheck(id, 'accepted')).status).toBe(200)
})

it('takes one of several decisions, and answers a repeated one with the first answer', async () => {
  const { id } = await makeCheck(app, caregiver, 'needs_review')
  const answers = await Promise.all(['accepted', 'declined', 'accepted'].map((one) => decideOnCheck(id, one)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const headers = { 'idempotency-key': randomUUID() }
  const other = await makeCaregiver(app)
  const { id: second } = await makeCheck(app, other, 'needs_review')
  const body = { decision: 'accepted', reason: 'Fine', seen: await readSeenFingerprint(second) }
  for (const _ of [1, 2]) {
    expect((await support.client.post(checkPath(second, 'decision'), body, headers)).status).toBe(200)
  }
})

it('refuses a decision without a reason, on a clear check and on none', async () => {
  const { id } = await makeCheck(app, caregiver)
  expect((await decideOnCheck(id, 'declined')).status).toBe(409)
  expect((await decideOnCheck(99_999, 'accepted')).status).toBe(404)
  const { status, body } = await decideOnCheck(id, 'accepted', ' ')
  expect([status, body.reason]).toEqual([400, ['Reason is required']])
  expect((await decideOnCheck(id, 'perhaps')).body.decision).toEqual([
    'Decision must be accepted or declined',
  ])
})

it('leaves deactivated caregivers out of the queue, and is closed to finance staff', async () => {
  const { id } = await makeCheck(app, caregiver, 'needs_review')
  await setActive(app, caregiver.id, false)
  expect(await findInQueue()).toBeUndefined()
  expect(await listWaitingChecks()).toEqual([])
  const finance = await makeUser(app, { role: 'admin', staffRole: 'finance' })
  expect((await finance.client.get('/api/admin-panel/caregivers/background-checks')).status).toBe(403)
  const record = await finance.client.get(`/api/admin-panel/people/${caregiver.id}`)
  expect(record.body.caregiver.background_checks).toBeNull()
  const decision = { decision: 'accepted', reason: 'Fine', seen: await readSeenFingerprint(id) }
  expect((await finance.client.post(checkPath(id, 'decision'), decision)).status).toBe(403)
})
