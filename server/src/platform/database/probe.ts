import { sql } from 'drizzle-orm'
import type { Log } from '../log.ts'
import { openDatabase } from './database.ts'

const CHECK_MS = 500
const LIMIT_MS = 1_500
/** A limit that is noticed so much later says that this process is late, not the database. */
const LATE_MS = 500

/** `read-only` is a standby, or a database that is set so. */
export type DatabaseState = 'ok' | 'read-only' | 'unavailable'

/** Checks every half second whether the database can be written. @see docs/operations.md#readiness */
export type DatabaseProbe = {
  /** As of the last check; `unavailable` before the first one. */
  state(): DatabaseState
  start(): Promise<void>
  stop(): Promise<void>
}

/**
 * Asks on a connection of its own: where all of the pool's are busy, the database is still there.
 * @param url PostgreSQL's address
 */
export function openDatabaseProbe(url: string, log: Log): DatabaseProbe {
  const limits = { connectionTimeoutMillis: LIMIT_MS, query_timeout: LIMIT_MS }
  const database = openDatabase(url, log, { max: 1, ...limits })
  let state: DatabaseState = 'unavailable'
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  const ask = async (): Promise<DatabaseState> => {
    const { rows } = await database.execute<{ setting: string }>(
      sql`SELECT current_setting('transaction_read_only') AS setting`,
    )
    return rows[0]?.setting === 'off' ? 'ok' : 'read-only'
  }
  const check = async () => {
    const startMs = performance.now()
    const found = await ask().catch(() => 'unavailable' as const)
    const isLate = performance.now() - startMs > LIMIT_MS + LATE_MS
    if (found !== 'unavailable' || !isLate) state = found
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
