/**
 * Chains new entries of the audit log, some seconds behind it, so that nobody who writes one waits.
 * @see docs/rules/console.md#the-chain
 */

import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { and, asc, desc, gt, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Deps } from '../../../deps.ts'
import { type Reader, type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { lockByName } from '../../../platform/database/locks.ts'
import { CHAIN_START, type SealedEntry, seal } from './seal.ts'
import { auditLog, auditSeals } from './tables.ts'

const BATCH_ENTRIES = 1_000
/** How long entries of transactions under way are waited for. What comes later is sealed the next time. */
const WAITS = { times: 50, ms: 100 }

/**
 * The fields of before and after that hold names and addresses of people. An erasure removes them. Seals
 * depend on this list.
 */
export const NAMING_FIELDS = ['fullName', 'full_name', 'name', 'email', 'restoredEmail']

const namingFields = sql`${sql.param(NAMING_FIELDS)}::text[]`

/** An object without the fields that name people, or only these. */
const without = (json: PgColumn) =>
  sql`CASE jsonb_typeof(${json}) WHEN 'object' THEN ${json} - ${namingFields} ELSE ${json} END`
const only = (json: PgColumn) =>
  sql`CASE jsonb_typeof(${json}) WHEN 'object' THEN
    (SELECT jsonb_object_agg(key, value) FROM jsonb_each(${json}) WHERE key = ANY (${namingFields})) END`

/**
 * An entry as the chain reads it. The text of JSONB is canonical, and the time doesn't depend on the
 * session's zone.
 */
export const sealedFields = {
  id: auditLog.id,
  body: sql<string>`jsonb_build_array(${auditLog.id},
    to_char(${auditLog.at} AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'), ${auditLog.actorId}, ${auditLog.actorEmail},
    ${auditLog.action}, ${auditLog.subject}, ${without(auditLog.before)}, ${without(auditLog.after)})::text`,
  address: sql<string>`coalesce(${auditLog.address}, '')`,
  names: sql<string>`jsonb_build_array(${only(auditLog.before)}, ${only(auditLog.after)})::text`,
}

/**
 * Seals all entries that were written when it is called and whose neighbors are settled. The last hash goes
 * to the server's log, which may be kept elsewhere.
 * @returns how many it sealed
 */
export async function sealAuditLog({ database, log }: Pick<Deps, 'database' | 'log'>): Promise<number> {
  const until = await findSettled(database)
  for (let sealed = 0; ; ) {
    const hashes = await withTransaction(database, (transaction) => sealBatch(transaction, until))
    sealed += hashes.length
    if (hashes.length > 0) log.info({ entries: hashes.length, hash: hashes.at(-1) }, 'sealed the audit log')
    if (hashes.length < BATCH_ENTRIES) return sealed
  }
}

/**
 * The last entry before which none can appear any more. An entry gets its number before its transaction
 * commits, and until then the transaction holds its lock on the table; so once those that held one have
 * ended, there are no gaps to fill.
 * @returns 0 if some take too long
 */
async function findSettled(reader: Reader): Promise<number> {
  const [last] = await reader.select({ id: sql<number>`coalesce(max(${auditLog.id}), 0)` }).from(auditLog)
  let writers = await listWriters(reader)
  for (let times = 0; writers.length > 0; times += 1) {
    if (times === WAITS.times) return 0
    await pause(WAITS.ms)
    const left = new Set(await listWriters(reader))
    writers = writers.filter((writer) => left.has(writer))
  }
  return last?.id ?? 0
}

/** The transactions under way that have written to the audit log, or are about to. */
async function listWriters(reader: Reader): Promise<string[]> {
  const { rows } = await reader.execute<{ writer: string }>(sql`
    SELECT virtualtransaction AS writer FROM pg_locks
    WHERE locktype = 'relation' AND relation = 'audit_log'::regclass AND mode = 'RowExclusiveLock'
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`)
  return rows.map(({ writer }) => writer)
}

/** Seals the next entries. @returns their hashes, in order */
async function sealBatch(transaction: Transaction, until: number): Promise<string[]> {
  await lockSeals(transaction)
  const [last] = await transaction
    .select({ entryId: auditSeals.entryId, hash: auditSeals.hash })
    .from(auditSeals)
    .orderBy(desc(auditSeals.entryId))
    .limit(1)
  const entries: SealedEntry[] = await transaction
    .select(sealedFields)
    .from(auditLog)
    .where(and(gt(auditLog.id, last?.entryId ?? 0), lte(auditLog.id, until)))
    .orderBy(asc(auditLog.id))
    .limit(BATCH_ENTRIES)
  let previous = last?.hash ?? CHAIN_START
  const rows = entries.map((entry) => {
    const [addressSalt, namesSalt] = [makeSalt(), makeSalt()]
    const sealed = seal(previous, entry, { address: addressSalt, names: namesSalt })
    previous = sealed.hash
    return { ...sealed, addressSalt, namesSalt }
  })
  if (rows.length > 0) await transaction.insert(auditSeals).values(rows)
  return rows.map(({ hash }) => hash)
}

const makeSalt = () => randomBytes(16).toString('hex')

/** One after another: two nodes that seal, and an erasure that empties what would be sealed. */
async function lockSeals(transaction: Transaction): Promise<void> {
  await lockByName(transaction, 'audit-seals')
}

/**
 * Locks the chain until the erasure's transaction has ended, so that an entry is sealed before it is emptied
 * or after.
 * @see docs/rules/own-data.md#what-an-erasure-leaves
 */
export const lockForErasure = lockSeals

/**
 * Forgets the salts of emptied entries, so that nothing can be guessed from their hashes.
 * @param entries matches the entries in the audit log
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
