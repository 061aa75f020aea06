import { sql } from 'drizzle-orm'
import { parseCronItems, type Runner, run, runOnce } from 'graphile-worker'
import type pg from 'pg'
import type { Clock } from './clock.ts'
import type { Database, Transaction } from './database.ts'
import type { EventMap, EventName } from './events.ts'
import { type Log, loggableFailure } from './log.ts'
import { openQueuePool } from './queue-pool.ts'
import { workerLogger } from './worker-log.ts'

export type JobHandler<Payload> = (payload: Payload) => Promise<void>

export type JobOptions = {
  /** When it is due, in the product's time; at once where absent. */
  runAt?: Date
  /** A job of the same key that has not run yet is replaced. */
  key?: string
  /** The replaced job's time stays, so that the first of many sets when all of them are worked off as one. */
  keepsTime?: boolean
  /** Jobs of one queue run one after the other, so that a slow peer outside holds up nothing but itself. */
  queue?: string
}

/** Jobs and events: at least once each, so every handler is idempotent. */
export type Jobs = {
  /** Declares the work behind a name. */
  handle<Payload>(name: string, handler: JobHandler<Payload>): void
  /**
   * Runs `handler` for each event of this name. Each subscriber gets its own job, retried alone.
   * @param subscriber names the job together with the event, so it is unique per event
   * @param optionsOf the options of an event's job; by default it is due immediately
   */
  subscribe<Name extends EventName>(
    name: Name,
    subscriber: string,
    handler: JobHandler<EventMap[Name]>,
    optionsOf?: (payload: EventMap[Name]) => JobOptions,
  ): void
  /** Declares work that is done again and again. @param minutes how often, from 1 to 59 */
  every(minutes: number, name: string, handler: () => Promise<void>): void
  add(transaction: Transaction, name: string, payload: object, options?: JobOptions): Promise<void>
  /** Adds one job for each subscriber, in the transaction that made the event happen. */
  publish<Name extends EventName>(
    transaction: Transaction,
    name: Name,
    payload: EventMap[Name],
  ): Promise<void>
  /** @param options.isAlone no other process works off this queue: whatever is locked, a killed one left */
  start(options?: { isAlone?: boolean }): Promise<void>
  stop(): Promise<void>
  /** Runs all that is due, and what it causes, and then answers. */
  drain(): Promise<void>
  /** Runs each repeated work once. */
  sweep(): Promise<void>
}

/** With growing pauses: the last one comes after about three days, and then it is left for a person. */
const ATTEMPTS = 25
const DRAIN_LIMIT_MS = 60_000
const CONCURRENCY = 4
/** No job takes this long (outbound calls end after 10 s): whoever holds one for longer was killed. */
const ABANDONED_AFTER_MINUTES = 5
const FREEING_MS = 60_000
const RESTART_MS = 1_000

type Subscriber = { jobName: string; optionsOf: (payload: never) => JobOptions }
type Registered = {
  tasks: Map<string, JobHandler<never>>
  subscribers: Map<EventName, Subscriber[]>
  repeated: Map<string, number>
}

/** Due: unlocked or not, not yet out of attempts, and its time has come. */
const countDue = sql<{ due: number }>`
  SELECT count(*)::int AS due FROM graphile_worker._private_jobs
  WHERE run_at <= now() AND attempts < max_attempts`

async function addJob(
  transaction: Transaction,
  clock: Clock,
  name: string,
  payload: object,
  options: JobOptions,
): Promise<void> {
  const runAt = options.runAt ? new Date(options.runAt.getTime() - clock.offsetMs()).toISOString() : null
  await transaction.execute(sql`
    SELECT graphile_worker.add_job(
      ${name}::text,
      payload => ${JSON.stringify(payload)}::json,
      run_at => ${runAt}::timestamptz,
      job_key => ${options.key ?? null}::text,
      job_key_mode => ${options.keepsTime ? 'preserve_run_at' : 'replace'}::text,
      queue_name => ${options.queue ?? null}::text,
      max_attempts => ${ATTEMPTS}::int)`)
}

/** The job queue of this process, on the product's own database. Declare all work, then `start`. */
export function createJobs(database: Database, clock: Clock, log: Log): Jobs {
  const registered: Registered = { tasks: new Map(), subscribers: new Map(), repeated: new Map() }
  let runner: Runner | null = null
  let pool: pg.Pool | null = null
  let freeing: NodeJS.Timeout | undefined
  const freeLater = () => {
    freeAbandoned(database, ABANDONED_AFTER_MINUTES).catch((error: unknown) =>
      log.warn({ err: error }, 'could not free abandoned jobs'),
    )
  }

  const handle: Jobs['handle'] = (name, handler) => {
    if (registered.tasks.has(name)) throw new Error(`The job ${name} is declared twice`)
    registered.tasks.set(name, handler as JobHandler<never>)
  }

  const workerOptions = (pgPool: pg.Pool) => ({
    pgPool,
    taskList: Object.fromEntries(
      [...registered.tasks].map(([name, handler]) => [
        name,
        async (payload: unknown) => {
          // The queue prints what a job fails with, and keeps it in its table.
          await handler(payload as never).catch((error: unknown) => Promise.reject(loggableFailure(error)))
        },
      ]),
    ),
    noHandleSignals: true,
    concurrency: CONCURRENCY,
    logger: workerLogger(log),
  })

  /** Works off jobs until `stop`, and begins again if the runner gives up before. */
  const work = async (): Promise<void> => {
    if (!pool) return
    const parsedCronItems = parseCronItems(
      [...registered.repeated].map(([task, minutes]) => ({ task, match: `*/${minutes} * * * *` })),
    )
    runner = await run({ ...workerOptions(pool), pollInterval: 1_000, parsedCronItems })
    const again = (error?: unknown) => {
      if (!pool) return
      log.error({ err: error }, 'the job queue stopped and is restarting')
      setTimeout(() => work().catch(again), RESTART_MS)
    }
    runner.promise.then(() => again(), again)
  }

  return {
    handle,
    subscribe(name, subscriber, handler, optionsOf = () => ({})) {
      const jobName = `${name} > ${subscriber}`
      handle(jobName, handler)
      const others = registered.subscribers.get(name) ?? []
      registered.subscribers.set(name, [...others, { jobName, optionsOf }])
    },
    every(minutes, name, handler) {
      handle(name, handler)
      registered.repeated.set(name, minutes)
    },
    add: (transaction, name, payload, options = {}) => addJob(transaction, clock, name, payload, options),
    async publish(transaction, name, payload) {
      for (const { jobName, optionsOf } of registered.subscribers.get(name) ?? []) {
        await addJob(transaction, clock, jobName, payload, optionsOf(payload as never))
      }
    },
    async start({ isAlone = false } = {}) {
      await freeAbandoned(database, isAlone ? 0 : ABANDONED_AFTER_MINUTES)
      freeing = setInterval(freeLater, FREEING_MS)
      pool = openQueuePool(database.$client.options.connectionString ?? '', log, CONCURRENCY)
      await work()
    },
    async stop() {
      clearInterval(freeing)
      const [running, used] = [runner, pool]
      runner = null
      pool = null
      await running?.stop()
      await used?.end()
    },
    async drain() {
      await drainDue(database, () => (runner ? pause(20) : runOnce(workerOptions(database.$client))))
    },
    async sweep() {
      for (const name of registered.repeated.keys()) {
        await (registered.tasks.get(name) as JobHandler<object>)({})
      }
    },
  }
}

/**
 * A worker that was killed leaves its jobs locked, and the queue itself waits four hours before it believes so.
 * @param minutes how long a lock may have been held
 */
async function freeAbandoned(database: Database, minutes: number): Promise<void> {
  await database.execute(sql`
    SELECT graphile_worker.force_unlock_workers(array_agg(DISTINCT locked_by))
    FROM graphile_worker._private_jobs
    WHERE locked_at <= now() - make_interval(mins => ${minutes}) HAVING count(*) > 0`)
}

async function drainDue(database: Database, step: () => Promise<unknown>): Promise<void> {
  const giveUpAt = Date.now() + DRAIN_LIMIT_MS
  while (Date.now() < giveUpAt) {
    const { rows } = await database.execute<{ due: number }>(countDue)
    if (rows[0]?.due === 0) return
    await step()
  }
  throw new Error('The due jobs did not finish')
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
