import { runMigrations } from 'graphile-worker'
import pg from 'pg'

/** The database schema of the queue. */
export const JOBS_SCHEMA = 'graphile_worker'

/** Creates or migrates the queue's tables. */
export async function migrateJobs(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url })
  // The loss of an idle or closing connection fails no statement, and must not end the process.
  const ignore = () => {}
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', ignore))
  await runMigrations({ pgPool: pool }).finally(() => pool.end())
}
