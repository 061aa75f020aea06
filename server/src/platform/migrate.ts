import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import { runMigrations as migrateJobs } from 'graphile-worker'
import pg from 'pg'

/** Any fixed number: only one process at a time changes the schema. */
const MIGRATION_LOCK = 7_420_001

/** The SQL files stand beside the sources and are read from there by the build as well. */
const folder = fileURLToPath(new URL('../../src/migrations', import.meta.url))

/** Brings a database to this version's schema, the job queue's included. Safe to run from many processes. */
export async function migrate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query("SET lock_timeout = '5s'")
    await applyMigrations(drizzle(client), { migrationsFolder: folder })
    await migrateJobs({ connectionString: url })
  } finally {
    await client.end()
  }
}
