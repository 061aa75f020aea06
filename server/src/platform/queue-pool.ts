import type pg from 'pg'
import { isUnavailable, openPool } from './database.ts'
import type { Log } from './log.ts'

/** Under this code graphile-worker tries again, with growing pauses. */
const ASKED_AGAIN = 'ETIMEDOUT'

/**
 * The job queue's own connections: calls that fill the product's pool don't keep a job from being given back. Whatever
 * the absence of the database is called, it gets the code that graphile-worker tries again: a job that it could not
 * give back would end the whole process, by a rejection that nobody handles.
 * @param size how many jobs run at once
 */
export function openQueuePool(url: string, log: Log, size: number): pg.Pool {
  const rename = (error: Error) => {
    if (isUnavailable(error)) Object.assign(error, { code: ASKED_AGAIN })
  }
  // One connection listens, and one is for what is repeated.
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
