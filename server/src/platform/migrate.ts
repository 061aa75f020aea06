import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import { runMigrations as migrateJobs } from 'graphile-worker'
import pg from 'pg'

/** Any fixed number: only one process at a time changes the schema. */
const MIGRATION_LOCK = 7_420_001

/** The build reads the SQL files from beside the sources as well. */
const migrationsFolder = fileURLToPath(new URL('../../src/migrations', import.meta.url))

const UNDEFINED_TABLE = '42P01'

/** The database belongs to another development build, which can't be upgraded. */
export class UnknownMigrationsError extends Error {
  constructor() {
    super(
      'This data was made by another development build of Tendwell, which this one cannot upgrade. Delete the data folder (DATA_DIR, ./data by default) or use another database, and start again.',
    )
  }
}

/**
 * Brings a database to this version's schema, the job queue's included. Safe to run from many processes.
 * @throws UnknownMigrationsError for a database of another development build, which can't be upgraded
 */
export async function migrate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query("SET lock_timeout = '5s'")
    await refuseUnknownMigrations(client)
    await applyMigrations(drizzle(client), { migrationsFolder })
    await migrateJobs({ connectionString: url })
  } finally {
    await client.end()
  }
}

async function refuseUnknownMigrations(client: pg.Client): Promise<void> {
  const known = new Set(readMigrationFiles({ migrationsFolder }).map(({ hash }) => hash))
  const applied = await client
    .query<{ hash: string }>('SELECT hash FROM drizzle.__drizzle_migrations')
    .catch((error: pg.DatabaseError) => {
      if (error.code === UNDEFINED_TABLE) return { rows: [] }
      throw error
    })
  if (applied.rows.some(({ hash }) => !known.has(hash))) throw new UnknownMigrationsError()
}
