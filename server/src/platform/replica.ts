import { sql } from 'drizzle-orm'
import { type Database, isUnavailable, openDatabase } from './database.ts'
import type { Log } from './log.ts'

const CHECK_MS = 1_000
/** A replica is left before it is 5 s behind, because a check says nothing about the second after it. */
const LAG_LIMIT_MS = 4_000
/** Without another check the replica is left, for example because it hangs. */
const CHECK_HOLDS_MS = 3_000
/** Shorter than the primary's, because the read is then repeated there. */
const ANSWER_LIMIT_MS = 3_000

/** Reads that may be a few seconds old. @see docs/operations.md#read-replica */
export type Replica = {
  /**
   * Runs reads on the replica. They run on the primary while the replica lags or is gone, and again if they fail on the
   * replica, which may cancel them or not have a row yet.
   */
  read<Result>(work: (database: Database) => Promise<Result>): Promise<Result>
  /** Whether reads run on the replica; null if none is configured. */
  isUsed(): boolean | null
  start(): Promise<void>
  stop(): Promise<void>
}

/** Where no replica is configured, all reads run on the primary. */
export function noReplica(primary: Database): Replica {
  return { read: (work) => work(primary), isUsed: () => null, start: async () => {}, stop: async () => {} }
}

/**
 * Whether the replica has replayed everything that the primary had written just now, as after an idle hour, or else a
 * recent transaction. All times are the primary's.
 */
async function isFresh(primary: Database, replica: Database): Promise<boolean> {
  const written = await primary.execute<{ position: string; at: string }>(
    sql`SELECT pg_current_wal_lsn()::text AS position, now()::text AS at`,
  )
  const { position, at } = written.rows[0] ?? {}
  const { rows } = await replica.execute<{ is_fresh: boolean | null }>(sql`
    SELECT pg_is_in_recovery() AND (pg_last_wal_replay_lsn() >= ${position}::pg_lsn
      OR pg_last_xact_replay_timestamp() > ${at}::timestamptz - ${LAG_LIMIT_MS} * interval '1 ms') AS is_fresh`)
  return rows[0]?.is_fresh === true
}

/** Opens a streaming replica, and checks each second whether reads can run on it. */
export function openReplica(
  url: string,
  { primary, log, max }: { primary: Database; log: Log; max: number },
): Replica {
  const limits = { max, query_timeout: ANSWER_LIMIT_MS }
  const replica = openDatabase(url, log, { ...limits, application_name: 'tendwell reads' })
  let usedUntil = 0
  let wasUsed = false
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const isUsed = () => performance.now() < usedUntil

  const check = async () => {
    const error = await isFresh(primary, replica).then(
      (fresh) => {
        usedUntil = fresh ? performance.now() + CHECK_HOLDS_MS : 0
      },
      (error: unknown) => {
        usedUntil = 0
        return error
      },
    )
    if (isStopped) return
    if (isUsed() !== wasUsed) {
      wasUsed = isUsed()
      if (wasUsed) log.info('reads run on the replica')
      else log.warn({ err: error }, 'reads run on the primary, because the replica lags or is gone')
    }
    timer = setTimeout(check, CHECK_MS)
  }

  return {
    async read(work) {
      if (!isUsed()) return work(primary)
      try {
        return await work(replica)
      } catch (error) {
        if (isUnavailable(error)) usedUntil = 0
        return work(primary)
      }
    },
    isUsed,
    start: check,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await replica.$client.end()
    },
  }
}
