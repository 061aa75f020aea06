import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import {
  listAuditEntries,
  listEmailsTo,
  makeUser,
  type TestUser,
} from '../../../../test/factories/accounts.ts'
import { acceptCheck, dayIn, readDocuments, uploadDocument } from '../../../../test/factories/documents.ts'
import { logInAgain, makeCaregiver, makePicture, toForm } from '../../../../test/factories/profiles.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { recordIdentityChange } from '../../profiles/caregivers/store.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await makeUser(app, { role: 'admin' })
})
afterAll(() => app.close())

const verify = ({ id }: TestUser, admin_notes = '') =>
  admin.client.post(`/api/admin-panel/caregivers/${id}/verification`, {
    verification_status: 'verified',
    admin_notes,
  })
const readPublicProfile = ({ id }: TestUser) => app.visitor.get(`/api/auth/caregivers/${id}`)
const readRecord = async ({ id }: TestUser) =>
  (await admin.client.get(`/api/admin-panel/people/${id}`)).body.caregiver
/** The caregivers whose papers staff have to check again. */
const listToCheckAgain = async () => {
  const { body } = await (await logInAgain(app, admin)).get(
    '/api/admin-panel/caregivers/verification?renewing=true',
  )
  return body.results.map(({ id }: { id: number }) => id)
}
const makePendingCaregiver = async () => makeCaregiver(app, { verified: false })
const uploadIdPictures = async (caregiver: TestUser) => {
  for (const side of ['gov_id_front', 'gov_id_back'] as const) await uploadDocument(app, caregiver, side)
}

it('refuses to verify a caregiver without papers or profile, and names what is missing', async () => {
  const caregiver = await makePendingCaregiver()
  const client = await logInAgain(app, caregiver)
  await client.patch('/api/auth/caregiver/profile', { city: '', skills: [] })
  await uploadDocument(app, caregiver, 'gov_id_front')
  for (const notes of ['', '  ', 'Bulk verified action']) {
    const { status, body } = await verify(caregiver, notes)
    const detail = 'This caregiver can’t be verified yet. Missing: the back of an ID, a city and a skill'
    expect([status, body.detail, body.verification_status]).toEqual([400, detail, [detail]])
  }
  expect(await readRecord(caregiver)).toMatchObject({
    verification_status: 'pending',
    missing: ['id_back', 'city', 'skills'],
  })
  expect((await readPublicProfile(caregiver)).status).toBe(404)
})

it('tells who is verified with an incomplete profile what is missing, and not that families find them', async () => {
  const caregiver = await makePendingCaregiver()
  const client = await logInAgain(app, caregiver)
  await client.patch('/api/auth/caregiver/profile', { city: '', skills: [] })
  expect((await verify(caregiver, 'Known from the agency')).status).toBe(200)
  await app.drain()
  const mail = (await listEmailsTo(app, caregiver.email)).at(-1)?.text ?? ''
  expect(mail).toContain('Your profile still needs a city and a skill before families can find and book you.')
  expect(mail).toContain('/caregiver/profile')
  expect(mail).not.toContain('Set your hours')
})

it('counts as the check of every paper that nobody has checked, and keeps the dates of the others', async () => {
  const caregiver = await makePendingCaregiver()
  await uploadIdPictures(caregiver)
  await uploadDocument(app, caregiver, 'certificate')
  await acceptCheck(app, caregiver, 'gov_id_front', '2190-01-31')
  expect((await verify(caregiver)).status).toBe(200)
  const documents = await readDocuments(app, caregiver)
  expect(documents.map(({ check }) => check?.expires_on)).toEqual(['2190-01-31', null, null])
  const today = app.deps.clock.now().toISOString().slice(0, 10)
  expect((await readPublicProfile(caregiver)).body.paper_checks).toEqual({
    id_checked_on: today,
    certificate: { title: '', checked_on: today },
  })
  const entries = await listAuditEntries(app, caregiver.id)
  const byDecision = entries.filter(({ after }) => (after as { with?: string } | null)?.with)
  expect(byDecision.map(({ action, actorId }) => [action, actorId])).toEqual([
    ['document.checked', admin.id],
    ['document.checked', admin.id],
  ])
})

it('lets no other staff verify without papers, whatever they type', async () => {
  const caregiver = await makePendingCaregiver()
  const support = await makeUser(app, { role: 'admin', staffRole: 'support' })
  const answer = await support.client.post(`/api/admin-panel/caregivers/${caregiver.id}/verification`, {
    verification_status: 'verified',
    admin_notes: 'Known from the agency',
  })
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid'])
  expect((await readPublicProfile(caregiver)).status).toBe(404)
})

it('lets an admin verify without papers for a typed reason, which is recorded, and then claims nothing', async () => {
  const caregiver = await makePendingCaregiver()
  await uploadDocument(app, caregiver, 'certificate')
  expect((await verify(caregiver, 'Known from the agency')).status).toBe(200)
  expect(await readRecord(caregiver)).toMatchObject({
    verification_override: 'Known from the agency',
    missing: ['id_front', 'id_back'],
  })
  expect((await readPublicProfile(caregiver)).body.paper_checks).toEqual({
    id_checked_on: null,
    certificate: null,
  })
  expect((await readDocuments(app, caregiver)).map(({ check }) => check)).toEqual([null])
  const entries = await listAuditEntries(app, caregiver.id)
  expect(entries.find(({ action }) => action === 'caregiver.verification')).toMatchObject({
    after: { status: 'verified', override: 'Known from the agency', missing: ['id_front', 'id_back'] },
  })
})

it('claims nothing of a paper that staff asked for again, and verifies nobody on one side of an ID', async () => {
  const caregiver = await makePendingCaregiver()
  await uploadIdPictures(caregiver)
  await verify(caregiver)
  const document = (await readDocuments(app, caregiver)).find(({ kind }) => kind === 'id_back')
  const path = `/api/admin-panel/caregivers/${caregiver.id}/documents/id_back/check`
  await admin.client.post(path, { file_id: document?.file_id, result: 'ask_again', reason: 'It is blurred' })
  expect((await readPublicProfile(caregiver)).body.paper_checks.id_checked_on).toBeNull()
  expect((await verify(caregiver)).body.detail).toMatch(/Missing: the back of an ID$/)
})

it('claims nothing of papers that were checked for another name or photo, until staff mark them again', async () => {
  const caregiver = await makePendingCaregiver()
  await uploadIdPictures(caregiver)
  await acceptCheck(app, caregiver, 'gov_id_front', '2190-01-31')
  await verify(caregiver)
  await app.advance(1)
  const staff = await logInAgain(app, admin)
  const client = await logInAgain(app, caregiver)
  const readChecks = async () => {
    const { body } = await staff.get(`/api/admin-panel/people/${caregiver.id}`)
    const { documents } = body.caregiver as { documents: { check: Record<string, unknown> }[] }
    return documents.map(({ check }) => [check.expires_on, check.is_outdated])
  }
  const countWaiting = async () => {
    const { body } = await staff.get('/api/admin-panel/queue')
    return body.results.find(({ kind }: { kind: string }) => kind === 'renewals')?.count ?? 0
  }
  const approveChange = async () => {
    const { body: changes } = await staff.get('/api/admin-panel/caregivers/changes')
    const { change_id } = changes.results.find(({ id }: { id: number }) => id === caregiver.id)
    const path = `/api/admin-panel/caregivers/${caregiver.id}/changes`
    return staff.post(path, { change_id, decision: 'approve' })
  }
  const claims = async () => (await readPublicProfile(caregiver)).body.paper_checks.id_checked_on !== null
  expect(await claims()).toBe(true)

  await client.patch('/api/auth/caregiver/profile', { editable_full_name: 'Mallory Crane' })
  expect(await claims()).toBe(true)
  expect((await approveChange()).status).toBe(200)
  expect(await claims()).toBe(false)
  expect(await readChecks()).toEqual([
    ['2190-01-31', true],
    [null, true],
  ])
  expect(await listToCheckAgain()).toContain(caregiver.id)
  const waiting = await countWaiting()

  // The specified call is a check of all of them, and keeps the dates.
  await staff.post(`/api/admin-panel/caregivers/${caregiver.id}/verification`, {
    verification_status: 'verified',
  })
  expect(await readChecks()).toEqual([
    ['2190-01-31', false],
    [null, false],
  ])
  expect(await claims()).toBe(true)
  expect(await listToCheckAgain()).not.toContain(caregiver.id)
  expect(await countWaiting()).toBe(waiting - 2)

  await client.upload('/api/auth/caregiver/avatar', toForm({ avatar: { content: await makePicture('png') } }))
  expect(await claims()).toBe(true)
  expect((await approveChange()).status).toBe(200)
  expect(await claims()).toBe(false)
})

it('counts no check from before a new name or photo of a caregiver who is not verified', async () => {
  const caregiver = await makePendingCaregiver()
  await uploadDocument(app, caregiver, 'certificate')
  const client = await logInAgain(app, caregiver)
  const isOutdated = async () => (await readDocuments(app, caregiver)).map(({ check }) => check?.is_outdated)
  for (const change of [
    () => client.patch('/api/auth/caregiver/profile', { editable_full_name: 'Mallory Crane' }),
    async () =>
      client.upload('/api/auth/caregiver/avatar', toForm({ avatar: { content: await makePicture('png') } })),
  ]) {
    await acceptCheck(app, caregiver, 'certificate', null)
    expect(await isOutdated()).toEqual([false])
    expect((await change()).status).toBe(200)
    expect(await isOutdated()).toEqual([true])
  }
  expect(await listToCheckAgain()).not.toContain(caregiver.id)
})

it('claims nothing of checked papers while an override counts, and then each with its day', async () => {
  const caregiver = await makePendingCaregiver()
  const saveCity = async (city: string) =>
    (await logInAgain(app, caregiver)).patch('/api/auth/caregiver/profile', { city })
  const verifyAgain = async (admin_notes = '') =>
    (await logInAgain(app, admin)).post(`/api/admin-panel/caregivers/${caregiver.id}/verification`, {
      verification_status: 'verified',
      admin_notes,
    })
  const firstDay = dayIn(app, 0)
  await uploadIdPictures(caregiver)
  await uploadDocument(app, caregiver, 'certificate')
  await acceptCheck(app, caregiver, 'certificate', null, 'First Aid certificate')
  await acceptCheck(app, caregiver, 'gov_id_front', '2190-01-31')
  await app.advance(24 * 60)
  await acceptCheck(app, caregiver, 'gov_id_back', '2190-01-31')
  await saveCity('')
  expect((await verifyAgain('Known from the agency')).status).toBe(200)
  await saveCity('Lyon')
  const { body: overridden } = await readPublicProfile(caregiver)
  expect(overridden.paper_checks).toEqual({ id_checked_on: null, certificate: null })

  expect((await verifyAgain()).status).toBe(200)
  const { body: checked } = await readPublicProfile(caregiver)
  expect(checked.paper_checks).toEqual({
    id_checked_on: dayIn(app, 0),
    certificate: { title: 'First Aid certificate', checked_on: firstDay },
  })

  await saveCity('')
  expect((await verifyAgain('Known from the agency')).status).toBe(200)
  await withTransaction(app.deps.database, (transaction) =>
    recordIdentityChange(transaction, app.deps, caregiver.id),
  )
  expect(await listToCheckAgain()).not.toContain(caregiver.id)
})

it('does not list a caregiver whose profile is not complete, until it is again', async () => {
  const caregiver = await makeCaregiver(app)
  const save = async (changes: object) => {
    const client = await logInAgain(app, caregiver)
    expect((await client.patch('/api/auth/caregiver/profile', changes)).status).toBe(200)
    return (await readPublicProfile(caregiver)).status
  }
  expect(await save({ description: '' })).toBe(404)
  expect(await save({ description: 'Years with families.' })).toBe(200)
})
