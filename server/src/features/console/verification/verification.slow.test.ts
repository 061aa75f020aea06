import type { AdminCaregiver } from '@tendwell/contract/console/users'
import { DAY_MS, MINUTES_PER_DAY } from '@tendwell/contract/time'
import { and, eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import { makeCaregiver as makeCompleteCaregiver } from '../../../../test/factories/profiles.ts'
import { auditLog } from '../../people/index.ts'
import { caregiverProfiles } from '../../profiles/index.ts'

const LIST = '/api/admin-panel/caregivers/verification/'
const decisionPath = (id: number | string) => `/api/admin-panel/caregivers/${id}/verification/`

let app: TestApp
let admin: TestUser
const events: { userId: number; status: string }[] = []
beforeAll(async () => {
  app = await testApp()
  app.deps.jobs.subscribe(
    'caregiver.verification-changed',
    'this test',
    async ({ userId, status }) => void events.push({ userId, status }),
  )
})
beforeEach(async () => {
  events.splice(0)
  // Tests move the clock past the 15 minutes of an access token.
  admin = await makeUser(app, { role: 'admin' })
})
afterAll(() => app.close())

async function makeCaregiver(fullName: string, email?: string): Promise<TestUser> {
  const caregiver = await makeUser(app, { role: 'caregiver', fullName, email })
  await app.drain()
  return caregiver
}
async function uploadIdFront({ client }: TestUser): Promise<void> {
  const form = new FormData()
  const image = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#1F5D46' } })
    .png()
    .toBuffer()
  form.append('gov_id_front', new Blob([new Uint8Array(image)], { type: 'image/png' }), 'id.png')
  expect((await client.upload('/api/auth/caregiver/documents/', form)).status).toBe(200)
}
const findProfile = async (userId: number) =>
  (await app.deps.database.select().from(caregiverProfiles).where(eq(caregiverProfiles.userId, userId)))[0]
const listCaregivers = async (query: Record<string, string> = {}) => {
  const answer = await admin.client.get(`${LIST}?${new URLSearchParams(query)}`)
  expect(answer.status).toBe(200)
  return answer.body as {
    count: number
    next: string | null
    previous: string | null
    results: AdminCaregiver[]
  }
}
const toIds = (page: { results: AdminCaregiver[] }) => page.results.map((row) => row.id)
const listAuditEntries = (userId: number) =>
  app.deps.database
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subject, `user:${userId}`), eq(auditLog.action, 'caregiver.verification')))
    .orderBy(auditLog.id)

describe('the list', () => {
  it('shows pending caregivers with links to their documents for this admin', async () => {
    const caregiver = await makeCaregiver('Wanda Waits')
    await uploadIdFront(caregiver)

    const page = await listCaregivers({ q: 'wanda' })
    expect(page).toEqual({
      count: 1,
      next: null,
      previous: null,
      results: [
        {
          id: caregiver.id,
          full_name: 'Wanda Waits',
          email: caregiver.email,
          avatar: null,
          id_front: expect.any(String),
          id_back: null,
          certificate: null,
          document_ids: { id_front: expect.any(String), id_back: null, certificate: null },
          document_checks: { id_front: null, id_back: null, certificate: null },
          missing: ['id_back', 'city', 'country', 'hourly_rate_usd', 'languages', 'skills', 'description'],
          joined: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
          renewals: [],
          verification_status: 'pending',
        },
      ],
    })
    const link = page.results[0]?.id_front ?? ''
    expect((await admin.client.get(link)).status).toBe(200)
    await app.advance(11)
    expect((await admin.client.get(link)).status).not.toBe(200)
  })

  it('filters by status, text and joining day', async () => {
    const first = await makeCaregiver('Filter One', 'one_100%@example.test')
    await app.advance(2 * MINUTES_PER_DAY)
    const second = await makeCaregiver('Filter Two')
    const today = app.deps.clock.now().toISOString().slice(0, 10)
    const dayBefore = new Date(app.deps.clock.now().getTime() - DAY_MS).toISOString().slice(0, 10)
    admin = await makeUser(app, { role: 'admin' })

    expect(toIds(await listCaregivers({ q: ' FILTER ' }))).toEqual([first.id, second.id])
    expect(toIds(await listCaregivers({ q: '_100%@' }))).toEqual([first.id])
    expect(toIds(await listCaregivers({ q: '%' }))).toEqual([first.id])
    expect(toIds(await listCaregivers({ q: 'filter', date_from: today }))).toEqual([second.id])
    expect(toIds(await listCaregivers({ q: 'filter', date_to: dayBefore }))).toEqual([first.id])
    expect(toIds(await listCaregivers({ q: 'filter', date_from: today, date_to: today }))).toEqual([
      second.id,
    ])
    expect(toIds(await listCaregivers({ q: 'filter', status: 'verified' }))).toEqual([])
    await admin.client.post(decisionPath(first.id), { verification_status: 'flagged' })
    expect(toIds(await listCaregivers({ q: 'filter' }))).toEqual([second.id])
    expect(toIds(await listCaregivers({ q: 'filter', status: 'flagged' }))).toEqual([first.id])
  })

  it('is paged and excludes families and deactivated caregivers', async () => {
    for (const name of ['Page One', 'Page Two', 'Page Three']) await makeCaregiver(name)
    await makeUser(app, { role: 'caretaker', fullName: 'Page Family' })
    await makeUser(app, { role: 'caregiver', fullName: 'Page Gone', active: false })
    await app.drain()
    const first = await listCaregivers({ q: 'page', page_size: '2' })
    expect(first.results.map((row) => row.full_name)).toEqual(['Page One', 'Page Two'])
    expect(first).toMatchObject({ count: 3, previous: null, next: expect.stringContaining('page=2') })
    const { body: second } = await admin.client.get(first.next ?? '')
    expect(second.results.map((row: AdminCaregiver) => row.full_name)).toEqual(['Page Three'])
    expect(second.next).toBeNull()
  })

  it.each([
    'status=gone',
    'date_from=2026-02-30',
    'date_to=tomorrow',
    'page=0',
    'page=1e3',
    'page_size=101',
    'q=%00',
    `q=${'x'.repeat(201)}`,
    'q=a&q=b',
    'more=1',
  ])('rejects ?%s', async (query) => {
    const answer = await admin.client.get(`${LIST}?${query}`)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: 'invalid', request_id: expect.any(String) })
  })
})

describe('a decision', () => {
  it.each([
    ['verified', 'Caregiver verified successfully'],
    ['rejected', 'Caregiver rejected successfully'],
    ['flagged', 'Caregiver flagged for review'],
  ])('to set %s publishes an event and is in the audit log', async (status, message) => {
    const caregiver = await makeCompleteCaregiver(app, { name: 'Dora Decided', verified: false })
    const answer = await admin.client.post(decisionPath(caregiver.id), {
      verification_status: status,
      rejection_reason: ' The ID is blurred ',
      admin_notes: 'seen twice',
    })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ message, verification_status: status })
    const reason = status === 'rejected' ? 'The ID is blurred' : null
    expect(await findProfile(caregiver.id)).toMatchObject({
      verificationStatus: status,
      rejectionReason: reason,
      isListed: status === 'verified',
    })
    const { body: notes } = await admin.client.get(`/api/admin-panel/notes?subject=user:${caregiver.id}`)
    expect(notes.results).toMatchObject([{ text: 'seen twice', author: { id: admin.id } }])
    await app.drain()
    expect(events.filter((event) => event.userId === caregiver.id)).toEqual([
      { userId: caregiver.id, status },
    ])
    expect(await listAuditEntries(caregiver.id)).toMatchObject([
      {
        actorId: admin.id,
        address: '127.0.0.1',
        before: { status: 'pending', rejectionReason: null },
        after: { status, rejectionReason: reason },
      },
    ])
  })

  it('is rejected when the documents were replaced after the admin saw them', async () => {
    const caregiver = await makeCaregiver('Renata Replaces')
    await uploadIdFront(caregiver)
    const shown = async () => (await listCaregivers({ q: 'renata' })).results[0]?.document_ids
    const seen = await shown()
    const verify = (documents: unknown) =>
      admin.client.post(decisionPath(caregiver.id), {
        verification_status: 'verified',
        admin_notes: 'Known from the agency',
        document_ids: documents,
      })
    await uploadIdFront(caregiver)
    for (const documents of [seen, { id_front: null, id_back: null, certificate: null }]) {
      const refused = await verify(documents)
      expect([refused.status, refused.body.detail]).toEqual([
        409,
        'The documents changed after you opened them. Please review the new ones before you decide.',
      ])
    }
    expect(await findProfile(caregiver.id)).toMatchObject({ verificationStatus: 'pending', isListed: false })
    expect(await listAuditEntries(caregiver.id)).toEqual([])
    expect((await verify({ id_front: 'passport' })).status).toBe(400)
    expect((await verify(await shown())).status).toBe(200)
    expect(await findProfile(caregiver.id)).toMatchObject({ verificationStatus: 'verified' })
  })

  it('can be changed later', async () => {
    const caregiver = await makeCaregiver('Carla Changed')
    const decide = (body: object) => admin.client.post(decisionPath(caregiver.id), body)
    await decide({ verification_status: 'verified', admin_notes: 'Known from the agency' })
    expect((await decide({ verification_status: 'rejected', rejection_reason: 'Expired ID' })).status).toBe(
      200,
    )
    expect(await findProfile(caregiver.id)).toMatchObject({ verificationStatus: 'rejected', isListed: false })
    expect((await listAuditEntries(caregiver.id)).map((entry) => entry.before)).toMatchObject([
      { status: 'pending' },
      { status: 'verified' },
    ])
  })

  it.each([
    [{ verification_status: 'rejected' }, 'rejection_reason', 'Rejection Reason is required'],
    [
      { verification_status: 'rejected', rejection_reason: null },
      'rejection_reason',
      'Rejection Reason is required',
    ],
    [
      { verification_status: 'rejected', rejection_reason: '  ' },
      'rejection_reason',
      'Rejection Reason is required',
    ],
    [{ verification_status: 'pending' }, 'verification_status', 'Unknown verification status'],
    [{}, 'verification_status', 'Unknown verification status'],
    [{ verification_status: 'verified', admin_notes: 'x'.repeat(2_001) }, 'admin_notes', expect.any(String)],
    [{ verification_status: 'verified', admin_notes: '\0' }, 'admin_notes', expect.any(String)],
    [{ verification_status: 'verified', rejection_reason: 1 }, 'rejection_reason', expect.any(String)],
  ])('is rejected for %j and stores nothing', async (body, field, message) => {
    const caregiver = await makeCaregiver('Rita Refused')
    const answer = await admin.client.post(decisionPath(caregiver.id), body)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: 'invalid', [field]: [message] })
    expect(await findProfile(caregiver.id)).toMatchObject({ verificationStatus: 'pending' })
    expect(await listAuditEntries(caregiver.id)).toEqual([])
    const { body: notes } = await admin.client.get(`/api/admin-panel/notes?subject=user:${caregiver.id}`)
    expect(notes.results).toEqual([])
    await app.drain()
    expect(events.filter((event) => event.userId === caregiver.id)).toEqual([])
  })

  it.each(['{', 'null', '[]', '"verified"', ''])('is rejected for the body %s', async (body) => {
    const caregiver = await makeCaregiver('Bella Body')
    const answer = await admin.client.post(decisionPath(caregiver.id), body)
    expect(answer.status).toBe(400)
    expect(await findProfile(caregiver.id)).toMatchObject({ verificationStatus: 'pending' })
  })

  it('answers 404 for users who are not caregivers and for invalid ids', async () => {
    const family = await makeUser(app, { role: 'caretaker' })
    await app.drain()
    const ids = [family.id, admin.id, 99_999_999, 2_147_483_648, '0', '-1', 'abc', '1e3', '9'.repeat(30)]
    for (const id of ids) {
      const answer = await admin.client.post(decisionPath(id), { verification_status: 'verified' })
      expect([id, answer.status, answer.body.code]).toEqual([id, 404, 'not_found'])
    }
    expect(await listAuditEntries(family.id)).toEqual([])
  })
})

it('answers only admins', async () => {
  const caregiver = await makeCaregiver('Self Server')
  const family = await makeUser(app, { role: 'caretaker' })
  const body = { verification_status: 'verified' }
  for (const client of [caregiver.client, family.client]) {
    expect((await client.get(LIST)).status).toBe(403)
    expect((await client.post(decisionPath(caregiver.id), body)).status).toBe(403)
  }
  expect((await app.visitor.get(LIST)).status).toBe(401)
  expect((await app.visitor.post(decisionPath(caregiver.id), body)).status).toBe(401)
  expect(await findProfile(caregiver.id)).toMatchObject({ verificationStatus: 'pending' })
})
