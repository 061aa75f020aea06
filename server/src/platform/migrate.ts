import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import { runMigrations as migrateJobs } from 'graphile-worker'
import pg from 'pg'
import { fillPlaces } from './gazetteer.ts'

/** An arbitrary key: only one process at a time changes the schema. */
const MIGRATION_LOCK = 7_420_001

/** The compiled server reads the SQL files of the sources, too. */
const migrationsFolder = fileURLToPath(new URL('../../src/migrations', import.meta.url))

const UNDEFINED_TABLE = '42P01'

/** The database was created by a development build that can't be upgraded. */
export class UnknownMigrationsError extends Error {
  constructor() {
    super(
      'This data was made by another development build of Tendwell, which this one cannot upgrade. Delete the data folder (DATA_DIR, ./data by default) or use another database, and start again.',
    )
  }
}

/**
 * Migrates a database to this version's schema, including the job queue's, and fills the table of places. Several processes may call it.
 * @param count only this many of our migrations, for the rows of an older version
 * @throws UnknownMigrationsError for the database of a development build that can't be upgraded
 */
export async function migrate(url: string, count = listMigrations().length): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query("SET lock_timeout = '5s'")
    await refuseUnknownMigrations(client)
    await withFirstMigrations(count, (folder) =>
      applyMigrations(drizzle(client), { migrationsFolder: folder }),
    )
    await fillPlaces(client)
    await prepareJobs(url)
  } finally {
    await client.end()
  }
}

async function prepareJobs(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url })
  // A connection that is lost while it is idle or closing fails no statement, and must not end the process.
  const ignore = () => {}
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', ignore))
  await migrateJobs({ pgPool: pool }).finally(() => pool.end())
}

/** Drizzle applies all migrations of a folder, so fewer need a folder of their own. */
async function withFirstMigrations(count: number, work: (folder: string) => Promise<void>): Promise<void> {
  if (count >= listMigrations().length) return work(migrationsFolder)
  const folder = await mkdtemp(path.join(tmpdir(), 'tendwell-migrations-'))
  try {
    await cp(migrationsFolder, folder, { recursive: true })
    const file = path.join(folder, 'meta', '_journal.json')
    const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: unknown[] }
    await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }))
    await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function refuseUnknownMigrations(client: pg.Client): Promise<void> {
  const { unknown } = await readMigrationState(client)
  if (unknown > 0) throw new UnknownMigrationsError()
}

/** The hashes of this version's migrations, in their order. */
export function listMigrations(): string[] {
  return readMigrationFiles({ migrationsFolder }).map(({ hash }) => hash)
}

/** Compares a database's migrations with this version's. @returns how many are missing, and how many are not ours */
export async function readMigrationState(
  client: pg.ClientBase,
): Promise<{ applied: string[]; pending: number; unknown: number }> {
  const known = new Set(listMigrations())
  const { rows } = await client
    .query<{ hash: string }>('SELECT hash FROM drizzle.__drizzle_migrations ORDER BY id')
    .catch((error: pg.DatabaseError) => {
      if (error.code === UNDEFINED_TABLE) return { rows: [] }
      throw error
    })
  const applied = rows.map(({ hash }) => hash)
  const unknown = applied.filter((hash) => !known.has(hash)).length
  return { applied, pending: known.size - (applied.length - unknown), unknown }
}
