/** Creates a separate database for each test file. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject, vi } from 'vitest'
import type { Deps } from '../src/deps.ts'

/** A database of its own for a test. */
export interface TestDatabase {
  url: string
  /** Drops the database and closes its connections. */
  drop(): Promise<void>
}

/**
 * Creates an empty, migrated database, as a copy of the template, in about a tenth of a second. Safe in
 * parallel workers.
 */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase(inject('databaseTemplate'))
}

/** Creates a database without tables. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase('template1')
}

async function createDatabase(template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`)
  const url = new URL(inject('databaseServerUrl'))
  url.pathname = `/${name}`
  return { url: url.href, drop: () => onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) }
}

export type DatabaseClient = pg.Client

/**
 * Opens a connection outside the product's pool.
 * @param options PostgreSQL's, such as `-c plan_cache_mode=…`
 */
export async function connectTo(url: string, options?: string): Promise<DatabaseClient> {
  const client = new pg.Client({ connectionString: url, options })
  await client.connect()
  return client
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('databaseServerUrl') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

type WithDatabase = { deps: Pick<Deps, 'database'> }

/** Resolves when this many connections to the product's database wait for a lock that another one holds. */
export async function waitForLocks({ deps }: WithDatabase, count = 1): Promise<void> {
  const waiting = `SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0`
  while ((await deps.database.$client.query(waiting)).rowCount !== count) await new Promise(setImmediate)
}

/**
 * How many statements outside of transactions the product runs during `work`, except those that follow its
 * clock.
 */
export async function countStatements({ deps }: WithDatabase, work: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(deps.database.$client, 'query')
  await work()
  const counted = query.mock.calls.filter(([call]) => !JSON.stringify(call).includes('clock_timestamp()'))
  query.mockRestore()
  return counted.length
}

/**
 * Keeps the jobs that store a notification from finishing, until the returned connection rolls back or ends.
 * @param url the test's database
 */
export async function blockNotifications(url: string): Promise<DatabaseClient> {
  const client = await connectTo(url)
  await client.query('BEGIN; LOCK TABLE notifications IN SHARE MODE')
  return client
}
