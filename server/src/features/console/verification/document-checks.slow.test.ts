import { randomUUID } from 'node:crypto'
import type { DocumentKind } from '@tendwell/contract/console/documents'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import {
  logInAgain,
  makeCaregiver,
  makePicture,
  setActive,
  setVerificationStatus,
  toForm,
} from '../../../../test/factories/profiles.ts'

const DAY_MINUTES = 24 * 60

let app: TestApp
let support: TestUser
let caregiver: TestUser
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  support = await makeUser(app, { role: 'admin', staffRole: 'support', fullName: 'Sina Support' })
  caregiver = await makeCaregiver(app, { name: 'Clara Carer', verified: false })
})

const uploadDocuments = async (...fields: string[]) => {
  const content = await makePicture('png')
  const form = toForm(Object.fromEntries(fields.map((field) => [field, { content, name: `${field}.png` }])))
  const client = await logInAgain(app, caregiver)
  expect((await client.upload('/api/auth/caregiver/documents', form)).status).toBe(200)
}
const readDocuments = async () => {
  const { body } = await support.client.get(`/api/admin-panel/people/${caregiver.id}`)
  return body.caregiver.documents as {
    kind: string
    file_id: string
    check: Record<string, unknown> | null
  }[]
}
const findFileId = async (kind: DocumentKind) =>
  (await readDocuments()).find((document) => document.kind === kind)?.file_id ?? ''
const checkDocument = async (kind: DocumentKind, body: object, headers: Record<string, string> = {}) =>
  support.client.post(
    `/api/admin-panel/caregivers/${caregiver.id}/documents/${kind}/check`,
    { file_id: await findFileId(kind), ...body },
    headers,
  )
const dayIn = (days: number) =>
  new Date(app.deps.clock.now().getTime() + days * DAY_MINUTES * 60_000).toISOString().slice(0, 10)
const findInQueue = async () => {
  const { body } = await support.client.get('/api/admin-panel/queue')
  return body.results.find(({ kind }: { kind: string }) => kind === 'documents')
}
const readOwnProfile = async () =>
  (await (await logInAgain(app, caregiver)).get('/api/auth/caregiver/profile')).body
const listExpiringIds = async () => {
  const query = 'status=verified&expiring=true&sort=expires_on'
  const { body } = await support.client.get(`/api/admin-panel/caregivers/verification?${query}`)
  return body.results.map(({ id }: { id: number }) => id)
}
const listNotifications = async () => {
  await app.drain()
  const { body } = await (await logInAgain(app, caregiver)).get('/api/notifications?status=all')
  return body.results as { type: string; payload: { message: string } }[]
}

it('records that a document is fine, by whom and until when, and tells nobody', async () => {
  await uploadDocuments('certificate')
  const answer = await checkDocument('certificate', {
    result: 'ok',
    expires_on: dayIn(400),
    reason: 'ignored',
  })
  expect(answer).toMatchObject({ status: 200, body: { message: 'Document checked', result: 'ok' } })
  expect((await readDocuments())[0]?.check).toEqual({
    result: 'ok',
    reason: '',
    title: '',
    expires_on: dayIn(400),
    is_expired: false,
    is_outdated: false,
    checked_by: { id: support.id, name: 'Sina Support' },
    checked_at: expect.any(String),
  })
  expect(await readOwnProfile()).toMatchObject({
    document_requests: [],
    document_states: [{ document: 'certificate', is_checked: true }],
  })
  expect(await listNotifications()).toEqual([])
})

it('asks for a document again, until there is a new file', async () => {
  await uploadDocuments('certificate', 'gov_id_front')
  await checkDocument('id_front', { result: 'ok', never_expires: true })
  const answer = await checkDocument('certificate', { result: 'ask_again', reason: ' It is blurred ' })
  expect(answer.body.message).toBe('The caregiver was asked for a new document')
  expect((await readOwnProfile()).document_requests).toEqual([
    { document: 'certificate', reason: 'It is blurred', requested_at: expect.any(String) },
  ])
  const readHome = async () => (await (await logInAgain(app, caregiver)).get('/api/home')).body
  expect((await readHome()).requested_documents).toMatchObject([
    { document: 'certificate', reason: 'It is blurred' },
  ])
  expect(await listNotifications()).toMatchObject([
    {
      type: 'document_requested',
      payload: { message: 'We need a new copy of your certificate. Reason: It is blurred' },
    },
  ])
  await uploadDocuments('gov_id_front')
  expect(await listNotifications()).toMatchObject([{ read_at: null }])
  await uploadDocuments('certificate')
  expect(await listNotifications()).toMatchObject([{ read_at: expect.any(String) }])
  expect((await readHome()).requested_documents).toEqual([])
  expect((await readOwnProfile()).document_requests).toEqual([])
  expect((await readDocuments()).map((document) => document.check?.result ?? null)).toEqual([null, null])
})

it('keeps every check in the history, and lets the last one count', async () => {
  await uploadDocuments('certificate')
  await checkDocument('certificate', { result: 'ask_again', reason: 'It is blurred' })
  await checkDocument('certificate', { result: 'ok' })
  expect((await readOwnProfile()).document_requests).toEqual([])
  const path = `/api/admin-panel/history?subject=user:${caregiver.id}&topic=verification`
  const { body } = await support.client.get(path)
  expect(body.results).toMatchObject([
    { action: 'document.checked', actor: { name: 'Sina Support' }, after: { document: 'certificate' } },
    { action: 'document.asked-again', after: { document: 'certificate', reason: 'It is blurred' } },
  ])
  const change = app.deps.database.execute(sql`UPDATE document_checks SET result = 'ok', reason = ''`)
  await expect(change).rejects.toThrow()
})

it('notifies once when a call is repeated', async () => {
  await uploadDocuments('certificate')
  for (const _ of [1, 2]) {
    await checkDocument(
      'certificate',
      { result: 'ask_again', reason: 'Blurred' },
      { 'idempotency-key': randomUUID() },
    )
  }
  expect(await listNotifications()).toHaveLength(2)
  const headers = { 'idempotency-key': 'check-1' }
  for (const _ of [1, 2]) await checkDocument('certificate', { result: 'ask_again', reason: 'Dark' }, headers)
  expect(await listNotifications()).toHaveLength(3)
})

it('refuses a check of a file that was replaced, and of one that was never there', async () => {
  await uploadDocuments('certificate')
  const seen = await findFileId('certificate')
  await uploadDocuments('certificate')
  for (const [kind, file_id] of [
    ['certificate', seen],
    ['id_back', randomUUID()],
  ] as const) {
    const { status, body } = await checkDocument(kind, { file_id, result: 'ok' })
    expect([status, body.detail]).toEqual([409, expect.stringMatching(/^The documents changed/)])
  }
  expect((await readDocuments())[0]?.check).toBeNull()
})

it('refuses a check without its reason or with a wrong date', async () => {
  await uploadDocuments('certificate')
  for (const [body, field, message] of [
    [{ result: 'ask_again' }, 'reason', /is required/],
    [{ result: 'ask_again', reason: ' ' }, 'reason', /is required/],
    [{ result: 'ask_again', reason: 'Dark', expires_on: '2199-01-01' }, 'expires_on', /is fine/],
    [{ result: 'ok', expires_on: '2020-01-01' }, 'expires_on', /has expired/],
    [{ result: 'ok', expires_on: dayIn(0) }, 'expires_on', /has expired/],
    [{ result: 'ok', expires_on: 'soon' }, 'expires_on', /YYYY-MM-DD/],
    [{ result: 'good' }, 'result', /ok or ask_again/],
  ] as const) {
    const answer = await checkDocument('certificate', body)
    expect([answer.status, answer.body[field]]).toEqual([400, [expect.stringMatching(message)]])
  }
  expect((await readDocuments())[0]?.check).toBeNull()
})

it('is a 404 for a family and an unknown document, and closed to finance staff and caregivers', async () => {
  const family = await makeUser(app, { role: 'caretaker' })
  const finance = await makeUser(app, { role: 'admin', staffRole: 'finance' })
  const body = { file_id: randomUUID(), result: 'ok' }
  const path = (id: number, kind: string) => `/api/admin-panel/caregivers/${id}/documents/${kind}/check`
  expect((await support.client.post(path(family.id, 'certificate'), body)).status).toBe(404)
  expect((await support.client.post(path(caregiver.id, 'diploma'), body)).status).toBe(404)
  for (const { client } of [finance, caregiver]) {
    expect((await client.post(path(caregiver.id, 'certificate'), body)).status).toBe(403)
  }
})

it('puts documents of verified caregivers into the queue from 30 days before they expire', async () => {
  await uploadDocuments('certificate', 'gov_id_front')
  await checkDocument('certificate', { result: 'ok', expires_on: dayIn(31) })
  await checkDocument('id_front', { result: 'ok', expires_on: dayIn(400) })
  await setVerificationStatus(app, caregiver.id, 'verified')
  expect(await findInQueue()).toBeUndefined()
  expect(await listExpiringIds()).toEqual([])

  await app.advance(DAY_MINUTES)
  support = await makeUser(app, { role: 'admin', staffRole: 'support' })
  expect(await findInQueue()).toEqual({ kind: 'documents', count: 1, oldest_at: `${dayIn(0)}T00:00:00.000Z` })
  expect(await listExpiringIds()).toEqual([caregiver.id])

  await setVerificationStatus(app, caregiver.id, 'flagged')
  expect(await findInQueue()).toBeUndefined()
  await setVerificationStatus(app, caregiver.id, 'verified')
  await setActive(app, caregiver.id, false)
  expect(await findInQueue()).toBeUndefined()
  await setActive(app, caregiver.id, true)
  await checkDocument('certificate', { result: 'ask_again', reason: 'It expires' })
  expect(await findInQueue()).toBeUndefined()
  expect(await listExpiringIds()).toEqual([caregiver.id])
  await setActive(app, caregiver.id, false)
})

it('needs an expiry date for a government ID, unless it has none', async () => {
  await uploadDocuments('gov_id_front')
  const refused = await checkDocument('id_front', { result: 'ok' })
  expect([refused.status, refused.body.expires_on]).toEqual([
    400,
    [expect.stringMatching(/check that the ID has none/)],
  ])
  expect((await checkDocument('id_front', { result: 'ok', never_expires: true })).status).toBe(200)
  expect((await checkDocument('id_front', { result: 'ok', expires_on: dayIn(1) })).status).toBe(200)
})

it('lists those whose document expires first, first, and leads from one to the next', async () => {
  const people: TestUser[] = []
  for (const days of [20, 5, 10]) {
    caregiver = await makeCaregiver(app, { verified: false })
    await uploadDocuments('certificate')
    await checkDocument('certificate', { result: 'ok', expires_on: dayIn(days) })
    await setVerificationStatus(app, caregiver.id, 'verified')
    people.push(caregiver)
  }
  const [third, first, second] = people.map(({ id }) => id)
  expect(await listExpiringIds()).toEqual([first, second, third])
  const around = async (id: number | undefined) => {
    const path = `/api/admin-panel/caregivers/${id}/verification/neighbors`
    return (await support.client.get(`${path}?status=verified&expiring=true&sort=expires_on`)).body
  }
  expect(await around(first)).toEqual({ previous: null, next: second })
  expect(await around(second)).toEqual({ previous: first, next: third })
  expect(await around(third)).toEqual({ previous: second, next: null })
  caregiver = people[2] as TestUser
  await checkDocument('certificate', { result: 'ok' })
  expect(await around(second)).toEqual({ previous: null, next: first })
})

it('leads through those who wait, also from one who was just decided on', async () => {
  const names = ['Queue One', 'Queue Two', 'Queue Three']
  const ids: number[] = []
  for (const name of names) {
    ids.push((await makeCaregiver(app, { name, verified: false })).id)
    await app.advance(1)
  }
  support = await makeUser(app, { role: 'admin', staffRole: 'support' })
  const around = async (id: number | undefined, status = 'pending') => {
    const path = `/api/admin-panel/caregivers/${id}/verification/neighbors?q=queue&status=${status}`
    return (await support.client.get(path)).body
  }
  const [first, second, third] = ids as [number, number, number]
  expect(await around(second)).toEqual({ previous: first, next: third })
  await setVerificationStatus(app, second, 'verified')
  expect(await around(second)).toEqual({ previous: first, next: third })
  expect(await around(first)).toEqual({ previous: null, next: third })
  await setVerificationStatus(app, first, 'verified')
  expect(await around(second, 'verified&sort=-joined')).toEqual({ previous: null, next: first })
})
