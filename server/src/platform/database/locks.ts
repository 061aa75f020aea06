/**
 * PostgreSQL's advisory locks: every key stands here, so that no two things wait for each other by accident.
 */
import { sql } from 'drizzle-orm'
import type { Transaction } from './database.ts'

/** Arbitrary numbers. */
export const LOCK_KEYS = {
  /** Only one process at a time changes the schema. */
  migrations: 7_420_001,
  /** Only one process at a time fills a database with the demo. */
  demo: 7_420_002,
  /** With the hash of a worker pool's id as its second key: pairs never meet the single keys. */
  workers: 7_420_002,
  /** One transfer of the sandbox at a time checks our balance. */
  sandboxTransfers: 7_420_006,
} as const

/** Locks by name: a seal of the audit log, whose a bank account is, what happens between two people. */
type LockName = 'audit-seals' | `bank ${string}` | `blocks:${number}:${number}`

/** Waits for a lock and holds it until the transaction ends. */
export async function lockByName(transaction: Transaction, name: LockName): Promise<void> {
  await transaction.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}

/** As `lockByName`, but several transactions can hold it together. */
export async function shareLockByName(transaction: Transaction, name: LockName): Promise<void> {
  await transaction.execute(sql`SELECT pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`)
}
