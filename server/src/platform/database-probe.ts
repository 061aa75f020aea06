import { sql } from 'drizzle-orm'
import { openDatabase } from './database.ts'
import type { Log } from './log.ts'

const LIMIT_MS = 1_500

/** `read-only` is a standby, or a database that is set so. */
export type DatabaseState = 'ok' | 'read-only' | 'unavailable'

/** Asks whether the database can be written. @see docs/operations.md#readiness */
export type DatabaseProbe = {
  /** Takes at most 1.5 s. */
  check(): Promise<DatabaseState>
  stop(): Promise<void>
}

/**
 * Asks on a connection of its own: where all of the pool's are busy, the database is still there.
 * @param url PostgreSQL's address
 */
export function openDatabaseProbe(url: string, log: Log): DatabaseProbe {
  const database = openDatabase(url, log, {
    max: 1,
    connectionTimeoutMillis: LIMIT_MS,
    query_timeout: LIMIT_MS,
  })
  const ask = async (): Promise<DatabaseState> => {
    const { rows } = await database.execute<{ setting: string }>(
      sql`SELECT current_setting('transaction_read_only') AS setting`,
    )
    return rows[0]?.setting === 'off' ? 'ok' : 'read-only'
  }
  return {
    async check() {
      let timer: NodeJS.Timeout | undefined
      const limit = new Promise<'unavailable'>((resolve) => {
        timer = setTimeout(resolve, LIMIT_MS, 'unavailable')
      })
      const answer = ask().catch(() => 'unavailable' as const)
      return Promise.race([answer, limit]).finally(() => clearTimeout(timer))
    },
    stop: () => database.$client.end(),
  }
}
