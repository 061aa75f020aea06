import { sql } from 'drizzle-orm'
import type { Metrics } from '../observability/metrics.ts'

/**
 * Adds figures about the job queue: how many jobs are in each state, and how long the oldest has been due.
 */
export function measureQueue(metrics: Metrics): void {
  metrics.addQuery({
    name: 'tendwell_jobs',
    help: 'Jobs that are due, that wait for another attempt, and that failed for good',
    labels: ['state'],
    query: () => sql`
      SELECT state, count(jobs.id) AS value
      FROM (VALUES ('due'), ('retrying'), ('failed')) AS states(state)
      LEFT JOIN graphile_worker._private_jobs AS jobs ON state = CASE
        WHEN attempts >= max_attempts AND locked_at IS NULL THEN 'failed'
        WHEN run_at <= now() THEN 'due'
        WHEN attempts > 0 THEN 'retrying'
      END
      GROUP BY state`,
  })
  metrics.addQuery({
    name: 'tendwell_jobs_oldest_due_seconds',
    help: 'How long the oldest due job has been due',
    query: () => sql`
      SELECT coalesce(extract(epoch FROM now() - min(run_at)), 0) AS value
      FROM graphile_worker._private_jobs WHERE run_at <= now() AND attempts < max_attempts`,
  })
}
