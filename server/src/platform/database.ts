import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Log } from './log.ts'

export type Database = NodePgDatabase & { $client: pg.Pool }
/** An open transaction: the required first argument of every store function. */
export type Transaction = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0]
/** What a read may run on. */
export type Reader = Database | Transaction

const RETRIES = 3
/** Serialization failure and deadlock: the whole transaction may simply run again. */
const RETRIED_CODES = new Set(['40001', '40P01'])

const CONNECT_TIMEOUT_MS = 2_000
/** Compiling a search takes longer than running it, and on today's disks any page is as near as the next. */
const PLANNER_SETTINGS = '-c jit=off -c random_page_cost=1.1'
const BOUNDS = '-c statement_timeout=5s -c lock_timeout=2s -c idle_in_transaction_session_timeout=10s'
const SESSION_SETTINGS = `${BOUNDS} -c timezone=UTC ${PLANNER_SETTINGS}`

/** A pool with a bound on everything (trust.md). @param url PostgreSQL's address */
export function openDatabase(url: string, log: Log, { size = 20 }: { size?: number } = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    options: SESSION_SETTINGS,
    application_name: 'tendwell',
  })
  const lost = (error: Error) => log.warn({ err: error }, 'a database connection was lost')
  pool.on('error', lost)
  pool.on('connect', (client) => client.on('error', lost))
  return drizzle(pool, { casing: 'snake_case' })
}

/** PostgreSQL's SQLSTATE of an error, also of one that drizzle has wrapped; null for any other. */
export function sqlState(error: unknown): string | null {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (!('code' in current) || 'syscall' in current) continue
    if (typeof current.code === 'string' && /^[0-9A-Z]{5}$/.test(current.code)) {
      return current.code
    }
  }
  return null
}

/** Text in a LIKE pattern, none of it taken as a wildcard. */
export function literally(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** Whether the database can't be had just now: it is away, restarting, locked for too long, or the pool is empty. */
export function isUnavailable(error: unknown): boolean {
  const state = sqlState(error)
  if (state)
    return state === '55P03' || state === '57014' || state.startsWith('08') || state.startsWith('57P')
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('syscall' in current && current.syscall === 'connect') return true
    if (/timeout exceeded when trying to connect|Connection terminated/i.test(current.message)) return true
  }
  return false
}

/** The constraint that an error of PostgreSQL names, or null. */
export function violatedConstraint(error: unknown): string | null {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('constraint' in current && typeof current.constraint === 'string') return current.constraint
  }
  return null
}

/**
 * Runs `work` in one transaction; the whole is run again, at most 3 times, when PostgreSQL asks for it.
 * So `work` must have no effect but on the transaction.
 */
export async function transact<Result>(
  database: Database,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.transaction(work)
    } catch (error) {
      if (attempt > RETRIES || !RETRIED_CODES.has(sqlState(error) ?? '')) throw error
    }
  }
}
