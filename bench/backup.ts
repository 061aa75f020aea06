/**
 * Backs up and restores the demo with 10,000 more caregivers, a year of their hours and 500 documents, while
 * people keep sending messages. Reports time and size. Goal: the restored rows, sums of the ledger and files
 * equal those of the moment when the backup began.
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isIntact } from '../server/src/backup/hashed-file.ts'
import { readManifest } from '../server/src/backup/manifest.ts'
import { readLedgerSums } from '../server/src/backup/tables.ts'
import { seedDemo } from '../server/src/demo/seed.ts'
import { createLog } from '../server/src/platform/log.ts'
import { backUp, move, placeOf } from '../server/test/backup.ts'
import { connectTo, createEmptyDatabase, type TestDatabase, waitForLocks } from '../server/test/database.ts'
import { digestDatabase } from '../server/test/database-digest.ts'
import { makeConversation } from '../server/test/factories/chat.ts'
import { makeCaregiver, PDF, toForm } from '../server/test/factories/profiles.ts'
import { describeLoad, type LoadedProduct, openProduct } from './load/product.ts'
import { isSmall, size } from './load/size.ts'
import { seedCaregivers } from './search/seed.ts'

const PEOPLE = size(10_000, 20)
const DOCUMENTS = size(500, 3)
const DOCUMENT_BYTES = 200_000
const WRITERS = 4

let product: LoadedProduct
let target: TestDatabase
let root: string
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'tendwell-backup-'))
  product = await openProduct()
  target = await createEmptyDatabase()
  const { app } = product
  const log = createLog('silent')
  // The demo alone takes longer than a small bench.
  if (!isSmall)
    await seedDemo(app.deps.config, { databaseUrl: app.databaseUrl, appSecret: app.appSecret, log })
  for (let index = 0; index < DOCUMENTS; index += 1) {
    const caregiver = await makeCaregiver(app)
    const content = PDF.padEnd(DOCUMENT_BYTES, `% ${index} `)
    const form = toForm({ certificate: { content } })
    expect((await caregiver.client.upload('/api/auth/caregiver/documents', form)).status).toBe(200)
  }
  const seeder = await connectTo(app.databaseUrl)
  await seedCaregivers(seeder, PEOPLE, app.deps.clock.now())
  await seeder.query("SELECT setval(pg_get_serial_sequence('users', 'id'), max(id)) FROM users")
  await seeder.end()
}, 20 * 60_000)
afterAll(async () => {
  await product.close()
  await target.drop()
  await rm(root, { recursive: true, force: true })
})

/** Has families send messages. @returns a function that stops them and says how many were stored */
async function keepWriting(): Promise<() => Promise<number>> {
  const { app } = product
  let [sent, isStopped] = [0, false]
  const write = async () => {
    const { id, family } = await makeConversation(app)
    while (!isStopped) {
      const { status } = await family.client.post(`/api/chat/conversations/${id}/messages`, { text: 'Hello' })
      expect(status).toBe(201)
      sent += 1
    }
  }
  const writers = Array.from({ length: WRITERS }, write)
  return async () => {
    isStopped = true
    await Promise.all(writers)
    return sent
  }
}

async function readSums(url: string) {
  const client = await connectTo(url)
  return readLedgerSums(client).finally(() => client.end())
}

/** Runs a command that must succeed. @returns its seconds */
async function time(work: Promise<{ code: number; errors: string }>): Promise<number> {
  const start = performance.now()
  expect(await work).toMatchObject({ code: 0 })
  return (performance.now() - start) / 1_000
}

test('a backup under load, and its restore', async () => {
  const { app } = product
  const folder = path.join(root, 'backup')
  const [digest, sums] = [await digestDatabase(app.databaseUrl), await readSums(app.databaseUrl)]
  const client = await connectTo(app.databaseUrl)
  const { rows } = await client.query(
    'SELECT pg_database_size(current_database()) / 1000000 AS mb, (SELECT sum(bytes) / 1000000 FROM files) AS files_mb',
  )
  // People begin to write when the backup has taken its snapshot and waits for this table.
  await client.query('BEGIN; LOCK TABLE time_off')
  const backup = time(backUp(placeOf(app), folder))
  await waitForLocks(app)
  const stopWriting = await keepWriting()
  await client.end()
  const backupSeconds = await backup
  const written = await stopWriting()

  const place = { databaseUrl: target.url, dataDir: path.join(root, 'data') }
  const restoreSeconds = await time(move(folder, place))
  const { tables, files } = await readManifest(folder)
  const mb = [...tables, ...files].reduce((sum, { bytes }) => sum + bytes, 0) / 1e6
  const count = tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(
    `${count} rows in a database of ${rows[0].mb} MB and ${files.length} files of ${rows[0].files_mb} MB: backup ${backupSeconds.toFixed(0)} s, ${mb.toFixed(0)} MB, with ${written} messages meanwhile; restore ${restoreSeconds.toFixed(0)} s; ${describeLoad()}`,
  )
  expect(await digestDatabase(target.url)).toEqual(digest)
  expect(await readSums(target.url)).toEqual(sums)
  const restored = path.join(place.dataDir, 'files')
  const intact = await Promise.all(files.map(({ key, ...hash }) => isIntact(path.join(restored, key), hash)))
  expect(intact.every(Boolean)).toBe(true)
  expect(await readdir(restored)).toHaveLength(files.length)
  expect(files.length).toBeGreaterThanOrEqual(DOCUMENTS)
})
