import { EventEmitter } from 'node:events'
import { MINUTE_MS } from '@tendwell/contract/time'
import { sql } from 'drizzle-orm'
import {
  type JobHelpers,
  parseCronItems,
  type Runner,
  run,
  runOnce,
  type WorkerEvents,
} from 'graphile-worker'
import type pg from 'pg'
import type { Clock } from '../clock.ts'
import type { Database, Transaction } from '../database/database.ts'
import { type Log, toSafeError } from '../log.ts'
import type { Metrics } from '../observability/metrics.ts'
import { carryTrace, traceJob } from '../tracing.ts'
import { openQueuePool } from './queue-pool.ts'
import { holdWorkerLock, type WorkerLock } from './worker-lock.ts'
import { createWorkerLogger } from './worker-log.ts'

export type JobHandler<Payload> = (payload: Payload) => Promise<void>

/** Thrown by a handler if the job would fail again: the job is then kept as failed, without more attempts. */
export class FinalError extends Error {}

export type JobOptions = {
  /** When the job is due, in the product's time; by default, immediately. */
  runAt?: Date
  /** The job replaces one with the same key that has not run yet. */
  key?: string
  /** Keeps the due time of the replaced job, so that repeated replacing doesn't postpone it. */
  keepsTime?: boolean
  /**
   * Jobs of one queue run one after another on all nodes together, so that a slow provider delays only its
   * own jobs.
   */
  queue?: string
}

/** A job to add. */
export type NewJob = { name: string; payload: object; options?: JobOptions }

type PayloadByEvent<Events> = { [Name in keyof Events]: object }

/**
 * Jobs and events. Each handler runs at least once for each, and so must be idempotent.
 * @see docs/rules/README.md#data
 * @template Events the payload of each event, by its name
 */
export type Jobs<Events extends PayloadByEvent<Events> = Record<string, object>> = {
  /** Registers the handler of a job. */
  handle<Payload>(name: string, handler: JobHandler<Payload>): void
  /**
   * Runs `handler` for each event of this name. Each subscriber gets its own job, with its own retries.
   * @param subscriber becomes part of the job's name, and so is unique for the event
   * @param optionsOf the options of an event's job; by default it is due immediately
   */
  subscribe<Name extends keyof Events & string>(
    name: Name,
    subscriber: string,
    handler: JobHandler<Events[Name]>,
    optionsOf?: (payload: Events[Name]) => JobOptions,
  ): void
  /** Registers a repeated job. @param minutes the interval, from 1 to 59 */
  everyMinutes(minutes: number, name: string, handler: () => Promise<void>): void
  /** Adds a job, which runs after the transaction's commit; with a rollback it is gone. */
  add(transaction: Transaction, name: string, payload: object, options?: JobOptions): Promise<void>
  /** Adds jobs in this order, as `add` does one, with one statement. */
  addAll(transaction: Transaction, newJobs: readonly NewJob[]): Promise<void>
  /** Adds one job for each subscriber, in the transaction in which the event happens. */
  publish<Name extends keyof Events & string>(
    transaction: Transaction,
    name: Name,
    payload: Events[Name],
  ): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
  /**
   * Runs all due jobs, and the due jobs that they add, one after another in the order in which they are due.
   * After `start` it waits until the queue has run them.
   */
  drain(): Promise<void>
  /** Runs each repeated job once. */
  sweep(): Promise<void>
}

/** The pauses between attempts grow, so the last attempt comes after about three days. */
export const JOB_ATTEMPTS = 25
const DRAIN_LIMIT_MS = MINUTE_MS
/**
 * How many jobs run at the same time: more than there are queues of emails, so that a hanging mail server
 * can't keep all other jobs waiting.
 */
const CONCURRENCY = 7
const RESTART_MS = 1_000

type Subscriber = { jobName: string; optionsOf: (payload: never) => JobOptions }
type Registrations = {
  tasks: Map<string, JobHandler<never>>
  subscribers: Map<string, Subscriber[]>
  /** The interval of each repeated job, in minutes. */
  repeated: Map<string, number>
}

/** The statement that lists due jobs with attempts left, and running jobs. */
const LIST_DUE_JOBS = sql<{
  job: string
  attempts: number
  locked_by: string | null
  last_error: string | null
}>`
  SELECT task_identifier AS job, jobs.attempts, jobs.locked_by, jobs.last_error
  FROM graphile_worker.jobs
  WHERE run_at <= now() AND (attempts < max_attempts OR locked_at IS NOT NULL)`

/** Adds jobs to the queue, in the transaction. */
async function addJobs(transaction: Transaction, clock: Clock, newJobs: readonly NewJob[]): Promise<void> {
  if (newJobs.length === 0) return
  const calls = newJobs.map(({ name, payload, options = {} }) => {
    // The queue compares with the real time, and not with the product's.
    const runAt = options.runAt ? new Date(options.runAt.getTime() - clock.offsetMs()).toISOString() : null
    return sql`(graphile_worker.add_job(
      ${name}::text,
      payload => ${JSON.stringify(carryTrace(payload))}::json,
      run_at => ${runAt}::timestamptz,
      job_key => ${options.key ?? null}::text,
      job_key_mode => ${options.keepsTime ? 'preserve_run_at' : 'replace'}::text,
      queue_name => ${options.queue ?? null}::text,
      max_attempts => ${JOB_ATTEMPTS}::int))`
  })
  await transaction.execute(sql`VALUES ${sql.join(calls, sql`, `)}`)
}

type JobsDeps = { database: Database; clock: Clock; log: Log; metrics: Metrics }

/**
 * Creates the job queue of this process, in the product's database. Register all handlers before `start`.
 * @param url PostgreSQL's own address and not a pooler's, because LISTEN and locks need a session
 */
export function createJobs<Events extends PayloadByEvent<Events> = Record<string, object>>(
  { database, clock, log, metrics }: JobsDeps,
  url = database.$client.options.connectionString ?? '',
): Jobs<Events> {
  const registered: Registrations = { tasks: new Map(), subscribers: new Map(), repeated: new Map() }
  const runCounter = metrics.counter('tendwell_job_runs_total', 'Attempts of jobs, by result', [
    'job',
    'result',
  ])
  let runner: Runner | null = null
  /** Null before `start` and after `stop`. */
  let pool: pg.Pool | null = null
  let lock: WorkerLock | null = null

  const handle: Jobs<Events>['handle'] = (name, handler) => {
    if (registered.tasks.has(name)) throw new Error(`The job ${name} is declared twice`)
    registered.tasks.set(name, handler as JobHandler<never>)
  }

  const workerOptions = (pgPool: pg.Pool) => ({
    pgPool,
    taskList: Object.fromEntries(
      [...registered.tasks].map(([name, handler]) => [
        name,
        async (payload: unknown, { job }: JobHelpers) => {
          try {
            await traceJob(name, payload, () => handler(payload as never))
            runCounter.inc({ job: name, result: 'done' })
          } catch (error) {
            runCounter.inc({ job: name, result: 'failed' })
            if (error instanceof FinalError) await endAttempts(database, job.id)
            // The queue logs the error of a failed job and stores it in its table.
            throw toSafeError(error)
          }
        },
      ]),
    ),
    noHandleSignals: true,
    concurrency: CONCURRENCY,
    logger: createWorkerLogger(log),
  })

  /** Runs jobs until `stop`; restarts the runner if it stops earlier. */
  const runWorker = async (): Promise<void> => {
    if (!pool) return
    const parsedCronItems = parseCronItems(
      [...registered.repeated].map(([task, minutes]) => ({ task, match: `*/${minutes} * * * *` })),
    )
    const events: WorkerEvents = new EventEmitter()
    events.once('pool:create', ({ workerPool }) => {
      lock = holdWorkerLock(url, workerPool.id, log)
    })
    runner = await run({
      ...workerOptions(pool),
      pollInterval: 1_000,
      parsedCronItems,
      events,
      // The worker calls this before it takes a job. Our jobs have no flags; it only checks the lock.
      forbiddenFlags: async () => {
        await lock?.requireHeld()
        return null
      },
    })
    const restart = (error?: unknown) => {
      if (!pool) return
      void lock?.release()
      log.error({ err: error }, 'the job queue stopped and is restarting')
      setTimeout(() => runWorker().catch(restart), RESTART_MS)
    }
    runner.promise.then(() => restart(), restart)
  }

  return {
    handle,
    subscribe(name, subscriber, handler, optionsOf = () => ({})) {
      const jobName = `${name} > ${subscriber}`
      handle(jobName, handler)
      const earlierSubscribers = registered.subscribers.get(name) ?? []
      registered.subscribers.set(name, [...earlierSubscribers, { jobName, optionsOf }])
    },
    everyMinutes(minutes, name, handler) {
      handle(name, handler)
      registered.repeated.set(name, minutes)
    },
    add: (transaction, name, payload, options = {}) =>
      addJobs(transaction, clock, [{ name, payload, options }]),
    addAll: (transaction, newJobs) => addJobs(transaction, clock, newJobs),
    async publish(transaction, name, payload) {
      const subscribers = registered.subscribers.get(name) ?? []
      const newJobs = subscribers.map(({ jobName, optionsOf }) => ({
        name: jobName,
        payload,
        options: optionsOf(payload as never),
      }))
      await addJobs(transaction, clock, newJobs)
    },
    async start() {
      pool = openQueuePool(url, log, database.$client.options.max)
      await runWorker()
    },
    async stop() {
      const [running, usedPool] = [runner, pool]
      runner = null
      pool = null
      await running?.stop()
      // The runner stops before its finished jobs are deleted, and an ended pool would not delete them. So
      // this waits until no query waits for a connection.
      while (usedPool && usedPool.waitingCount > 0) await pause(10)
      await lock?.release()
      await usedPool?.end()
    },
    async drain() {
      const options = { ...workerOptions(database.$client), concurrency: 1 }
      await drainDueJobs(database, () => (runner ? pause(20) : runOnce(options)))
    },
    async sweep() {
      for (const name of registered.repeated.keys()) {
        await (registered.tasks.get(name) as JobHandler<object>)({})
      }
    },
  }
}

/** Moves the due times of waiting jobs. @param ms how much earlier they become due */
export async function shiftDueTimes(transaction: Transaction, ms: number): Promise<void> {
  await transaction.execute(sql`
    UPDATE graphile_worker._private_jobs
    SET run_at = run_at - make_interval(secs => ${ms}::float8 / 1000)
    WHERE locked_at IS NULL`)
}

/**
 * Makes the running attempt of a job its last one. graphile-worker has a function for this, but only for jobs
 * that don't run.
 */
async function endAttempts(database: Database, jobId: string): Promise<void> {
  await database.execute(
    sql`UPDATE graphile_worker._private_jobs SET max_attempts = attempts WHERE id = ${jobId}::bigint`,
  )
}

/** Repeats `step` until no due job is left. @throws Error after a minute */
async function drainDueJobs(database: Database, step: () => Promise<unknown>): Promise<void> {
  const giveUpAt = Date.now() + DRAIN_LIMIT_MS
  for (;;) {
    const { rows } = await database.execute(LIST_DUE_JOBS)
    if (rows.length === 0) return
    if (Date.now() > giveUpAt) throw new Error(`The due jobs did not finish: ${JSON.stringify(rows)}`)
    await step()
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
