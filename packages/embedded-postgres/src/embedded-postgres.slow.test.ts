import { once } from 'node:events'
import { chown, lstat, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, type Mock, test, vi } from 'vitest'
import { makeTestFolder } from '../../../server/test/folders.ts'
import { copyEmbeddedPostgres, runStarter, spawnStarter } from '../test/copy.ts'
import { claimFolder } from './claim.ts'
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  openEmbeddedPostgres,
} from './embedded-postgres.ts'
import { isAlive, waitForEnd } from './process.ts'

const isRoot = process.getuid?.() === 0
const nobody = { uid: 65_534, gid: 65_534 }
/** Long enough for a busy machine. */
const LIMIT_MS = 120_000

let root: string
let dataDir: string
const opened: EmbeddedPostgres[] = []

async function makeFolder(parent?: string): Promise<void> {
  root = await makeTestFolder('postgres', parent)
  dataDir = path.join(root, 'data')
}

async function removeFolder(): Promise<void> {
  await Promise.all(opened.splice(0).map((database) => database.stop()))
  await rm(root, { recursive: true, force: true })
}

describe('a new database', () => {
  let database: EmbeddedPostgres
  const log = vi.fn()
  beforeAll(async () => {
    await makeFolder()
    database = await open({ log })
  })
  afterAll(removeFolder)

  test('has the builtin locale, in UTC, on loopback only, with a password', async () => {
    expect(database.adopted).toBe(false)
    expect(await settings(database.url)).toEqual({
      name: 'tendwell',
      encoding: 'UTF8',
      provider: 'b',
      locale: 'C.UTF-8',
      zone: 'UTC',
      listen: '127.0.0.1',
      sockets: '',
    })
    expect((await stat(path.join(dataDir, 'postgres', 'tendwell-password'))).mode & 0o777).toBe(0o600)
    const wrong = new URL(database.url)
    wrong.password = 'wrong'
    await expect(query(wrong.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' })
  })

  test('logs failed statements without the values of rows', async () => {
    const { url } = database
    await query(url, 'CREATE TABLE people (email text UNIQUE, age integer CONSTRAINT age CHECK (age > 0))')
    const insert = (age: number) =>
      query(url, `INSERT INTO people SELECT concat('paula', '@', 'example.test'), ${age}`)
    await insert(30)
    await expect(insert(30)).rejects.toMatchObject({ code: '23505' })
    await expect(insert(-1)).rejects.toMatchObject({ code: '23514' })
    const log = await readFile(path.join(dataDir, 'postgres.log'), 'utf8')
    expect(log).toContain('duplicate key')
    expect(log).toContain('violates check constraint')
    expect(log).not.toContain('paula@example.test')
  })

  test.runIf(isRoot)('runs the server as an unprivileged account, in the data folder', async () => {
    const postgres = path.join(dataDir, 'postgres')
    expect((await lstat(postgres)).isSymbolicLink()).toBe(false)
    expect((await stat(postgres)).uid).not.toBe(0)
    expect((await stat(`/proc/${await serverPid()}`)).uid).toBe((await stat(postgres)).uid)
  })

  test('keeps running when a process that adopted it leaves', async () => {
    const user = await open({ supervise: false })
    user.leave()
    expect(await query(database.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('restarts at the same URL when it is killed, and renews the claim of its folder', async () => {
    const { url } = database
    const claim = await claimFolder({ url })
    expect(claim).not.toBeNull()
    expect(await claimFolder({ url })).toBeNull()
    await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer')
    await killServer()
    await expectRestarted(database, log)
    await vi.waitUntil(async () => (await holders(url)) === 1, { timeout: LIMIT_MS })
    expect(await claimFolder({ url })).toBeNull()

    await claim?.release()
    const next = await claimFolder({ url })
    expect(next).not.toBeNull()
    await next?.release()
  })

  test('keeps the data and the URL when it is stopped and started', async () => {
    await query(database.url, 'CREATE TABLE stopped AS SELECT 42 AS answer')
    await database.stop()
    await expect(query(database.url, 'SELECT 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' })

    const second = await open()

    expect(second.adopted).toBe(false)
    expect(second.url).toBe(database.url)
    expect(await query(second.url, 'SELECT answer FROM stopped')).toEqual([{ answer: 42 }])
  })
})

describe('a start', () => {
  beforeEach(() => makeFolder())
  afterEach(removeFolder)

  test('two concurrent starts on an empty folder share one server', async () => {
    const databases = await Promise.all([open(), open()])

    expect(databases.map((database) => database.adopted).sort()).toEqual([false, true])
    expect(databases[0].url).toBe(databases[1].url)
    expect(await query(databases[0].url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(await temporaryFolders()).toEqual([])
  })

  test('recreates a folder that a killed start left unfinished', async () => {
    const copy = path.join(root, 'copy')
    await copyEmbeddedPostgres(copy)
    const child = spawnStarter(copy, dataDir)
    await vi.waitUntil(async () => (await temporaryFolders()).length > 0, { timeout: LIMIT_MS, interval: 5 })
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await readdir(dataDir)).not.toContain('postgres')

    const database = await open()

    expect(await query(database.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(await temporaryFolders()).toEqual([])
  })

  test('rejects an incomplete cluster and one of another version', async () => {
    const folder = path.join(dataDir, 'postgres')
    await mkdir(folder, { recursive: true })
    await expect(open()).rejects.toThrow(/is incomplete\. Restore it, or choose another data folder\.$/)
    await writeFile(path.join(folder, 'PG_VERSION'), '15\n')
    await expect(open()).rejects.toThrow(/was created by PostgreSQL 15.*npm run backup.*npm run restore/)
  })

  test('adopts the server of a killed application, restarts it when it is killed, and stops it', async () => {
    const copy = path.join(root, 'copy')
    await copyEmbeddedPostgres(copy)
    const starter = await runStarter(copy, dataDir)
    await query(starter.url, 'CREATE TABLE kept AS SELECT 42 AS answer')
    const pid = await serverPid()
    starter.process.kill('SIGKILL')
    await once(starter.process, 'exit')

    const log = vi.fn()
    const database = await open({ log })

    expect(database.adopted).toBe(true)
    expect(await serverPid()).toBe(pid)
    expect(await query(database.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
    await killServer()
    await expectRestarted(database, log)
    const restarted = await serverPid()
    expect(restarted).not.toBe(pid)
    await database.stop()
    expect(await isAlive(restarted)).toBe(false)
  })
})

describe.runIf(isRoot)('started by root', () => {
  // Memory may not hold programs that are run.
  beforeEach(() => makeFolder(tmpdir()))
  afterEach(removeFolder)

  test('keeps the data of a checkout that no other user can access inside it', async () => {
    const copy = path.join(root, 'closed')
    await mkdir(copy, { mode: 0o700 })
    await copyEmbeddedPostgres(copy, true)
    const closedData = path.join(copy, 'data')
    const starter = await runStarter(copy, closedData)
    const postgres = path.join(closedData, 'postgres')
    expect(starter.adopted).toBe(false)
    expect((await lstat(postgres)).isDirectory()).toBe(true)
    expect((await stat(postgres)).uid).not.toBe(0)
    await query(starter.url, 'CREATE TABLE kept AS SELECT 42 AS answer')
    await starter.end()

    const again = await runStarter(copy, closedData)
    expect(await query(again.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
    const pid = Number.parseInt(await readFile(path.join(postgres, 'postmaster.pid'), 'utf8'), 10)
    process.kill(pid, 'SIGKILL')
    await waitForEnd(pid, LIMIT_MS)
    const read = () => query(again.url, 'SELECT answer FROM kept').catch(() => null)
    expect(await vi.waitUntil(read, { timeout: LIMIT_MS })).toEqual([{ answer: 42 }])
    await again.end()

    await rm(closedData, { recursive: true })
    const fresh = await runStarter(copy, closedData)
    await expect(query(fresh.url, 'SELECT answer FROM kept')).rejects.toMatchObject({ code: '42P01' })
    await fresh.end()
  })

  test('needs neither a copy nor an account for a regular user', async () => {
    const copy = path.join(root, 'copy')
    await copyEmbeddedPostgres(copy, true)
    await mkdir(dataDir)
    await chown(dataDir, nobody.uid, nobody.gid)
    const starter = await runStarter(copy, dataDir, nobody)
    const postgres = path.join(dataDir, 'postgres')
    expect((await lstat(postgres)).isDirectory()).toBe(true)
    expect((await stat(postgres)).uid).toBe(nobody.uid)
    expect(await query(starter.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await starter.end()
  })
})

async function open(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
  const database = await openEmbeddedPostgres({ dataDir, settings: { fsync: 'off' }, ...options })
  opened.push(database)
  return database
}

async function serverPid(): Promise<number> {
  return Number.parseInt(await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10)
}

async function killServer(): Promise<void> {
  const pid = await serverPid()
  process.kill(pid, 'SIGKILL')
  await waitForEnd(pid, LIMIT_MS)
}

/** Waits until the server answers at its address, with the table that was kept. */
async function expectRestarted({ url }: EmbeddedPostgres, log: Mock): Promise<void> {
  const read = () => query(url, 'SELECT answer FROM kept').catch(() => null)
  expect(await vi.waitUntil(read, { timeout: LIMIT_MS })).toEqual([{ answer: 42 }])
  expect(log).toHaveBeenCalledWith('PostgreSQL exited unexpectedly. Restarting it.')
}

async function temporaryFolders(): Promise<string[]> {
  const names = await readdir(dataDir).catch(() => [])
  return names.filter((name) => name.startsWith('.postgres-'))
}

async function holders(url: string): Promise<number> {
  const rows = await query(
    url,
    "SELECT count(*)::int AS count FROM pg_locks WHERE locktype = 'advisory' AND granted",
  )
  return rows[0]?.count as number
}

async function settings(url: string): Promise<Record<string, unknown> | undefined> {
  const rows = await query(
    url,
    `SELECT datname AS name, pg_encoding_to_char(encoding) AS encoding, datlocprovider AS provider,
            datlocale AS locale, current_setting('timezone') AS zone,
            current_setting('listen_addresses') AS listen, current_setting('unix_socket_directories') AS sockets
       FROM pg_database WHERE datname = current_database()`,
  )
  return rows[0]
}

async function query(connectionString: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(text)).rows
  } finally {
    await client.end().catch(() => {})
  }
}
