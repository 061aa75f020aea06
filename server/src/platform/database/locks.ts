/**
 * PostgreSQL's advisory locks. All their keys are in this file, so that no two uses share a key by accident.
 */
import { sql } from 'drizzle-orm'
import type { Transaction } from './database.ts'

/** The keys of locks that have a number; the numbers are arbitrary. */
export const LOCK_KEYS = {
  /** Only one process at a time changes the schema. */
  migrations: 7_420_001,
  /** Only one process at a time fills a database with the demo. */
  demo: 7_420_002,
  /**
   * Used with the hash of a worker pool's id as a second key. PostgreSQL keeps pairs apart from single keys.
   */
  workers: 7_420_002,
  /** Only one transfer of the payment sandbox at a time checks our balance. */
  sandboxTransfers: 7_420_006,
} as const

/**
 * The names of locks that have a name: for sealing the audit log, for who has a bank account, and for
 * messages or blocks between two people.
 */
type LockName = 'audit-seals' | `bank ${string}` | `blocks:${number}:${number}`

/** Waits for a lock and holds it until the transaction ends. */
export async function lockByName(transaction: Transaction, name: LockName): Promise<void> {
  await transaction.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}

/** Like `lockByName`, but several transactions can hold the lock at the same time. */
export async function shareLockByName(transaction: Transaction, name: LockName): Promise<void> {
  await transaction.execute(sql`SELECT pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`)
}
