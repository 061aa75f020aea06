import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { PgTransactionConfig } from 'drizzle-orm/pg-core'
import pg from 'pg'
import type { Log } from '../log.ts'
import { traceQueries, traceStep } from '../tracing.ts'

export type Database = NodePgDatabase & { $client: pg.Pool }
/** An open transaction: the required first argument of every store function. */
export type Transaction = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0]
/** Where a read runs: on the database, or within a transaction. */
export type Reader = Database | Transaction

/** The databases whose connections keep prepared statements. */
const keepingDatabases = new WeakSet<Reader>()

/**
 * Prepares a query that runs often: Drizzle builds its SQL once for a database, and PostgreSQL parses and
 * plans it once for a connection. Not for searches, which are planned for their own values.
 * @param name of the prepared statement, which no other query has
 * @param build the query, with `sql.placeholder` for its values
 * @returns the query for a database or a transaction; `execute` takes the values
 */
export function prepareOnce<Query>(
  name: string,
  build: (reader: Reader) => { prepare(name: string): Query },
): (reader: Reader) => Query {
  const queries = new WeakMap<Reader, Query>()
  return (reader) => {
    // A statement without a name isn't kept.
    const query = queries.get(reader) ?? build(reader).prepare(keepingDatabases.has(reader) ? name : '')
    queries.set(reader, query)
    return query
  }
}

const OPTIONS = { casing: 'snake_case' } as const
const RETRIES = 3
/** SQLSTATEs of a serialization failure and a deadlock, after which the whole transaction can run again. */
const RETRIED_CODES = new Set(['40001', '40P01'])

const POOL_MAX = 18
const CONNECT_TIMEOUT_MS = 2_000
/**
 * The database cancels a statement after 5 seconds. Without an answer for 7 seconds, the connection is dead.
 */
const ANSWER_LIMIT_MS = 7_000
/** The driver's message when there was no answer for `ANSWER_LIMIT_MS`. */
const NO_ANSWER = /Query read timeout/
/** Messages of the driver's errors without a code that mean that the database can't be reached. */
const CONNECTION_LOST =
  /Query read timeout|timeout exceeded when trying to connect|Connection terminated|(connection error|was closed) and is not queryable/i

/** Queries are short: compiling them or starting parallel workers takes longer than running them. */
const PLANNER_SETTINGS = '-c jit=off -c max_parallel_workers_per_gather=0 -c random_page_cost=1.1'
const TIME_LIMITS = '-c statement_timeout=5s -c lock_timeout=2s -c idle_in_transaction_session_timeout=10s'
const SESSION_SETTINGS = `${TIME_LIMITS} -c timezone=UTC ${PLANNER_SETTINGS}`

/** Makes a connection call `onError` with each failed query's error, before the query's caller gets it. */
function watchQueries(client: pg.PoolClient, onError: (error: Error) => void): void {
  const query = client.query.bind(client) as (...queryArguments: unknown[]) => unknown
  const rethrow = (error: Error) => {
    onError(error)
    throw error
  }
  client.query = ((...queryArguments: unknown[]) => {
    const result = query(...queryArguments)
    return result instanceof Promise ? result.catch(rethrow) : result
  }) as typeof client.query
}

/**
 * A pool with limits on connections, waiting and query time.
 * @param url PostgreSQL's address
 * @param onQueryError called with each failed query's error, before the caller gets it
 */
export function openPool(
  url: string,
  log: Log,
  settings: pg.PoolConfig = {},
  onQueryError: (error: Error) => void = () => {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_MAX,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: ANSWER_LIMIT_MS,
    idleTimeoutMillis: 30_000,
    options: SESSION_SETTINGS,
    application_name: 'tendwell',
    ...settings,
  })
  const logLostConnection = (error: Error) => log.warn({ err: error }, 'a database connection was lost')
  pool.on('error', logLostConnection)
  pool.on('connect', (client) => {
    client.on('error', logLostConnection)
    traceQueries(client)
    watchQueries(client, (error) => {
      // Closes the connection: otherwise its next user would wait behind the unanswered query.
      if (NO_ANSWER.test(error.message)) (client as pg.Client & pg.PoolClient).end().catch(logLostConnection)
      onQueryError(error)
    })
  })
  traceQueries(pool)
  return pool
}

/**
 * Opens the product's database.
 * @param url PostgreSQL's address
 * @param settings.keepsStatements whether prepared statements have names. Not behind a pooler in transaction
 *   mode, where one might be missing on the next connection
 */
export function openDatabase(
  url: string,
  log: Log,
  { keepsStatements = false, ...settings }: pg.PoolConfig & { keepsStatements?: boolean } = {},
): Database {
  const database = drizzle(openPool(url, log, settings), OPTIONS)
  if (keepsStatements) keepingDatabases.add(database)
  return database
}

/**
 * Runs `work` in one transaction, once. It takes a connection from the pool itself, because Drizzle's
 * `transaction` on a pool never releases a connection whose BEGIN fails.
 */
export async function runTransaction<Result>(
  database: Database,
  work: (transaction: Transaction) => Promise<Result>,
  config?: PgTransactionConfig,
): Promise<Result> {
  const client = await database.$client.connect()
  try {
    return await drizzle(client, OPTIONS).transaction(work, config)
  } finally {
    client.release()
  }
}

/** The SQLSTATE of a PostgreSQL error, also when Drizzle has wrapped it; null for other errors. */
export function sqlState(error: unknown): string | null {
  for (let current = error; current instanceof Error; current = current.cause) {
    // Errors of the operating system have codes too, and `EPIPE` looks like a SQLSTATE.
    if (!('code' in current) || 'syscall' in current) continue
    if (typeof current.code === 'string' && /^[0-9A-Z]{5}$/.test(current.code)) {
      return current.code
    }
  }
  return null
}

/** Escapes text for a LIKE pattern, so that `%` and `_` match themselves. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/**
 * SQL: whether a text column has one of these values. They are one array parameter, because a statement takes
 * at most 65,535 parameters.
 */
export function isAnyOf(column: SQLWrapper, values: readonly string[]): SQL {
  return sql`${column} = ANY(${sql.param(values)}::text[])`
}

/**
 * SQLSTATEs of a database that is unavailable for now: no connection (08), out of connections, memory or disk
 * (53), shut down or starting (57P), a lock or a statement that took too long, and read-only.
 */
const UNAVAILABLE = /^(08|53|57P|55P03|57014|25006)/
const NETWORK_CALLS = new Set(['connect', 'read', 'write', 'getaddrinfo'])

/** Whether the database is unavailable for now, so that the caller can try again. */
export function isUnavailable(error: unknown): boolean {
  const state = sqlState(error)
  if (state) return UNAVAILABLE.test(state)
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('syscall' in current && NETWORK_CALLS.has(String(current.syscall))) return true
    if (CONNECTION_LOST.test(current.message)) return true
  }
  return false
}

/** The name of the constraint that a PostgreSQL error says was violated; null for other errors. */
export function violatedConstraint(error: unknown): string | null {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('constraint' in current && typeof current.constraint === 'string') return current.constraint
  }
  return null
}

/** The effects that open transactions run after their commit. */
const commitEffects = new WeakMap<Transaction, (() => void)[]>()

/**
 * Runs `effect` right after the transaction's commit, in the order of the calls, and not at all after a
 * rollback. A crash between the commit and the effect loses it, so an effect may only pass on what is also in
 * the database.
 */
export function onCommit(transaction: Transaction, effect: () => void): void {
  const effects = commitEffects.get(transaction)
  if (!effects) throw new Error('The transaction was not opened by withTransaction')
  effects.push(effect)
}

/**
 * Runs `work` in one transaction, and again, at most 3 times, after a deadlock or serialization failure. So
 * `work` must have no effects outside of the transaction, except by `onCommit`.
 */
export async function withTransaction<Result>(
  database: Database,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    const effects: (() => void)[] = []
    try {
      const result = await traceStep('transaction', () =>
        runTransaction(database, (transaction) => {
          commitEffects.set(transaction, effects)
          return work(transaction)
        }),
      )
      for (const effect of effects) effect()
      return result
    } catch (error) {
      if (attempt > RETRIES || !RETRIED_CODES.has(sqlState(error) ?? '')) throw error
    }
  }
}
