/**
 * Adds new entries of the audit log to its hash chain. A job does this after the entries are committed, so
 * that those who write entries don't wait for each other.
 * @see docs/rules/console.md#the-chain
 */

import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { and, asc, desc, gt, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Deps } from '../../../deps.ts'
import { type Reader, type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { lockByName } from '../../../platform/database/locks.ts'
import { CHAIN_START, makeSeal, type SealedEntry } from './seal.ts'
import { auditLog, auditSeals } from './tables.ts'

const BATCH_ENTRIES = 1_000
/** How often and how long the job waits for transactions that are writing entries, before it gives up. */
const WRITER_WAITS = { times: 50, ms: 100 }

/**
 * The fields of `before` and `after` that hold people's names and email addresses. An erasure removes them.
 * Changing this list would change the hashes of entries that are already sealed.
 */
export const NAMING_FIELDS = ['fullName', 'full_name', 'name', 'email', 'restoredEmail']

const namingFields = sql`${sql.param(NAMING_FIELDS)}::text[]`

/** SQL: the object of a JSON column without the fields that name people. */
const withoutNames = (json: PgColumn) =>
  sql`CASE jsonb_typeof(${json}) WHEN 'object' THEN ${json} - ${namingFields} ELSE ${json} END`
/** SQL: the object of a JSON column with only the fields that name people. */
const onlyNames = (json: PgColumn) =>
  sql`CASE jsonb_typeof(${json}) WHEN 'object' THEN
    (SELECT jsonb_object_agg(key, value) FROM jsonb_each(${json}) WHERE key = ANY (${namingFields})) END`

/**
 * The columns that read an entry as the texts that are hashed. PostgreSQL writes equal JSONB as equal text,
 * and the time is written in UTC, whatever the zone of the database session.
 */
export const sealedFields = {
  id: auditLog.id,
  body: sql<string>`jsonb_build_array(${auditLog.id},
    to_char(${auditLog.at} AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'), ${auditLog.actorId}, ${auditLog.actorEmail},
    ${auditLog.action}, ${auditLog.subject}, ${withoutNames(auditLog.before)}, ${withoutNames(auditLog.after)})::text`,
  address: sql<string>`coalesce(${auditLog.address}, '')`,
  names: sql<string>`jsonb_build_array(${onlyNames(auditLog.before)}, ${onlyNames(auditLog.after)})::text`,
}

/**
 * Seals all entries up to the last one before which no further entry can appear. The newest hash goes to the
 * server's log, which may be kept elsewhere, so that a replaced chain can be noticed.
 * @returns how many entries were sealed
 */
export async function sealAuditLog({ database, log }: Pick<Deps, 'database' | 'log'>): Promise<number> {
  const settledId = await findSettledEntryId(database)
  for (let sealedCount = 0; ; ) {
    const hashes = await withTransaction(database, (transaction) => sealBatch(transaction, settledId))
    sealedCount += hashes.length
    if (hashes.length > 0) log.info({ entries: hashes.length, hash: hashes.at(-1) }, 'sealed the audit log')
    if (hashes.length < BATCH_ENTRIES) return sealedCount
  }
}

/**
 * Finds the last entry before which no further entry can appear. An entry gets its id before its transaction
 * commits, so an entry with a lower id may be committed later. Each transaction that writes an entry holds a
 * lock on the table until it ends. Once the transactions that hold the lock now have ended, every id up to
 * the highest one of now is settled.
 * @returns the entry's id; 0 if a transaction takes longer than 5 seconds
 */
async function findSettledEntryId(reader: Reader): Promise<number> {
  const [highest] = await reader.select({ id: sql<number>`coalesce(max(${auditLog.id}), 0)` }).from(auditLog)
  let writers = await listWriters(reader)
  for (let times = 0; writers.length > 0; times += 1) {
    if (times === WRITER_WAITS.times) return 0
    await pause(WRITER_WAITS.ms)
    const stillWriting = new Set(await listWriters(reader))
    writers = writers.filter((writer) => stillWriting.has(writer))
  }
  return highest?.id ?? 0
}

/**
 * The ids of running transactions that have written to the audit log, or are about to: an INSERT takes the
 * table's `RowExclusiveLock`.
 */
async function listWriters(reader: Reader): Promise<string[]> {
  const { rows } = await reader.execute<{ writer: string }>(sql`
    SELECT virtualtransaction AS writer FROM pg_locks
    WHERE locktype = 'relation' AND relation = 'audit_log'::regclass AND mode = 'RowExclusiveLock'
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`)
  return rows.map(({ writer }) => writer)
}

/** Seals the next entries, at most 1,000, up to `untilId`. @returns their hashes, in order */
async function sealBatch(transaction: Transaction, untilId: number): Promise<string[]> {
  await lockSeals(transaction)
  const [lastSeal] = await transaction
    .select({ entryId: auditSeals.entryId, hash: auditSeals.hash })
    .from(auditSeals)
    .orderBy(desc(auditSeals.entryId))
    .limit(1)
  const entries: SealedEntry[] = await transaction
    .select(sealedFields)
    .from(auditLog)
    .where(and(gt(auditLog.id, lastSeal?.entryId ?? 0), lte(auditLog.id, untilId)))
    .orderBy(asc(auditLog.id))
    .limit(BATCH_ENTRIES)
  let previousHash = lastSeal?.hash ?? CHAIN_START
  const rows = entries.map((entry) => {
    const [addressSalt, namesSalt] = [makeSalt(), makeSalt()]
    const seal = makeSeal(previousHash, entry, { address: addressSalt, names: namesSalt })
    previousHash = seal.hash
    return { ...seal, addressSalt, namesSalt }
  })
  if (rows.length > 0) await transaction.insert(auditSeals).values(rows)
  return rows.map(({ hash }) => hash)
}

const makeSalt = () => randomBytes(16).toString('hex')

/**
 * Locks the chain until the transaction ends, so that two nodes don't seal at the same time, and no erasure
 * empties an entry while it is sealed.
 */
async function lockSeals(transaction: Transaction): Promise<void> {
  await lockByName(transaction, 'audit-seals')
}

/**
 * Locks the chain until the erasure's transaction ends, so that each entry is sealed either before it is
 * emptied or after.
 * @see docs/rules/own-data.md#what-an-erasure-leaves
 */
export const lockForErasure = lockSeals

/**
 * Deletes salts of entries that an erasure emptied, so that the erased texts can't be guessed from hashes.
 * @param kind which of an entry's two salts
 * @param entries a condition that matches the emptied entries in the audit log
 */
export async function forgetSalts(
  transaction: Transaction,
  kind: 'addressSalt' | 'namesSalt',
  entries: SQL | undefined,
): Promise<void> {
  const emptied = transaction.select({ id: auditLog.id }).from(auditLog).where(entries)
  await transaction
    .update(auditSeals)
    .set({ [kind]: null })
    .where(and(inArray(auditSeals.entryId, emptied), sql`${auditSeals[kind]} IS NOT NULL`))
}
