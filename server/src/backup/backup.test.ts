import { appendFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { backUp, move, type Place, placeOf, restore } from '../../test/backup.ts'
import { connectTo, createEmptyDatabase, type TestDatabase, waitForLocks } from '../../test/database.ts'
import { digestDatabase } from '../../test/database-digest.ts'
import { makeUser, type TestUser } from '../../test/factories/accounts.ts'
import { logInAgain, makeCaregiver, PDF, toForm } from '../../test/factories/profiles.ts'
import { earn, makeEarner, PROVIDERS, type Provider } from '../../test/factories/providers.ts'

let provider: Provider
let caregiver: TestUser
let root: string
let backup: string
let empty: TestDatabase
let target: Place & { databaseUrl: string }

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'tendwell-backup-'))
  backup = path.join(root, 'backup')
  empty = await createEmptyDatabase()
  target = { databaseUrl: empty.url, dataDir: path.join(root, 'data') }
  provider = await PROVIDERS.sandbox()
  caregiver = await makeCaregiver(provider.app)
})
afterAll(async () => {
  await provider.close()
  await empty.drop()
  await rm(root, { recursive: true, force: true })
})

async function uploadCertificate(content: string): Promise<void> {
  const form = toForm({ certificate: { content } })
  expect((await caregiver.client.upload('/api/auth/caregiver/documents', form)).status).toBe(200)
}

/** Makes people, files and money. */
async function work(name: string): Promise<void> {
  await makeUser(provider.app, { role: 'caretaker', fullName: name })
  await uploadCertificate(`${PDF}\n% ${name}`)
  await earn(provider, await makeEarner(provider, 9_000), 1_234)
}

test('copies what there was at one moment while people go on, and restores exactly that', async () => {
  const { app } = provider
  await work('Zoë \\N "Tab\there"')
  const atStart = await digestDatabase(app.databaseUrl)
  // The backup waits for this table in the middle of its work.
  const blocker = await connectTo(app.databaseUrl)
  await blocker.query('BEGIN; LOCK TABLE time_off')
  const running = backUp(placeOf(app), backup)
  await waitForLocks(app)
  await work('Too late')
  await blocker.end()
  expect(await running).toMatchObject({ code: 0, output: expect.stringContaining('and 1 files') })
  expect(await digestDatabase(app.databaseUrl)).not.toEqual(atStart)

  expect(await move(backup, target)).toMatchObject({
    code: 0,
    errors: expect.stringMatching(/^Database: .*\n$/),
  })

  expect(await digestDatabase(target.databaseUrl)).toEqual(atStart)
  const restored = await testApp({ DATA_DIR: target.dataDir }, { databaseUrl: target.databaseUrl })
  const client = await logInAgain(restored, caregiver)
  const { body } = await client.get('/api/auth/caregiver/profile')
  expect((await client.get(body.certificate)).body).toContain('Zoë')
  await makeUser(restored, { role: 'caretaker' })
  await expect(restored.deps.database.$client.query('DELETE FROM ledger_entries')).rejects.toThrow()
  await restored.close()
})

test('holds no password, and only its owner can read it', async () => {
  const { password } = new URL(provider.app.databaseUrl)
  expect(await readFile(path.join(backup, 'manifest.json'), 'utf8')).not.toContain(password)
  for (const name of ['', 'manifest.json', 'tables/public.users.gz']) {
    expect((await stat(path.join(backup, name))).mode & 0o077).toBe(0)
  }
})

test('refuses to overwrite a backup, a database in use, and to restore a changed file', async () => {
  const before = await digestDatabase(provider.app.databaseUrl)
  const again = await backUp(placeOf(provider.app), backup)
  expect(again).toMatchObject({ code: 1, errors: expect.stringContaining('is not empty') })
  const used = await restore(backup, placeOf(provider.app))
  expect(used).toMatchObject({ code: 1, errors: expect.stringContaining('This database is not empty.') })
  expect(await digestDatabase(provider.app.databaseUrl)).toEqual(before)
  await appendFile(path.join(backup, 'tables/public.users.gz'), 'x')
  const changed = await restore(backup, target)
  expect(changed).toMatchObject({ code: 1, errors: expect.stringContaining('is missing or changed') })
})
