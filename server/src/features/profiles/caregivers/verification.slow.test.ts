import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import type { TestUser } from '../../../../test/factories/accounts.ts'
import { searchDirectory } from '../../../../test/factories/directory.ts'
import {
  makeCaregiver,
  makeFamily,
  makePicture,
  PDF,
  setActive,
  setVerificationStatus,
  toForm,
} from '../../../../test/factories/profiles.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { files } from '../../files/tables.ts'
import { caregiverProfiles, lockCaregiverProfile, recordVerification } from '../index.ts'

const PROFILE = '/api/auth/caregiver/profile'
const DOCUMENTS = '/api/auth/caregiver/documents'

let app: TestApp
const changes: unknown[] = []

beforeAll(async () => {
  app = await testApp()
  const { publish } = app.deps.jobs
  app.deps.jobs.publish = async (transaction, name, payload) => {
    if (name === 'caregiver.verification-changed') changes.push(payload)
    await publish(transaction, name, payload)
  }
})
afterAll(() => app.close())

const documents = (...fields: string[]) =>
  toForm(Object.fromEntries(fields.map((field) => [field, { content: PDF, name: 'paper.pdf' }])))

async function isShown(caregiver: TestUser): Promise<boolean> {
  const { status } = await app.visitor.get(`/api/auth/caregivers/${caregiver.id}`)
  const { body } = await searchDirectory(app)
  const isInList = body.results.some((result: { id: number }) => result.id === caregiver.id)
  expect(isInList).toBe(status === 200)
  return isInList
}

async function findProfile({ id }: TestUser) {
  const [row] = await app.deps.database
    .select()
    .from(caregiverProfiles)
    .where(eq(caregiverProfiles.userId, id))
  return row
}

describe('documents', () => {
  it('replace the file of the same field only, and delete it', async () => {
    const caregiver = await makeCaregiver(app, { verified: false })
    const first = await caregiver.client.upload(DOCUMENTS, documents('gov_id_front', 'certificate'))
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({
      gov_id_front: expect.stringMatching(/^\/api\/files\//),
      gov_id_back: null,
      certificate: expect.stringMatching(/^\/api\/files\//),
      verification_status: 'pending',
    })
    const second = await caregiver.client.upload(DOCUMENTS, documents('certificate'))
    const getFileId = (link: string) => /files\/([^?]+)/.exec(link)?.[1]
    expect(getFileId(second.body.gov_id_front)).toBe(getFileId(first.body.gov_id_front))
    expect(getFileId(second.body.certificate)).not.toBe(getFileId(first.body.certificate))
    expect((await caregiver.client.get(first.body.certificate)).status).toBe(404)
    expect((await caregiver.client.get(second.body.certificate)).body).toBe(PDF)
    const rows = await app.deps.database.select().from(files)
    expect(rows.filter((row) => row.ownerId === caregiver.id)).toHaveLength(2)
  })

  it.each([
    ['verified', 'pending'],
    ['rejected', 'pending'],
    ['flagged', 'flagged'],
    ['pending', 'pending'],
  ] as const)('turn a %s caregiver %s and unlisted', async (before, after) => {
    const caregiver = await makeCaregiver(app, { status: before })
    expect(await isShown(caregiver)).toBe(before === 'verified')
    const reason = before === 'rejected' ? 'The picture is blurred' : null
    expect((await caregiver.client.get(PROFILE)).body.rejection_reason).toBe(reason)
    changes.length = 0

    const { body } = await caregiver.client.upload(DOCUMENTS, documents('gov_id_back'))
    expect(body).toMatchObject({ verification_status: after, rejection_reason: null })
    expect(await isShown(caregiver)).toBe(false)
    const published = [{ userId: caregiver.id, status: 'pending' }]
    expect(changes).toMatchObject(before === after ? [] : published)
  })

  it('leave a verified caregiver unchanged when they are rejected', async () => {
    const caregiver = await makeCaregiver(app)
    changes.length = 0
    const form = toForm({ certificate: { content: '<html></html>', name: 'a.pdf' } })
    expect((await caregiver.client.upload(DOCUMENTS, form)).status).toBe(415)
    expect((await caregiver.client.upload(DOCUMENTS, new FormData())).status).toBe(400)
    expect(await isShown(caregiver)).toBe(true)
    expect(changes).toEqual([])
  })

  it('uploaded at the same time leave one file per field', async () => {
    const caregiver = await makeCaregiver(app)
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => caregiver.client.upload(DOCUMENTS, documents('certificate'))),
    )
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200, 200])
    const rows = await app.deps.database.select().from(files)
    expect(rows.filter((row) => row.ownerId === caregiver.id)).toHaveLength(1)
    const { body } = await caregiver.client.get(PROFILE)
    expect((await caregiver.client.get(body.certificate)).body).toBe(PDF)
  })
})

describe('an avatar', () => {
  it('is replaced, for caregivers and families, each at their own path', async () => {
    const caregiver = await makeCaregiver(app, { verified: false })
    const family = await makeFamily(app)
    for (const [person, role] of [
      [caregiver, 'caregiver'],
      [family, 'caretaker'],
    ] as const) {
      const form = async () => toForm({ avatar: { content: await makePicture('webp') } })
      const path = `/api/auth/${role}/avatar`
      const first = await person.client.upload(path, await form())
      const second = await person.client.upload(path, await form())
      expect(second.status).toBe(200)
      expect((await caregiver.client.get(first.body.avatar)).status).toBe(404)
      expect((await caregiver.client.get(second.body.avatar)).status).toBe(200)
      const other = role === 'caregiver' ? 'caretaker' : 'caregiver'
      expect((await person.client.upload(`/api/auth/${other}/avatar`, await form())).status).toBe(403)
      expect((await app.visitor.upload(path, await form())).status).toBe(401)
    }
    await setVerificationStatus(app, caregiver.id, 'verified')
    const { body } = await app.visitor.get(`/api/auth/caregivers/${caregiver.id}`)
    expect(body.avatar).toMatch(/^\/avatars\//)
  })
})

describe('a decision', () => {
  it('lists only verified, active caregivers, and publishes each change once', async () => {
    const caregiver = await makeCaregiver(app, { verified: false })
    changes.length = 0
    await setVerificationStatus(app, caregiver.id, 'verified')
    expect(await isShown(caregiver)).toBe(true)
    await setVerificationStatus(app, caregiver.id, 'verified')
    await setVerificationStatus(app, caregiver.id, 'flagged')
    expect(await isShown(caregiver)).toBe(false)
    await setVerificationStatus(app, caregiver.id, 'rejected')
    expect(await isShown(caregiver)).toBe(false)
    expect((await caregiver.client.get(PROFILE)).body.rejection_reason).toBe('The picture is blurred')
    await setVerificationStatus(app, caregiver.id, 'verified')
    expect((await caregiver.client.get(PROFILE)).body.rejection_reason).toBeNull()
    expect(changes).toMatchObject(
      ['verified', 'flagged', 'rejected', 'verified'].map((status) => ({ userId: caregiver.id, status })),
    )
    expect(new Set(changes.map((change) => (change as { changeId: string }).changeId)).size).toBe(4)
  })

  it('returns the decision before and after', async () => {
    const caregiver = await makeCaregiver(app, { status: 'rejected' })
    const { before, after } = await withTransaction(app.deps.database, (transaction) =>
      recordVerification(transaction, app.deps, {
        caregiverId: caregiver.id,
        status: 'verified',
        rejectionReason: 'not for the verified',
        actorId: 1,
        override: 'Known from the agency',
      }),
    )
    expect(before).toEqual({ status: 'rejected', rejectionReason: 'The picture is blurred' })
    const override = { missing: ['id_front', 'id_back'], override: 'Known from the agency' }
    expect(after).toEqual({ status: 'verified', rejectionReason: null, ...override })
  })

  it('is a 404 for an id that is not a caregiver’s', async () => {
    const family = await makeFamily(app)
    for (const id of [family.id, 2_000_000_000]) {
      await expect(setVerificationStatus(app, id, 'verified')).rejects.toMatchObject({ status: 404 })
      await expect(
        withTransaction(app.deps.database, (transaction) => lockCaregiverProfile(transaction, id)),
      ).rejects.toMatchObject({ status: 404 })
    }
  })

  it('never lists a deactivated caregiver, in either order of the two changes', async () => {
    for (let round = 0; round < 8; round += 1) {
      const caregiver = await makeCaregiver(app, { verified: false })
      await Promise.all([
        setVerificationStatus(app, caregiver.id, 'verified'),
        setActive(app, caregiver.id, false),
      ])
      expect(await findProfile(caregiver)).toMatchObject({ verificationStatus: 'verified', isListed: false })
      expect((await app.visitor.get(`/api/auth/caregivers/${caregiver.id}`)).status).toBe(404)
      await setActive(app, caregiver.id, true)
      expect((await findProfile(caregiver))?.isListed).toBe(true)
    }
  })

  it('keeps a flagged caregiver unlisted after activation', async () => {
    const caregiver = await makeCaregiver(app, { status: 'flagged' })
    await setActive(app, caregiver.id, true)
    expect(await isShown(caregiver)).toBe(false)
  })
})
