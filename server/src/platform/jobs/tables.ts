import { sql } from 'drizzle-orm'
import { bigint, boolean, integer, json, jsonb, pgSchema, smallint, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '../database/columns.ts'
import { JOBS_SCHEMA } from './schema.ts'

/** The table of the library graphile-worker, for what the library's functions can't do. */
export const queuedJobs = pgSchema(JOBS_SCHEMA).table('_private_jobs', {
  id: bigint({ mode: 'number' }),
  jobQueueId: integer(),
  taskId: integer(),
  payload: json(),
  priority: smallint(),
  runAt: timestamptz(),
  attempts: smallint(),
  maxAttempts: smallint(),
  lastError: text(),
  createdAt: timestamptz(),
  updatedAt: timestamptz(),
  key: text(),
  lockedAt: timestamptz(),
  lockedBy: text(),
  revision: integer(),
  flags: jsonb(),
  isAvailable: boolean(),
})

/** The name of a queued job. */
export const jobName = sql<string>`(SELECT identifier FROM graphile_worker._private_tasks WHERE id = ${queuedJobs.taskId})`
