import { sql } from 'drizzle-orm'
import type { Log } from '../log.ts'
import { type Database, isUnavailable, openDatabase } from './database.ts'

const CHECK_MS = 1_000
/** A replica is left before it is 5 s behind, because a check says nothing about the second after it. */
const LAG_LIMIT_MS = 4_000
/** Without another check the replica is left, for example because it hangs. */
const CHECK_HOLDS_MS = 3_000
/** Shorter than the primary's, because the read is then repeated there. */
const ANSWER_LIMIT_MS = 3_000
/** A primary that takes longer to say how far it is counts as gone. */
const PRIMARY_LIMIT_MS = 1_000

/** Reads that may be a few seconds old. @see docs/operations.md#read-replica */
export type Replica = {
  /**
   * Runs reads on the replica. They run on the primary while the replica lags or is gone, and again if they
   * fail on the replica, which may cancel them or not have a row yet. While the primary is gone, they run on
   * the replica however old it is.
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

type Position = { position: string; at: string }

/** How far the primary has written, by its own time; null while it is gone. */
async function readPosition(primary: Database): Promise<Position | null> {
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
 * Whether the replica has replayed everything that the primary had written just now, as after an idle hour,
 * or else a recent transaction. All times are the primary's. While the primary is gone, nothing is newer than
 * the replica.
 */
async function canServe(replica: Database, written: Position | null): Promise<boolean> {
  const isFresh = written
    ? sql`(pg_last_wal_replay_lsn() >= ${written.position}::pg_lsn
        OR pg_last_xact_replay_timestamp() > ${written.at}::timestamptz - ${LAG_LIMIT_MS} * interval '1 ms')`
    : sql`true`
  const { rows } = await replica.execute<{ serves: boolean | null }>(
    sql`SELECT pg_is_in_recovery() AND ${isFresh} AS serves`,
  )
  return rows[0]?.serves === true
}

type ReplicaSettings = {
  /** Where reads run that can't run on the replica. */
  primary: Database
  primaryUrl: string
  log: Log
  /** Connections for reads. */
  max: number
}

/** Opens a streaming replica, and checks each second whether reads can run on it. */
export function openReplica(url: string, { primary, primaryUrl, log, max }: ReplicaSettings): Replica {
  const limits = { max, query_timeout: ANSWER_LIMIT_MS }
  const replica = openDatabase(url, log, { ...limits, application_name: 'tendwell reads' })
  // On a connection of its own: a primary whose connections are all busy is not gone.
  const asked = openDatabase(primaryUrl, log, {
    max: 1,
    connectionTimeoutMillis: PRIMARY_LIMIT_MS,
    query_timeout: PRIMARY_LIMIT_MS,
  })
  let usedUntil = 0
  let wasUsed = false
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const isUsed = () => performance.now() < usedUntil

  const check = async () => {
    const error = await readPosition(asked)
      .then((written) => canServe(replica, written))
      .then(
        (serves) => {
          usedUntil = serves ? performance.now() + CHECK_HOLDS_MS : 0
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
      await asked.$client.end()
    },
  }
}
