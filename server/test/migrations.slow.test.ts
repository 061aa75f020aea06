import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { migrate, UnknownMigrationsError } from '../src/platform/migrate.ts'

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

test('refuses a database of another development build and leaves it as it is', async () => {
  await client.query('CREATE SCHEMA drizzle')
  await client.query('CREATE TABLE drizzle.__drizzle_migrations (id serial, hash text, created_at bigint)')
  await client.query(
    "INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('another build', 1)",
  )
  await expect(migrate(url)).rejects.toThrow(UnknownMigrationsError)
  expect(await countTables()).toBe(0)
})
