import pg from 'pg'
import { LOCK_KEYS } from '../database/locks.ts'
import type { Log } from '../log.ts'

const CHECK_MS = 3_000
const RETRY_MS = 500
const ANSWER_LIMIT_MS = 5_000
/** PostgreSQL finds out within 11 s that the machine of a session is gone. */
const SESSION_SETTINGS =
  '-c idle_session_timeout=0 -c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3'

const LOCK = 'SELECT pg_advisory_lock_shared($1, hashtext($2))'
const FIND_DEAD = `
  SELECT DISTINCT locked_by AS id FROM graphile_worker.jobs
  WHERE locked_by IS NOT NULL AND NOT EXISTS (
    SELECT FROM pg_locks
    WHERE locktype = 'advisory' AND objsubid = 2 AND classid = $1::int::oid AND objid = hashtext(locked_by)::oid
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`
/** A job that is added again while it runs is a new one; the one that runs has no attempts left. */
const FIND_REPLACED = `
  SELECT id FROM graphile_worker.jobs
  WHERE locked_by = ANY($1) AND attempts >= max_attempts AND last_error IS NULL`
const UNLOCK = 'SELECT graphile_worker.force_unlock_workers($1)'
const DELETE = 'SELECT FROM graphile_worker.complete_jobs($1)'

export type WorkerLock = {
  /** @throws Error while the lock isn't held, so that no job is taken that another process could unlock */
  requireHeld(): Promise<void>
  release(): Promise<void>
}

/**
 * Shows that this process's worker pool is alive, by a lock whose session ends with the process, however busy
 * it is. Meanwhile it unlocks the jobs of pools whose process has died.
 * @param url PostgreSQL's own address: behind a pooler of transactions there are no session locks
 */
export function holdWorkerLock(url: string, poolId: string, log: Log): WorkerLock {
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined
  let isReleased = false
  let missing = new Set<string>()

  const connect = async () => {
    const opened = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 2_000,
      query_timeout: ANSWER_LIMIT_MS,
      keepAlive: true,
      options: SESSION_SETTINGS,
      application_name: 'tendwell worker lock',
    })
    opened.on('error', (error) => log.warn({ err: error }, 'the worker lock lost its connection'))
    opened.once('end', () => {
      if (client !== opened) return
      client = null
      checkAfter(RETRY_MS)
    })
    await opened.connect()
    await opened.query(LOCK, [LOCK_KEYS.workers, poolId]).catch(async (error: unknown) => {
      await opened.end()
      throw error
    })
    return opened
  }

  /**
   * A pool is dead if two checks in a row miss its lock: after a restart of PostgreSQL the living need a
   * moment.
   */
  const unlockDead = async (session: pg.Client) => {
    const { rows } = await session.query<{ id: string }>(FIND_DEAD, [LOCK_KEYS.workers])
    const dead = rows.map(({ id }) => id).filter((id) => missing.has(id))
    missing = new Set(rows.map(({ id }) => id))
    if (dead.length === 0) return
    log.warn({ pools: dead }, 'unlocking the jobs of processes that died')
    const replaced = await session.query<{ id: string }>(FIND_REPLACED, [dead])
    await session.query(UNLOCK, [dead])
    await session.query(DELETE, [replaced.rows.map(({ id }) => id)])
  }

  const check = async () => {
    try {
      client ??= await connect()
      await unlockDead(client)
    } catch (error) {
      log.warn({ err: error }, 'could not look for jobs of dead processes')
      missing.clear()
      client?.end().catch(() => {})
      client = null
    }
    checkAfter(client ? CHECK_MS : RETRY_MS)
  }
  const firstCheck = check()
  let checking = firstCheck
  function checkAfter(ms: number) {
    clearTimeout(timer)
    if (isReleased) return
    timer = setTimeout(() => {
      checking = checking.then(check)
    }, ms)
  }

  return {
    async requireHeld() {
      await firstCheck
      if (!client) throw new Error('The worker lock is not held')
    },
    async release() {
      isReleased = true
      clearTimeout(timer)
      await checking
      await client?.end().catch(() => {})
    },
  }
}
