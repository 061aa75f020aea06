import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { claimFolder, isAlive, openEmbeddedPostgres } from '@tendwell/embedded-postgres'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabaseSource } from './source.ts'

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'tendwell-source-'))
  await chmod(dataDir, 0o711)
})

afterEach(() => rm(dataDir, { recursive: true, force: true }))

test('uses the configured database, past a pooler', async () => {
  const server = await openEmbeddedPostgres({ dataDir })
  const databaseDirectUrl = server.url
  const direct = await openDatabaseSource({
    databaseUrl: 'postgres://pooler/tendwell',
    databaseDirectUrl,
    dataDir,
  })
  expect(direct.url).toBe(server.url)
  await direct.close()
  const given = await openDatabaseSource({ databaseUrl: server.url, dataDir: '/nowhere' })
  expect(given.url).toBe(server.url)
  await given.close()
  await server.stop()
})

test('names a configured database that does not answer', async () => {
  const opened = openDatabaseSource({ databaseUrl: 'postgres://u:p@127.0.0.1:1/tendwell', dataDir })
  await expect(opened).rejects.toThrow('DATABASE_URL: nothing listens at 127.0.0.1:1.')
})

test('starts the embedded database if it does not run, and stops it on close', async () => {
  await (await openEmbeddedPostgres({ dataDir })).stop()
  const source = await openDatabaseSource({ dataDir })
  const pid = await serverPid()
  expect(await isAlive(pid)).toBe(true)
  await source.close()
  expect(await isAlive(pid)).toBe(false)
})

test('uses a running embedded database and leaves it running', async () => {
  const server = await openEmbeddedPostgres({ dataDir })
  const source = await openDatabaseSource({ dataDir })
  expect(source.url).toBe(server.url)
  await source.close()
  expect(await isAlive(await serverPid())).toBe(true)
  await server.stop()
})

test('leaves the database running if a product has started to use it in the meantime', async () => {
  const source = await openDatabaseSource({ dataDir }, { create: true })
  const product = await openEmbeddedPostgres({ dataDir })
  const claim = await claimFolder({ url: product.url })
  expect(claim).not.toBeNull()
  await source.close()
  expect(await isAlive(await serverPid())).toBe(true)
  await claim?.release()
  await product.stop()
})

async function serverPid(): Promise<number> {
  return Number.parseInt(await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10)
}
