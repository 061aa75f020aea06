import type pg from 'pg'
import { isUnavailable, openPool } from './database.ts'
import type { Log } from './log.ts'

/** graphile-worker retries errors with this code, with growing pauses. */
const RETRIED_CODE = 'ETIMEDOUT'

/**
 * Opens the job queue's own connections, so that calls that use up the product's pool don't block jobs. Every error of
 * an unavailable database gets a code that graphile-worker retries, because other errors while it releases a job are
 * unhandled rejections, which end the process.
 * @param size how many jobs run concurrently
 */
export function openQueuePool(url: string, log: Log, size: number): pg.Pool {
  const rename = (error: Error) => {
    if (isUnavailable(error)) Object.assign(error, { code: RETRIED_CODE })
  }
  // One more connection listens, and one runs the repeated jobs.
  const pool = openPool(url, log, { max: size + 2, application_name: 'tendwell jobs' }, rename)
  const connect = pool.connect.bind(pool)
  const connectOrRename = (callback?: Parameters<typeof connect>[0]) =>
    callback
      ? connect(callback)
      : connect().catch((error: Error) => {
          rename(error)
          throw error
        })
  return Object.assign(pool, { connect: connectOrRename as typeof connect })
}
