import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import { logInAgain, makeCaregiver, makePicture, PDF, toForm } from '../../../../test/factories/profiles.ts'
import { files } from '../tables.ts'

const HOUR_SECONDS = 3_600
const DAY_HOURS = 24

let app: TestApp
beforeEach(async () => {
  app = await testApp()
})
afterEach(() => app.close())

const toFolder = (name: 'files' | 'trash') => path.join(app.deps.config.dataDir, name)
const list = async (name: 'files' | 'trash') => (await readdir(toFolder(name))).sort()

/** Backdates everything in a folder. */
async function backdate(name: 'files' | 'trash', hours: number): Promise<void> {
  const then = Date.now() / 1_000 - hours * HOUR_SECONDS
  for (const file of await readdir(toFolder(name))) await utimes(path.join(toFolder(name), file), then, then)
}

async function uploadCertificate(caregiver: TestUser, content: string = PDF): Promise<void> {
  const form = toForm({ certificate: { content } })
  const { status } = await caregiver.client.upload('/api/auth/caregiver/documents', form)
  expect(status).toBe(200)
}

async function uploadPhoto(caregiver: TestUser): Promise<void> {
  const form = toForm({ avatar: { content: await makePicture('png') } })
  expect((await caregiver.client.upload('/api/auth/caregiver/avatar', form)).status).toBe(200)
}

async function addOrphans(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await writeFile(path.join(toFolder('files'), `never-got-a-row-${index}`), 'bytes')
  }
}

async function listAlerts(admin: TestUser): Promise<string[]> {
  const { body } = await admin.client.get('/api/notifications')
  return body.results
    .filter(({ type }: { type: string }) => type === 'file_alert')
    .map(({ payload }: { payload: { message: string } }) => payload.message)
}

describe('the sweep', () => {
  it('takes files older than an hour without a row, and no others', async () => {
    const caregiver = await makeCaregiver(app)
    await uploadCertificate(caregiver)
    await uploadPhoto(caregiver)
    const kept = await list('files')
    await addOrphans(1)
    await writeFile(path.join(toFolder('trash'), 'half-written.part'), 'by')
    expect(kept).toHaveLength(2)

    await app.deps.jobs.sweep()
    // Moving the product's clock must not take a file whose row is about to be written.
    await app.advance(600)
    expect(await list('files')).toHaveLength(3)
    await backdate('files', 0.9)
    await app.deps.jobs.sweep()
    expect(await list('files')).toHaveLength(3)

    await backdate('files', 1.1)
    await app.deps.jobs.sweep()
    expect(await list('files')).toEqual(kept)
    expect(await list('trash')).toEqual(['half-written.part', 'never-got-a-row-0'])
    const again = await logInAgain(app, caregiver)
    const profile = await again.get('/api/auth/caregiver/profile')
    expect((await app.visitor.get(profile.body.avatar)).status).toBe(200)
    expect((await again.get(profile.body.certificate)).body).toBe(PDF)
  })

  it('erases what has been in the trash for 30 days', async () => {
    const caregiver = await makeCaregiver(app)
    await uploadCertificate(caregiver)
    await uploadCertificate(caregiver)
    await writeFile(path.join(toFolder('trash'), 'half-written.part'), 'by')
    expect(await list('trash')).toHaveLength(2)
    await backdate('trash', 30 * DAY_HOURS - 1)
    await app.deps.jobs.sweep()
    expect(await list('trash')).toHaveLength(2)
    await backdate('trash', 30 * DAY_HOURS + 1)
    await app.deps.jobs.sweep()
    expect(await list('trash')).toEqual([])
    expect(await list('files')).toHaveLength(1)
  })

  it('erases the zip of an export without a row at once, also a half-written one, but not one being written', async () => {
    const orphan = 'export_never-got-a-row'
    const halfWritten = 'export_half-written.part'
    await writeFile(path.join(toFolder('files'), orphan), 'zip')
    await writeFile(path.join(toFolder('trash'), halfWritten), 'zi')
    await backdate('files', 0.9)
    await backdate('trash', 0.9)
    await app.deps.jobs.sweep()
    expect([await list('files'), await list('trash')]).toEqual([[orphan], [halfWritten]])
    await backdate('files', 1.1)
    await backdate('trash', 1.1)
    await app.deps.jobs.sweep()
    expect([await list('files'), await list('trash')]).toEqual([[], []])
  })

  it('stops when it would take too many files, and tells the admins once a day', async () => {
    const admin = await makeUser(app, { role: 'admin' })
    await addOrphans(21)
    await backdate('files', 2)
    for (let run = 0; run < 2; run += 1) {
      await app.deps.jobs.sweep()
      await app.drain()
      expect(await list('files')).toHaveLength(21)
      expect(await list('trash')).toEqual([])
    }
    expect(await listAlerts(admin)).toEqual([
      expect.stringContaining(
        '21 of 21 stored files belong to nothing in the database. Nothing was removed.',
      ),
    ])
    await rm(path.join(toFolder('files'), 'never-got-a-row-0'))
    await app.deps.jobs.sweep()
    expect(await list('files')).toEqual([])
    expect(await list('trash')).toHaveLength(20)
  })

  it('takes nothing from a storage that has lost its marker', async () => {
    const admin = await makeUser(app, { role: 'admin' })
    await addOrphans(1)
    await backdate('files', 2)
    const marker = path.join(app.deps.config.dataDir, 'installation')
    for (const text of [null, randomUUID()]) {
      if (text === null) await rm(marker)
      else await writeFile(marker, text)
      await app.deps.jobs.sweep()
      await app.drain()
      expect(await list('files')).toHaveLength(1)
    }
    expect(await listAlerts(admin)).toEqual([expect.stringContaining('it carries no marker')])
  })

  it('loses nothing when an older dump is restored', async () => {
    const { database } = app.deps
    const caregiver = await makeCaregiver(app)
    await uploadCertificate(caregiver)
    const dump = await database.select().from(files)
    const [old] = await list('files')

    await uploadCertificate(caregiver, `${PDF}\n% newer`)
    await uploadPhoto(caregiver)
    const newer = await list('files')
    expect(newer).toHaveLength(2)
    expect(newer).not.toContain(old)

    // The rows are deleted past the triggers, which keep rows that are written only once.
    await database.$client.query(
      'SET session_replication_role = replica; TRUNCATE files CASCADE; RESET session_replication_role',
    )
    await database.insert(files).values(dump)
    await backdate('files', 2)
    await backdate('trash', 31 * DAY_HOURS)
    await app.deps.jobs.sweep()
    expect(await list('files')).toEqual([old])
    expect(await readFile(path.join(toFolder('files'), old as string), 'utf8')).toBe(PDF)
    expect(await list('trash')).toEqual(newer)
    expect(await database.$count(files, eq(files.storageKey, old as string))).toBe(1)
  })

  it('removes the temporary files of a killed process, but not of uploads in progress', async () => {
    const [abandoned, recent] = (await Promise.all(
      Array.from({ length: 2 }, () => mkdtemp(path.join(tmpdir(), 'tendwell-upload-'))),
    )) as [string, string]
    await writeFile(path.join(abandoned, '0'), 'half a passport')
    const twoHoursAgo = Date.now() / 1_000 - 2 * HOUR_SECONDS
    await utimes(abandoned, twoHoursAgo, twoHoursAgo)
    await app.deps.jobs.sweep()
    const remaining = await readdir(tmpdir())
    expect(remaining).toContain(path.basename(recent))
    expect(remaining).not.toContain(path.basename(abandoned))
    await rm(recent, { recursive: true })
  })
})

describe('a node', () => {
  let other: string
  beforeEach(async () => {
    other = await mkdtemp(path.join(tmpdir(), 'tendwell-other-'))
  })
  afterEach(() => rm(other, { recursive: true, force: true }))

  it('does not start on the files of another database, and takes none', async () => {
    await uploadCertificate(await makeCaregiver(app))
    await backdate('files', 2)
    const before = await list('files')
    await expect(testApp({ DATA_DIR: app.deps.config.dataDir })).rejects.toThrow(
      `The files in the folder ${app.deps.config.dataDir} belong to another database.`,
    )
    await rm(path.join(app.deps.config.dataDir, 'installation'))
    await expect(testApp({ DATA_DIR: app.deps.config.dataDir })).rejects.toThrow('belong to another database')
    expect(await list('files')).toEqual(before)
    expect(await list('trash')).toEqual([])
  })

  it('does not start on a folder without the files of its database', async () => {
    await expect(testApp({ DATA_DIR: other }, { databaseUrl: app.databaseUrl })).rejects.toThrow(
      `The files of this database are not in the folder ${other}: it carries no marker.`,
    )
    expect(await readdir(other)).toEqual(['files', 'trash'])
  })

  it('starts on the same files as another node, and on a copy of them', async () => {
    await cp(app.deps.config.dataDir, other, { recursive: true })
    for (const dataDir of [app.deps.config.dataDir, other]) {
      const node = await testApp({ DATA_DIR: dataDir }, { databaseUrl: app.databaseUrl })
      await node.close()
    }
  })
})
