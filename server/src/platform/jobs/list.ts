import type { AdminJob, JobState } from '@tendwell/contract/console/jobs'
import { type SQL, sql } from 'drizzle-orm'
import type { Clock } from '../clock.ts'
import { type Database, isAnyOf, type Reader, type Transaction } from '../database/database.ts'
import { getOffset, type PageRequest } from '../database/paging.ts'
import { conflict, notFound } from '../errors.ts'
import { redactUrl } from '../log.ts'
import { JOB_ATTEMPTS } from './jobs.ts'

const MAX_ERROR_LETTERS = 500
const MAX_COUNT = 10_000

type JobRow = {
  id: string
  name: string
  attempts: number
  max_attempts: number
  last_error: string | null
  is_running: boolean
  created_at: Date
  run_at: Date
}

const IS_FAILED = sql`attempts >= max_attempts AND locked_at IS NULL`
const CONDITIONS: Record<JobState, SQL> = { failed: IS_FAILED, waiting: sql`NOT (${IS_FAILED})` }

/** Removes email addresses and secrets in links from an error's text, for lists and the audit log. */
function hidePersonalData(text: string): string {
  return redactUrl(text.replace(/[^\s<>"'(),;]+@[^\s<>"'(),;]+/g, '[address]')).slice(0, MAX_ERROR_LETTERS)
}

/** A job as the console shows it: with the product's times, and without personal data. */
function toAdminJob(row: JobRow, clock: Clock): AdminJob {
  // The queue stores real times, which the product's clock may be ahead of.
  const toProductTime = (at: Date) => new Date(new Date(at).getTime() + clock.offsetMs()).toISOString()
  const state = !row.is_running && row.attempts >= row.max_attempts ? 'failed' : 'waiting'
  return {
    id: Number(row.id),
    name: row.name,
    state,
    is_running: row.is_running,
    attempts: row.attempts,
    max_attempts: row.max_attempts,
    last_error: row.last_error === null ? null : hidePersonalData(row.last_error),
    created_at: toProductTime(row.created_at),
    // Null for a failed job, although the queue stores a next time even after the last attempt.
    run_at: state === 'failed' ? null : toProductTime(row.run_at),
  }
}

const JOB_COLUMNS = sql`
  id, task_identifier AS name, attempts, max_attempts, last_error, locked_at IS NOT NULL AS is_running,
  created_at, run_at`

/**
 * A page of the failed jobs, newest first, or of the waiting jobs in the order in which they are due. The
 * count is at most 10,001.
 */
export async function listJobs(
  reader: Reader,
  clock: Clock,
  query: PageRequest & { state: JobState },
): Promise<{ count: number; results: AdminJob[] }> {
  const condition = CONDITIONS[query.state]
  const { rows: countRows } = await reader.execute<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM (
      SELECT FROM graphile_worker.jobs WHERE ${condition} LIMIT ${MAX_COUNT + 1}) AS found`)
  const order = query.state === 'failed' ? sql`id DESC` : sql`run_at, id`
  const { rows } = await reader.execute<JobRow>(sql`
    SELECT ${JOB_COLUMNS} FROM graphile_worker.jobs WHERE ${condition}
    ORDER BY ${order} LIMIT ${query.page_size} OFFSET ${getOffset(query)}`)
  return { count: countRows[0]?.count ?? 0, results: rows.map((row) => toAdminJob(row, clock)) }
}

/** How many jobs have failed, and when the oldest of them was added. */
export const countFailedJobs = (reader: Reader) => countJobs(reader, IS_FAILED)

/** How many jobs wait for another attempt after a failed one, and when the oldest of them was added. */
export const countRetriedJobs = (reader: Reader) =>
  countJobs(reader, sql`NOT (${IS_FAILED}) AND last_error IS NOT NULL`)

/** How many jobs meet a condition, and when the oldest of them was added. */
async function countJobs(reader: Reader, condition: SQL): Promise<{ count: number; oldestAt: Date | null }> {
  const { rows } = await reader.execute<{ count: number; oldest_at: string | null }>(sql`
    SELECT count(*)::int AS count, min(created_at) AS oldest_at FROM graphile_worker.jobs WHERE ${condition}`)
  const [row] = rows
  return { count: row?.count ?? 0, oldestAt: row?.oldest_at ? new Date(row.oldest_at) : null }
}

/** Finds a job that isn't running. @throws AppError 404 for an unknown job; 409 while it runs */
async function requireIdleJob(transaction: Transaction, clock: Clock, id: number): Promise<AdminJob> {
  const { rows } = await transaction.execute<JobRow>(
    sql`SELECT ${JOB_COLUMNS} FROM graphile_worker.jobs WHERE id = ${id}`,
  )
  if (!rows[0]) throw notFound('There is no such job. It may have been done')
  const job = toAdminJob(rows[0], clock)
  if (job.is_running) throw conflict('This job is running now. Try again in a moment')
  return job
}

/** Makes a job due at once, with all its attempts. @returns the job as it was before */
export async function retryJob(transaction: Transaction, clock: Clock, id: number): Promise<AdminJob> {
  const job = await requireIdleJob(transaction, clock, id)
  const { rowCount } = await transaction.execute(sql`
    SELECT FROM graphile_worker.reschedule_jobs(
      ARRAY[${id}]::bigint[], run_at => now(), attempts => 0, max_attempts => ${JOB_ATTEMPTS}::int)`)
  // A worker may have taken the job meanwhile.
  if (rowCount === 0) throw conflict('This job is running now. Try again in a moment')
  return job
}

/** Makes all failed jobs due at once, with all their attempts. @returns how many */
export async function retryFailedJobs(transaction: Transaction): Promise<number> {
  const { rowCount } = await transaction.execute(sql`
    SELECT FROM graphile_worker.reschedule_jobs(
      ARRAY(SELECT id FROM graphile_worker.jobs WHERE ${IS_FAILED}),
      run_at => now(), attempts => 0, max_attempts => ${JOB_ATTEMPTS}::int)`)
  return rowCount ?? 0
}

/** Deletes a job that isn't running. @returns the deleted job */
export async function dropJob(transaction: Transaction, clock: Clock, id: number): Promise<AdminJob> {
  const job = await requireIdleJob(transaction, clock, id)
  const { rowCount } = await transaction.execute(
    sql`SELECT FROM graphile_worker.complete_jobs(ARRAY[${id}]::bigint[])`,
  )
  if (rowCount === 0) throw conflict('This job is running now. Try again in a moment')
  return job
}

/** Makes those jobs of the queues due now that wait for another attempt after a failed one. */
export async function retryQueuesNow(database: Database, queues: readonly string[]): Promise<void> {
  await database.execute(sql`
    SELECT FROM graphile_worker.reschedule_jobs(
      ARRAY(SELECT id FROM graphile_worker.jobs
        WHERE ${isAnyOf(sql`queue_name`, queues)} AND locked_at IS NULL AND run_at > now()
          AND attempts > 0 AND attempts < max_attempts),
      run_at => now())`)
}
