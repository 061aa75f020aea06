import type pg from 'pg'
import { isUnavailable, openPool } from './database.ts'
import type { Log } from './log.ts'

/** graphile-worker retries after an error with this code, with growing pauses. */
const RETRYABLE_CODE = 'ETIMEDOUT'

/** One connection listens; the others take and delete jobs, which is brief. */
const QUEUE_SHARE = 0.3

/**
 * Opens a separate connection pool for the job queue, so that calls that use up the product's pool don't block jobs.
 * While the database is unavailable, every error gets `RETRYABLE_CODE`. With any other code, an error that occurs when
 * graphile-worker releases a job would be an unhandled rejection and end the process.
 * @param productMax the size of the product's pool, which jobs use for their own work
 */
export function openQueuePool(url: string, log: Log, productMax: number): pg.Pool {
  const makeRetryable = (error: Error) => {
    if (isUnavailable(error)) Object.assign(error, { code: RETRYABLE_CODE })
  }
  const max = Math.ceil(productMax * QUEUE_SHARE)
  const pool = openPool(url, log, { max, application_name: 'tendwell jobs' }, makeRetryable)
  const connect = pool.connect.bind(pool)
  const connectRetryably = (callback?: Parameters<typeof connect>[0]) =>
    callback
      ? connect(callback)
      : connect().catch((error: Error) => {
          makeRetryable(error)
          throw error
        })
  return Object.assign(pool, { connect: connectRetryably as typeof connect })
}
