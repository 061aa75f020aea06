import pg from 'pg'
import { LOCK_KEYS } from '../database/locks.ts'
import type { Log } from '../log.ts'

const CHECK_MS = 3_000
const RETRY_MS = 500
const ANSWER_LIMIT_MS = 5_000
/** With these settings PostgreSQL notices within 11 seconds that the machine of a session is gone. */
const SESSION_SETTINGS =
  '-c idle_session_timeout=0 -c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3'

const TAKE_LOCK = 'SELECT pg_advisory_lock_shared($1, hashtext($2))'
/**
 * Lists the worker pools that have taken jobs but hold no lock. A lock with two keys has `objsubid` 2 in
 * pg_locks, and its keys are `classid` and `objid`.
 */
const LIST_POOLS_WITHOUT_LOCK = `
  SELECT DISTINCT locked_by AS id FROM graphile_worker.jobs
  WHERE locked_by IS NOT NULL AND NOT EXISTS (
    SELECT FROM pg_locks
    WHERE locktype = 'advisory' AND objsubid = 2 AND classid = $1::int::oid AND objid = hashtext(locked_by)::oid
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`
/**
 * Lists jobs that were replaced while they ran: a new job was added with the same key, and the running job
 * has no attempts left.
 */
const LIST_REPLACED_JOBS = `
  SELECT id FROM graphile_worker.jobs
  WHERE locked_by = ANY($1) AND attempts >= max_attempts AND last_error IS NULL`
const UNLOCK_JOBS = 'SELECT graphile_worker.force_unlock_workers($1)'
const DELETE_JOBS = 'SELECT FROM graphile_worker.complete_jobs($1)'

export type WorkerLock = {
  /**
   * Call this before taking a job: without the lock another process could unlock the job.
   * @throws Error while the lock isn't held
   */
  requireHeld(): Promise<void>
  release(): Promise<void>
}

/**
 * Holds a lock as the sign that this process's worker pool is alive. The lock belongs to a database session,
 * so it is held even if the process is busy, and ends with the process. Every 3 seconds, the jobs of pools
 * that have no lock any more are unlocked, because their process has died.
 * @param url PostgreSQL's own address and not a pooler's, because the lock needs a session
 */
export function holdWorkerLock(url: string, poolId: string, log: Log): WorkerLock {
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined
  let isReleased = false
  /** The pools whose lock was missing in the latest check. */
  let missingPoolIds = new Set<string>()

  /**
   * Opens a session and takes the lock in it. If the session ends later, the next check takes the lock again.
   */
  const connect = async () => {
    const newClient = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 2_000,
      query_timeout: ANSWER_LIMIT_MS,
      keepAlive: true,
      options: SESSION_SETTINGS,
      application_name: 'tendwell worker lock',
    })
    newClient.on('error', (error) => log.warn({ err: error }, 'the worker lock lost its connection'))
    newClient.once('end', () => {
      if (client !== newClient) return
      client = null
      checkAfter(RETRY_MS)
    })
    await newClient.connect()
    await newClient.query(TAKE_LOCK, [LOCK_KEYS.workers, poolId]).catch(async (error: unknown) => {
      await newClient.end()
      throw error
    })
    return newClient
  }

  /**
   * Unlocks the jobs of pools whose lock was missing in two checks in a row. One check isn't enough: after a
   * restart of PostgreSQL, living pools need a moment to take their lock.
   */
  const unlockJobsOfDeadPools = async (session: pg.Client) => {
    const { rows } = await session.query<{ id: string }>(LIST_POOLS_WITHOUT_LOCK, [LOCK_KEYS.workers])
    const deadPoolIds = rows.map(({ id }) => id).filter((id) => missingPoolIds.has(id))
    missingPoolIds = new Set(rows.map(({ id }) => id))
    if (deadPoolIds.length === 0) return
    log.warn({ pools: deadPoolIds }, 'unlocking the jobs of processes that died')
    const replacedJobs = await session.query<{ id: string }>(LIST_REPLACED_JOBS, [deadPoolIds])
    await session.query(UNLOCK_JOBS, [deadPoolIds])
    await session.query(DELETE_JOBS, [replacedJobs.rows.map(({ id }) => id)])
  }

  /** Makes sure that the lock is held, and looks for pools that have lost theirs. */
  const check = async () => {
    try {
      client ??= await connect()
      await unlockJobsOfDeadPools(client)
    } catch (error) {
      log.warn({ err: error }, 'could not look for jobs of dead processes')
      missingPoolIds.clear()
      client?.end().catch(() => {})
      client = null
    }
    checkAfter(client ? CHECK_MS : RETRY_MS)
  }
  const firstCheck = check()
  /** Ends when all checks that have begun are done; they run one after another. */
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
