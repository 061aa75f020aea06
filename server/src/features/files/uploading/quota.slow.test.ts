/** One account can't fill the disk. @see docs/rules/profiles-and-files.md#uploads */
import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { eq, sum } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type TestApp, testApp } from '../../../../test/app.ts'
import { makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import { makeListedCaregiver } from '../../../../test/factories/availability.ts'
import { makeDispute } from '../../../../test/factories/disputes.ts'
import { makePdf, makePicture, toForm } from '../../../../test/factories/profiles.ts'
import { countAttempt } from '../../../platform/limits/attempts.ts'
import { files } from '../tables.ts'

const DOCUMENTS = '/api/auth/caregiver/documents'
const MEGABYTE = 1024 * 1024

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const listStored = ({ deps }: TestApp) => readdir(path.join(deps.config.dataDir, 'files'))

async function countBytes({ deps }: TestApp, { id }: TestUser): Promise<number> {
  const [total] = await deps.database
    .select({ bytes: sum(files.bytes) })
    .from(files)
    .where(eq(files.ownerId, id))
  return Number(total?.bytes ?? 0)
}

function uploadCertificate({ client }: TestUser, bytes = 0): Promise<Answer> {
  return client.upload(DOCUMENTS, toForm({ certificate: { content: makePdf({ bytes }) } }))
}

const statusesOf = (answers: Answer[]) => answers.map(({ status }) => status).sort()

describe('a replaced file', () => {
  it('is gone at once, however often a document and a photo are replaced', async () => {
    const caregiver = await makeUser(app, { role: 'caregiver' })
    const before = (await listStored(app)).length
    for (let round = 0; round < 2; round += 1) {
      expect((await uploadCertificate(caregiver)).status).toBe(200)
      const form = toForm({ avatar: { content: await makePicture('png') } })
      expect((await caregiver.client.upload('/api/auth/caregiver/avatar', form)).status).toBe(200)
    }
    expect((await listStored(app)).length - before).toBe(2)
  })

  it('is gone at once after parallel uploads, and the one that stays opens', async () => {
    const caregiver = await makeUser(app, { role: 'caregiver' })
    const before = (await listStored(app)).length
    const answers = await Promise.all(Array.from({ length: 4 }, () => uploadCertificate(caregiver)))
    expect(statusesOf(answers)).toEqual(Array(4).fill(200))
    expect((await listStored(app)).length - before).toBe(1)
    const rows = await app.deps.database.select().from(files).where(eq(files.ownerId, caregiver.id))
    expect(await listStored(app)).toContain(rows[0]?.storageKey)
    expect(rows).toHaveLength(1)
  })
})

describe('the quota of 100 MB an account', () => {
  /** A family with disputes about paid bookings, and files of this many bytes in all. */
  async function makeFamilyWithFiles(bytes: number, disputes: number) {
    const family = await makeUser(app, { role: 'caretaker' })
    const made = []
    for (let index = 0; index < disputes; index += 1) {
      made.push(await makeDispute(app, { family }))
    }
    await app.deps.database.insert(files).values({
      id: randomUUID(),
      ownerId: family.id,
      kind: 'evidence',
      contentType: 'application/pdf',
      bytes,
      sha256: '',
      storageKey: randomUUID(),
      originalName: 'old.pdf',
      purpose: 'certificate',
      createdAt: app.deps.clock.now(),
    })
    return { family, disputes: made }
  }

  it('holds under parallel uploads, and leaves no bytes of those it refuses', async () => {
    const { family, disputes } = await makeFamilyWithFiles(93 * MEGABYTE, 3)
    const before = (await listStored(app)).length
    const content = makePdf({ bytes: 4 * MEGABYTE })
    const answers = await Promise.all(
      disputes.map(({ id }) =>
        family.client.upload(`/api/disputes/${id}/evidence`, toForm({ file: { content } })),
      ),
    )
    expect(statusesOf(answers)).toEqual([201, 413, 413])
    expect(answers.find(({ status }) => status === 413)?.body).toMatchObject({
      code: 'quota_exceeded',
      detail: 'Your files may take up 100 MB in all, and this one would exceed that. Please contact support',
    })
    expect((await listStored(app)).length - before).toBe(1)
    expect(await countBytes(app, family)).toBe(93 * MEGABYTE + content.length)
  })

  it('counts a replaced document no more', async () => {
    const caregiver = await makeListedCaregiver(app)
    expect((await uploadCertificate(caregiver, 6 * MEGABYTE)).status).toBe(200)
    await app.deps.database.insert(files).values({
      id: randomUUID(),
      ownerId: caregiver.id,
      kind: 'evidence',
      contentType: 'application/pdf',
      bytes: 92 * MEGABYTE,
      sha256: '',
      storageKey: randomUUID(),
      originalName: 'old.pdf',
      purpose: 'certificate',
      createdAt: app.deps.clock.now(),
    })
    expect((await uploadCertificate(caregiver, 7 * MEGABYTE)).status).toBe(200)
    expect((await uploadCertificate(caregiver, 9 * MEGABYTE)).status).toBe(413)
  })
})

describe('the limit of 20 uploads an hour', () => {
  let limited: TestApp
  beforeAll(async () => {
    limited = await testApp({ RATE_LIMITS: 'on' })
  })
  afterAll(() => limited.close())

  it('counts accepted and refused files of each account under parallel uploads, and says when to try again', async () => {
    const caregiver = await makeUser(limited, { role: 'caregiver' })
    const uploadWords = () =>
      caregiver.client.upload(DOCUMENTS, toForm({ certificate: { content: 'words' } }))
    expect((await uploadCertificate(caregiver)).status).toBe(200)
    const answers = await Promise.all(Array.from({ length: 25 }, uploadWords))
    expect(statusesOf(answers)).toEqual([...Array(19).fill(415), ...Array(6).fill(429)])
    const refused = answers.find(({ status }) => status === 429) as Answer
    expect(refused.body.detail).toMatch(
      /^You can upload 20 times an hour\. Please try again in \d+ minutes?$/,
    )
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000)
    const form = toForm({ avatar: { content: await makePicture('png') } })
    expect((await caregiver.client.upload('/api/auth/caregiver/avatar', form)).status).toBe(429)

    const other = await makeUser(limited, { role: 'caregiver' })
    expect((await uploadCertificate(other)).status).toBe(200)
  })
})

it('counts what a person uploads in a day, up to 200 MB, though it replaces what was there', async () => {
  const limited = await testApp({ RATE_LIMITS: 'on' })
  try {
    const caregiver = await makeUser(limited, { role: 'caregiver' })
    const day = {
      action: 'bytes uploaded by',
      who: String(caregiver.id),
      most: 200 * MEGABYTE,
      minutes: 24 * 60,
    }
    await countAttempt(limited.deps, [{ ...day, cost: 198 * MEGABYTE }])
    expect((await uploadCertificate(caregiver, MEGABYTE)).status).toBe(200)
    const refused = await uploadCertificate(caregiver, MEGABYTE)
    expect([refused.status, refused.body.detail]).toEqual([
      429,
      'You can upload 200 MB a day. Please try again in 24 hours',
    ])
    const other = await makeUser(limited, { role: 'caregiver' })
    expect((await uploadCertificate(other, MEGABYTE)).status).toBe(200)
  } finally {
    await limited.close()
  }
})
