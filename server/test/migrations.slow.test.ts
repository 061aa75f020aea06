import { rm } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { run as backUp } from '../src/commands/backup.ts'
import { run as verifyLedger } from '../src/commands/ledger-verify.ts'
import { migrate } from '../src/migrate.ts'
import { UnusableSchemaError } from '../src/platform/database/migrate.ts'
import { type TestApp, testApp } from './app.ts'
import { runCommand } from './command.ts'
import { makeCaregiver } from './factories/profiles.ts'
import { makeTestFolder } from './folders.ts'
import { makeLaterVersion } from './later-version.ts'

const NAME = 'tendwell_migrations'

let server: pg.Client
let client: pg.Client
let url: string

beforeEach(async () => {
  server = new pg.Client({ connectionString: inject('databaseServerUrl') })
  await server.connect()
  await server.query(`CREATE DATABASE ${NAME}`)
  const address = new URL(inject('databaseServerUrl'))
  address.pathname = `/${NAME}`
  url = address.href
  client = new pg.Client({ connectionString: url })
  await client.connect()
})

afterEach(async () => {
  await client.end()
  // The migrations don't wait until their connections are closed.
  const isInUse = async () =>
    (await server.query('SELECT FROM pg_stat_activity WHERE datname = $1', [NAME])).rowCount !== 0
  while (await isInUse()) await new Promise(setImmediate)
  await server.query(`DROP DATABASE ${NAME}`)
  await server.end()
})

async function countTables(): Promise<number> {
  const { rows } = await client.query(
    "SELECT count(*)::int AS count FROM information_schema.tables WHERE table_schema = 'public'",
  )
  return rows[0].count
}

test('migrates an empty database from several processes at the same time, and changes nothing on a second run', async () => {
  await Promise.all(Array.from({ length: 4 }, () => migrate(url)))
  const tables = await countTables()
  expect(tables).toBeGreaterThan(30)
  const { rows: applied } = await client.query('SELECT hash FROM drizzle.__drizzle_migrations')
  expect(new Set(applied.map(({ hash }) => hash)).size).toBe(applied.length)

  await migrate(url)
  expect(await countTables()).toBe(tables)
  const again = await client.query('SELECT hash FROM drizzle.__drizzle_migrations')
  expect(again.rows).toEqual(applied)
})

test('refuses a database of another build, leaves it as it is and never says to delete it', async () => {
  await client.query('CREATE SCHEMA drizzle')
  await client.query('CREATE TABLE drizzle.__drizzle_migrations (id serial, hash text, created_at bigint)')
  await client.query(
    "INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('another build', 1)",
  )
  const refused = await migrate(url).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(UnusableSchemaError)
  expect(String(refused)).toContain('Start the build that made it')
  expect(String(refused)).not.toMatch(/delete|remove/i)
  expect(await countTables()).toBe(0)
})

const folders: string[] = []
const apps: TestApp[] = []
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

async function makeLater(...files: string[]): Promise<string> {
  const folder = await makeLaterVersion(...files)
  folders.push(folder)
  return folder
}

const ADDED = 'ALTER TABLE users ADD COLUMN favorite_color text'
const countMigrations = async () => (await client.query('SELECT FROM drizzle.__drizzle_migrations')).rowCount

test('starts, works and backs up on a database that a later version added to, before and after', async () => {
  await migrate(url)
  const dataDir = await makeTestFolder('files')
  folders.push(dataDir)
  const start = async () => {
    const app = await testApp({ DATA_DIR: dataDir }, { databaseUrl: url })
    apps.push(app)
    return app
  }
  const running = await start()
  await makeCaregiver(running, { name: 'Before' })
  const later = await makeLater(ADDED)
  await migrate(url, { folder: later })
  await makeCaregiver(running, { name: 'Meanwhile' })

  const before = await countMigrations()
  await migrate(url)
  expect(await countMigrations()).toBe(before)
  const restarted = await start()
  await makeCaregiver(restarted, { name: 'After' })
  const { body } = await restarted.visitor.get('/api/auth/caregivers')
  expect(body.results.map(({ full_name }: { full_name: string }) => full_name).sort()).toEqual([
    'After',
    'Before',
    'Meanwhile',
  ])
  const env = { DATABASE_URL: url, DATA_DIR: dataDir }
  expect(await runCommand(verifyLedger, { env })).toMatchObject({ code: 0 })
  const target = await makeTestFolder('backup')
  folders.push(target)
  const backup = await runCommand(backUp, { args: ['--to', path.join(target, 'one')], env })
  expect([backup.code, backup.errors]).toEqual([0, expect.stringContaining('Database: ')])
  await migrate(url, { folder: later })
  expect(await countMigrations()).toBe(before)
})

test('refuses a database that a later version broke for this one, also in commands', async () => {
  await migrate(url)
  await migrate(url, {
    folder: await makeLater(ADDED, `-- breaking\nALTER TABLE users ADD COLUMN favorite_pet text`),
  })
  const problem =
    'A later version of Tendwell has changed this database in a way that this version does not know'
  await expect(migrate(url)).rejects.toThrow(problem)
  const { code, errors } = await runCommand(verifyLedger, { env: { DATABASE_URL: url } })
  expect(code).not.toBe(0)
  expect(errors).toContain(problem)
  expect(errors).not.toMatch(/delete|remove/i)
})

test('still refuses it after a later breaking migration ended halfway, also while it raised the number', async () => {
  await migrate(url)
  const first = '-- breaking\nALTER TABLE users ADD COLUMN favorite_pet text'
  const firstFolder = await makeLater(first)
  await migrate(url, { folder: firstFolder })
  await client.query(`
    CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'the process ended'; END $$;
    CREATE TRIGGER fail BEFORE INSERT ON drizzle.compatibility EXECUTE FUNCTION fail()`)
  const folder = await makeLater(first, '-- breaking\nALTER TABLE users ADD COLUMN favorite_food text')
  await expect(migrate(url, { folder })).rejects.toThrow('the process ended')
  const problem = 'A later version of Tendwell has changed this database'
  await expect(migrate(url)).rejects.toThrow(problem)

  await client.query('DROP TRIGGER fail ON drizzle.compatibility')
  const outside = '-- breaking\n-- outside a transaction\nALTER TABLE users ADD COLUMN favorite_food text'
  const halfway = await makeLater(first, `${outside};\n--> statement-breakpoint\nSELECT 1 / 0`)
  await expect(migrate(url, { folder: halfway })).rejects.toThrow('division by zero')
  await expect(migrate(url, { folder: firstFolder })).rejects.toThrow(problem)
})

test('builds an index concurrently while several processes migrate', async () => {
  await migrate(url)
  const statements = [
    'DROP INDEX CONCURRENTLY IF EXISTS users_later',
    'CREATE INDEX CONCURRENTLY users_later ON users (role, id)',
  ]
  const text = `-- outside a transaction\n${statements.join(';\n--> statement-breakpoint\n')}`
  const folder = await makeLater(text)
  await Promise.all(Array.from({ length: 3 }, () => migrate(url, { folder })))
  const { rows } = await client.query(
    "SELECT indisvalid FROM pg_index WHERE indexrelid = 'users_later'::regclass",
  )
  expect(rows).toEqual([{ indisvalid: true }])
  const failing = await makeLater(text, `${ADDED};\n--> statement-breakpoint\nSELECT 1 / 0`)
  await expect(migrate(url, { folder: failing })).rejects.toThrow('division by zero')
  const columns = "SELECT FROM information_schema.columns WHERE column_name = 'favorite_color'"
  expect((await client.query(columns)).rowCount).toBe(0)
})

test('waits for a locked table in short tries, between which others use it', async () => {
  await migrate(url)
  await client.query('BEGIN')
  await client.query('LOCK TABLE users IN ACCESS SHARE MODE')
  const migrated = migrate(url, { folder: await makeLater(ADDED) })
  const hasGivenUp = async () =>
    (
      await server.query(
        "SELECT FROM pg_stat_activity WHERE datname = $1 AND application_name = 'tendwell migration' AND query = 'ROLLBACK'",
        [NAME],
      )
    ).rowCount === 1
  while (!(await hasGivenUp())) await new Promise(setImmediate)
  await client.query('COMMIT')
  await migrated
  const columns = "SELECT FROM information_schema.columns WHERE column_name = 'favorite_color'"
  expect((await client.query(columns)).rowCount).toBe(1)
})
