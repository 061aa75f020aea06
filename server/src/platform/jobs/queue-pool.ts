import type pg from 'pg'
import { isUnavailable, openPool } from '../database/database.ts'
import type { Log } from '../log.ts'

/** graphile-worker retries after an error with this code, with growing pauses. */
const RETRYABLE_CODE = 'ETIMEDOUT'

/**
 * The size of the queue's pool relative to the product's. Its connections only listen, and take and delete
 * jobs.
 */
const QUEUE_SHARE = 0.4

/**
 * Opens a separate connection pool for the job queue, so that calls that use up the product's pool don't
 * block jobs. While the database is unavailable, every error gets `RETRYABLE_CODE`, so that graphile-worker
 * tries again. It releases finished jobs without awaiting the result: with another code the error would be an
 * unhandled rejection, and the job would stay locked.
 * @param productMax the size of the product's pool, which jobs use for their own work
 */
export function openQueuePool(url: string, log: Log, productMax: number): pg.Pool {
  const toRetryable = (error: Error) => Object.assign(error, { code: RETRYABLE_CODE })
  const max = Math.ceil(productMax * QUEUE_SHARE)
  const pool = openPool(url, log, { max, application_name: 'tendwell jobs' }, (error) => {
    if (isUnavailable(error)) toRetryable(error)
  })
  const connect = pool.connect.bind(pool)
  const connectRetryably = (callback?: Parameters<typeof connect>[0]) =>
    callback
      ? connect(callback)
      : connect().catch((error: Error) => {
          throw toRetryable(error)
        })
  return Object.assign(pool, { connect: connectRetryably as typeof connect })
}
