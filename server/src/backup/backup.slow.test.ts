import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../test/app.ts'
import { backUp, type Place, placeOf, restore } from '../../test/backup.ts'
import { runCommand } from '../../test/command.ts'
import { connectTo, createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { digestDatabase } from '../../test/database-digest.ts'
import { makeCaregiver, PDF, toForm } from '../../test/factories/profiles.ts'
import { run } from '../commands/backup.ts'
import { migrate } from '../migrate.ts'
import { createDiskStorage } from '../ports/storage/disk.ts'

let app: TestApp
/** A complete backup of the app, to be left as it is. */
let backup: string
let root: string

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'tendwell-backup-'))
  app = await testApp()
  const caregiver = await makeCaregiver(app)
  const form = toForm({ certificate: { content: PDF } })
  expect((await caregiver.client.upload('/api/auth/caregiver/documents', form)).status).toBe(200)
  backup = path.join(root, 'backup')
  expect(await backUpTo(backup)).toMatchObject({ code: 0 })
})
afterAll(async () => {
  await app.close()
  await rm(root, { recursive: true, force: true })
})

let target: TestDatabase
let place: Place
beforeEach(async () => {
  target = await createEmptyDatabase()
  place = { databaseUrl: target.url, dataDir: await mkdtemp(path.join(root, 'data-')) }
})
afterEach(() => target.drop())

const backUpTo = (folder: string) => backUp(placeOf(app), folder)

async function copyBackup(): Promise<{ folder: string; files: string[] }> {
  const folder = await mkdtemp(path.join(root, 'copy-'))
  await cp(backup, folder, { recursive: true })
  return { folder, files: await readdir(path.join(folder, 'files')) }
}

async function query(url: string, statement: string) {
  const client = await connectTo(url)
  return client.query(statement).finally(() => client.end())
}

const listTables = () => query(target.url, "SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace")

test('names the files that the storage has lost or changed, and keeps the rest', async () => {
  const folder = path.join(app.deps.config.dataDir, 'files')
  const [key = ''] = await readdir(folder)
  await writeFile(path.join(folder, key), 'changed')
  const changed = await backUpTo(path.join(root, 'changed'))
  await rm(path.join(folder, key))
  const lost = await backUpTo(path.join(root, 'lost'))
  await writeFile(path.join(folder, key), PDF, 'latin1')
  for (const result of [changed, lost])
    expect(result).toMatchObject({ code: 2, errors: expect.stringContaining(key) })
  expect(await restore(path.join(root, 'lost'), place)).toMatchObject({ code: 0 })
})

describe('a backup refuses', () => {
  test('to mix with one that was interrupted', async () => {
    const folder = path.join(root, 'interrupted')
    await mkdir(`${folder}.partial`)
    expect(await backUpTo(folder)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('.partial is what'),
    })
    expect(await readdir(root)).not.toContain('interrupted')
  })

  test('no folder, and leaves nothing when it fails', async () => {
    expect(await runCommand(run, { env: { DATABASE_URL: app.databaseUrl } })).toMatchObject({
      code: 1,
      errors: expect.stringContaining('Usage: npm run backup'),
    })
    const folder = path.join(root, 'failing')
    await query(app.databaseUrl, 'ALTER TABLE files RENAME TO kept')
    expect(await backUpTo(folder)).toMatchObject({ code: 1 })
    await query(app.databaseUrl, 'ALTER TABLE kept RENAME TO files')
    expect((await readdir(root)).filter((name) => name.startsWith('failing'))).toEqual([])
  })
})

describe('a restore refuses', () => {
  test('a database of another product', async () => {
    await query(target.url, 'CREATE TABLE theirs AS SELECT 1 AS one')
    expect(await restore(backup, place)).toMatchObject({ code: 1 })
    expect((await listTables()).rowCount).toBe(1)
  })

  test('a storage with other files', async () => {
    await createDiskStorage(place.dataDir).put('theirs', { bytes: 1, read: () => Buffer.from('x') })
    expect(await restore(backup, place)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('other files'),
    })
    expect((await listTables()).rowCount).toBe(0)
  })

  test.each([
    ['an incomplete backup', 'manifest.json', null, 'There is no complete backup'],
    ['a damaged manifest', 'manifest.json', '{', 'is damaged'],
    ['a missing table', 'tables/public.users.gz', null, 'is missing or changed'],
    ['a changed table', 'tables/public.users.gz', 'x', 'is missing or changed'],
    ['a missing file', 'files/KEY', null, 'is missing or changed'],
    ['a changed file', 'files/KEY', 'x', 'is missing or changed'],
  ])('%s, and leaves the database empty', async (_case, name, content, message) => {
    const { folder, files } = await copyBackup()
    const file = path.join(folder, name.replace('KEY', files[0] as string))
    if (content === null) await rm(file)
    else await writeFile(file, content, { flag: name.endsWith('json') ? 'w' : 'a' })
    expect(await restore(folder, place)).toMatchObject({
      code: 1,
      output: '',
      errors: expect.stringContaining(message),
    })
    expect((await listTables()).rowCount).toBe(0)
  })

  test('a backup of another version, naming it', async () => {
    const { folder } = await copyBackup()
    const file = path.join(folder, 'manifest.json')
    const manifest = JSON.parse(await readFile(file, 'utf8'))
    await writeFile(file, JSON.stringify({ ...manifest, version: '9.0.0', migrations: ['unknown'] }))
    expect(await restore(folder, place)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('This backup was made by Tendwell 9.0.0'),
    })
  })

  test('sums that differ, after which another attempt succeeds', async () => {
    const { folder } = await copyBackup()
    const file = path.join(folder, 'manifest.json')
    const manifest = JSON.parse(await readFile(file, 'utf8'))
    await writeFile(file, JSON.stringify({ ...manifest, ledger: { ...manifest.ledger, available: '1' } }))
    expect(await restore(folder, place)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('sums differ'),
    })
    expect((await query(target.url, 'SELECT FROM users')).rowCount).toBe(0)
    expect(await restore(backup, place)).toMatchObject({ code: 0 })
  })
})

test('the rows of an older version are migrated after loading', async () => {
  await migrate(target.url, { count: 2 })
  const count = async () => (await query(target.url, 'SELECT FROM drizzle.__drizzle_migrations')).rowCount
  expect(await count()).toBe(2)
  await migrate(target.url)
  expect(await count()).toBe(3)
  const migrated = await createTestDatabase()
  expect(await digestDatabase(target.url)).toEqual(await digestDatabase(migrated.url))
  await migrated.drop()
})
