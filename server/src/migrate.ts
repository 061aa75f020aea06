import { fillPlaces } from './features/places/index.ts'
import { type MigrateOptions, migrateSchema } from './platform/database/migrate.ts'
import { JOBS_SCHEMA, migrateJobs } from './platform/jobs/schema.ts'

/** The database schemas that have the product's tables. */
export const SCHEMAS = ['public', 'sandbox', JOBS_SCHEMA]

/**
 * Migrates a database to this version's schema, including the job queue's, and fills the table of places.
 * Several processes may call it. A database that a later version migrated stays as it is.
 * @throws UnusableSchemaError for a database that this version can't work with, and for a table that stays
 *   locked
 * @see docs/operations.md#versions-and-migrations
 */
export function migrate(url: string, options: MigrateOptions = {}): Promise<void> {
  return migrateSchema(url, options, async (client) => {
    await fillPlaces(client)
    await migrateJobs(url)
  })
}
