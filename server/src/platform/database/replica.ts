import { sql } from 'drizzle-orm'
import type { Log } from '../log.ts'
import { type Database, isUnavailable, openDatabase } from './database.ts'

const CHECK_MS = 1_000
/**
 * A replica that is further behind isn't used. The promise is 5 seconds: one second is left, because a check
 * is up to a second old.
 */
const LAG_LIMIT_MS = 4_000
/**
 * For how long after a check reads may run on the replica. If the replica hangs, so that no new check ends,
 * they run on the primary again.
 */
const CHECK_VALID_MS = 3_000
/** Shorter than the primary's limit, because a read that fails is then repeated on the primary. */
const ANSWER_LIMIT_MS = 3_000
/** If the primary takes longer to say its position, it counts as gone. */
const PRIMARY_LIMIT_MS = 1_000

/** Reads that may be a few seconds old. @see docs/operations.md#read-replica */
export type Replica = {
  /**
   * Runs reads on the replica, or on the primary while the replica lags or is gone. Reads that fail on the
   * replica, which may cancel them or lack a row, run again on the primary. While the primary is gone, reads
   * run on the replica however far it is behind.
   */
  read<Result>(work: (database: Database) => Promise<Result>): Promise<Result>
  /** Whether reads run on the replica; null if none is configured. */
  isUsed(): boolean | null
  start(): Promise<void>
  stop(): Promise<void>
}

/** A `Replica` for installations without one: all reads run on the primary. */
export function noReplica(primary: Database): Replica {
  return { read: (work) => work(primary), isUsed: () => null, start: async () => {}, stop: async () => {} }
}

/** A position in the primary's log of writes (an LSN), and the primary's time then. */
type Position = { position: string; at: string }

/** @returns null while the primary is gone */
async function readPrimaryPosition(primary: Database): Promise<Position | null> {
  const query = sql`SELECT pg_current_wal_lsn()::text AS position, now()::text AS at`
  return primary.execute<Position>(query).then(
    ({ rows }) => rows[0] ?? null,
    (error: unknown) => {
      if (isUnavailable(error)) return null
      throw error
    },
  )
}

/**
 * Whether reads may run on the replica: it has replayed everything up to the primary's position, or a
 * transaction of the past 4 seconds. All times are the primary's.
 * @param primaryPosition null while the primary is gone, and then the replica may always serve
 */
async function canServe(replica: Database, primaryPosition: Position | null): Promise<boolean> {
  const isFresh = primaryPosition
    ? sql`(pg_last_wal_replay_lsn() >= ${primaryPosition.position}::pg_lsn
        OR pg_last_xact_replay_timestamp() > ${primaryPosition.at}::timestamptz - ${LAG_LIMIT_MS} * interval '1 ms')`
    : sql`true`
  const { rows } = await replica.execute<{ serves: boolean | null }>(
    sql`SELECT pg_is_in_recovery() AND ${isFresh} AS serves`,
  )
  return rows[0]?.serves === true
}

type ReplicaSettings = {
  /** The database for reads that can't run on the replica. */
  primary: Database
  primaryUrl: string
  log: Log
  /** The maximum of connections to the replica, and whether these keep prepared statements. */
  pool: { max: number; keepsStatements: boolean }
}

/** Opens a streaming replica, and checks each second whether reads can run on it. */
export function openReplica(url: string, { primary, primaryUrl, log, pool }: ReplicaSettings): Replica {
  const settings = { ...pool, query_timeout: ANSWER_LIMIT_MS, application_name: 'tendwell reads' }
  const replica = openDatabase(url, log, settings)
  // Reads the primary's position on a separate connection. Otherwise a primary whose connections are all busy
  // would seem to be down.
  const positionReader = openDatabase(primaryUrl, log, {
    max: 1,
    connectionTimeoutMillis: PRIMARY_LIMIT_MS,
    query_timeout: PRIMARY_LIMIT_MS,
  })
  /** Until when reads run on the replica, as `performance.now()` counts. */
  let usedUntilMs = 0
  let wasUsed = false
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const isUsed = () => performance.now() < usedUntilMs

  const check = async () => {
    const checkError = await readPrimaryPosition(positionReader)
      .then((primaryPosition) => canServe(replica, primaryPosition))
      .then(
        (serves) => {
          usedUntilMs = serves ? performance.now() + CHECK_VALID_MS : 0
        },
        (error: unknown) => {
          usedUntilMs = 0
          return error
        },
      )
    if (isStopped) return
    if (isUsed() !== wasUsed) {
      wasUsed = isUsed()
      if (wasUsed) log.info('reads run on the replica')
      else log.warn({ err: checkError }, 'reads run on the primary, because the replica lags or is gone')
    }
    timer = setTimeout(check, CHECK_MS)
  }

  return {
    async read(work) {
      if (!isUsed()) return work(primary)
      try {
        return await work(replica)
      } catch (error) {
        if (isUnavailable(error)) usedUntilMs = 0
        return work(primary)
      }
    },
    isUsed,
    start: check,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await replica.$client.end()
      await positionReader.$client.end()
    },
  }
}
