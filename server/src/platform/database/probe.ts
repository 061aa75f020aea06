import { sql } from 'drizzle-orm'
import type { Log } from '../log.ts'
import { openDatabase } from './database.ts'

const CHECK_MS = 500
const LIMIT_MS = 1_500
/** If the time limit is noticed this much too late, this process is slow and not the database. */
const LATE_MS = 500

/** `read-only`: a standby, or a database that was set to be read-only. */
export type DatabaseState = 'ok' | 'read-only' | 'unavailable'

/** Checks every half second whether the database can be written. @see docs/operations.md#readiness */
export type DatabaseProbe = {
  /** The result of the latest check; `unavailable` before the first one. */
  state(): DatabaseState
  start(): Promise<void>
  stop(): Promise<void>
}

/**
 * Creates the probe. It uses a connection of its own, because the database is available even if all
 * connections of the pool are busy.
 * @param url PostgreSQL's address
 */
export function openDatabaseProbe(url: string, log: Log): DatabaseProbe {
  const limits = { connectionTimeoutMillis: LIMIT_MS, query_timeout: LIMIT_MS }
  const database = openDatabase(url, log, { max: 1, ...limits })
  let state: DatabaseState = 'unavailable'
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  const readState = async (): Promise<DatabaseState> => {
    const { rows } = await database.execute<{ setting: string }>(
      sql`SELECT current_setting('transaction_read_only') AS setting`,
    )
    return rows[0]?.setting === 'off' ? 'ok' : 'read-only'
  }
  const check = async () => {
    const startMs = performance.now()
    const newState = await readState().catch(() => 'unavailable' as const)
    const isLate = performance.now() - startMs > LIMIT_MS + LATE_MS
    if (newState !== 'unavailable' || !isLate) state = newState
    if (!isStopped) timer = setTimeout(check, CHECK_MS)
  }

  return {
    state: () => state,
    start: check,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await database.$client.end()
    },
  }
}
