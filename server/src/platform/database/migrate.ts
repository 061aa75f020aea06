import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'
import { sqlState } from './database.ts'
import { LOCK_KEYS } from './locks.ts'

const LOCK_RETRY_MS = 250
/** How long a statement waits for a table. It is short, because all others then wait behind the statement. */
const TABLE_LOCK_LIMIT = '2s'
const TABLE_LOCK_TRIES = 10
const TABLE_LOCK_PAUSE_MS = 1_000

/** The compiled server also reads the SQL files in `src`. */
const ownFolder = fileURLToPath(new URL('../../../src/migrations', import.meta.url))

const LOCK_NOT_AVAILABLE = '55P03'

/** Lines at the beginning of a migration that mark it. @see docs/operations.md#versions-and-migrations */
const BREAKING = /^-- breaking$/m
const OUTSIDE_A_TRANSACTION = /^-- outside a transaction$/m

type Migration = {
  hash: string
  createdAt: number
  statements: string[]
  isOutsideTransaction: boolean
  /**
   * How many migrations up to this one are marked as breaking earlier versions. A database with a higher
   * number than a version's own can't be used by that version.
   */
  compatibility: number
}

/**
 * Thrown if this version can't work with a database or can't migrate it. The message says to the operator
 * what to do.
 */
export class UnusableSchemaError extends Error {}

/**
 * Which migrations to run. `count`: only this many of the first ones, to restore the backup of an older
 * version. `folder`: the migrations of another version, for tests.
 */
export type MigrateOptions = { count?: number; folder?: string }

/**
 * Migrates a database to this version's schema. Several processes may call it. A database that a later
 * version migrated stays as it is.
 * @param afterwards further preparation of the database, before the lock lets other processes go on
 * @throws UnusableSchemaError for a database that this version can't work with, and for a table that stays
 *   locked
 * @see docs/operations.md#versions-and-migrations
 */
export async function migrateSchema(
  url: string,
  { count, folder = ownFolder }: MigrateOptions,
  afterwards: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'tendwell migration' })
  await client.connect()
  try {
    await takeMigrationLock(client)
    const problem = findSchemaProblem(await readMigrationState(client, folder))
    if (problem) throw new UnusableSchemaError(problem)
    await applyMigrations(client, readMigrations(folder).slice(0, count))
    await afterwards(client)
  } finally {
    await client.end()
  }
}

/**
 * Takes the lock by asking again and again. A statement that waits for the lock would keep CREATE INDEX
 * CONCURRENTLY of another process from ending, as that waits for all running statements.
 */
async function takeMigrationLock(client: pg.Client): Promise<void> {
  const tryLock = () =>
    client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [LOCK_KEYS.migrations])
  while (!(await tryLock()).rows[0]?.taken) await wait(LOCK_RETRY_MS)
}

/** Runs those of the migrations that the database lacks, in their order. */
async function applyMigrations(client: pg.Client, migrations: readonly Migration[]): Promise<void> {
  const appliedHashes = await listAppliedHashes(client)
  const pending = migrations.filter(({ hash }) => !appliedHashes.includes(hash))
  // If nothing is missing, nothing is created, so that a database role without that right can start.
  if (pending.length === 0) return
  await client.query('CREATE SCHEMA IF NOT EXISTS drizzle')
  await client.query(
    'CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint)',
  )
  for (const migration of pending) {
    // Raised before the migration: if it crashes halfway, no earlier version may start on the result.
    await raiseCompatibility(client, migration.compatibility)
    if (migration.isOutsideTransaction) await applyStatements(client, migration)
    else await repeatWhileLocked(() => applyInTransaction(client, migration))
  }
}

/** Runs a migration in one transaction, whose statements wait only shortly for tables. */
async function applyInTransaction(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query(`SET LOCAL lock_timeout = '${TABLE_LOCK_LIMIT}'`)
    await applyStatements(client, migration)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}

/** Runs a migration's statements, and records that the database has the migration. */
async function applyStatements(client: pg.Client, { statements, hash, createdAt }: Migration): Promise<void> {
  for (const statement of statements) await client.query(statement)
  await client.query('INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2)', [
    hash,
    createdAt,
  ])
}

/**
 * Runs `work` again while another session locks a table that it changes.
 * @param pauseMs how long others use the table between two tries
 * @throws UnusableSchemaError if the table stays locked
 */
export async function repeatWhileLocked(
  work: () => Promise<void>,
  pauseMs = TABLE_LOCK_PAUSE_MS,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error
      if (attempt === TABLE_LOCK_TRIES) {
        throw new UnusableSchemaError(
          `A migration found a table locked in ${TABLE_LOCK_TRIES} tries, and nothing was changed by it. End the long transaction in pg_stat_activity, and start again.`,
          { cause: error },
        )
      }
      await wait(pauseMs)
    }
  }
}

/** Records the database's compatibility in an additional row; the highest number of all rows counts. */
async function raiseCompatibility(client: pg.Client, compatibility: number): Promise<void> {
  if (compatibility <= (await readCompatibility(client))) return
  await client.query('CREATE TABLE IF NOT EXISTS drizzle.compatibility (number integer NOT NULL)')
  await client.query('INSERT INTO drizzle.compatibility (number) VALUES ($1)', [compatibility])
}

/** Reads the migrations in a folder, in their order. */
function readMigrations(folder: string): Migration[] {
  let compatibility = 0
  return readMigrationFiles({ migrationsFolder: folder }).map(({ hash, folderMillis, sql: statements }) => {
    const [beginning = ''] = statements
    if (BREAKING.test(beginning)) compatibility += 1
    const isOutsideTransaction = OUTSIDE_A_TRANSACTION.test(beginning)
    return { hash, createdAt: folderMillis, statements, isOutsideTransaction, compatibility }
  })
}

/** The hashes of this version's migrations, in their order. */
export function listMigrations(folder = ownFolder): string[] {
  return readMigrations(folder).map(({ hash }) => hash)
}

/**
 * Reads a whole table, or no rows if the table doesn't exist yet. It asks first whether the table exists,
 * because an error would end the caller's transaction.
 */
async function readTable<Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  table: string,
): Promise<Row[]> {
  const { rows } = await client.query('SELECT to_regclass($1) IS NOT NULL AS exists', [table])
  return rows[0]?.exists ? (await client.query<Row>(`SELECT * FROM ${table}`)).rows : []
}

/** The hashes of the migrations that the database has, in their order. */
async function listAppliedHashes(client: pg.ClientBase): Promise<string[]> {
  const rows = await readTable<{ id: number; hash: string }>(client, 'drizzle.__drizzle_migrations')
  return rows.sort((a, b) => a.id - b.id).map(({ hash }) => hash)
}

async function readCompatibility(client: pg.ClientBase): Promise<number> {
  const rows = await readTable<{ number: number }>(client, 'drizzle.compatibility')
  return Math.max(0, ...rows.map(({ number }) => number))
}

type MigrationState = {
  /** The hashes of the migrations that the database has, in their order. */
  applied: string[]
  /** How many of this version's migrations the database lacks. */
  pending: number
  /** How many of the database's migrations this version doesn't have. */
  unknown: number
  /** Whether one of the unknown migrations is marked as breaking this version. */
  isBroken: boolean
}

/** Compares a database's migrations with this version's. */
export async function readMigrationState(client: pg.ClientBase, folder = ownFolder): Promise<MigrationState> {
  const migrations = readMigrations(folder)
  const ownHashes = new Set(migrations.map(({ hash }) => hash))
  const applied = await listAppliedHashes(client)
  const unknown = applied.filter((hash) => !ownHashes.has(hash)).length
  const isBroken = (await readCompatibility(client)) > (migrations.at(-1)?.compatibility ?? 0)
  return { applied, pending: ownHashes.size - (applied.length - unknown), unknown, isBroken }
}

/**
 * Says why this version can't work with a database. A database with all of our migrations and more was
 * migrated by a later version; it can be used unless one of the additional migrations breaks this version.
 * @returns a sentence for the operator, or null
 */
export function findSchemaProblem({ pending, unknown, isBroken }: MigrationState): string | null {
  if (unknown > 0 && pending > 0) {
    return 'This database was made by another build of Tendwell, which this one cannot upgrade. Start the build that made it, or choose another database with DATABASE_URL or DATA_DIR.'
  }
  if (isBroken) {
    return 'A later version of Tendwell has changed this database in a way that this version does not know. Start that version, or a later one.'
  }
  return null
}
