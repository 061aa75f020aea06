/** Follows the chain of the audit log. @see docs/rules/console.md#the-chain */

import type { SQL } from 'drizzle-orm'
import { and, asc, gt, lte, sql } from 'drizzle-orm'
import { openDatabase, type Reader, runTransaction } from '../../../platform/database/database.ts'
import type { Log } from '../../../platform/log.ts'
import { users } from '../tables.ts'
import { CHAIN_START, chain, hashErasable, type SealedEntry } from './seal.ts'
import { sealedFields } from './sealing.ts'
import { auditLog, auditSeals } from './tables.ts'
import { isLongUnsealed } from './unsealed.ts'

const PART_ENTRIES = 5_000
const LEAST_ID = -(2 ** 31)
/** What is named where nothing is. */
const NO_NAMES = '[null, null]'

type SealRow = typeof auditSeals.$inferSelect
type Entry = SealedEntry & { isOfLeaver: boolean }

export type AuditVerification = {
  /** The first that doesn't fit, in words; null if all do. */
  problem: string | null
  sealed: number
  unsealed: number
  /**
   * How many of them are older than an hour by the database's clock, although a running server seals each
   * minute.
   */
  overdue: number
  /** The hash of the last seal that fits. */
  head: string
  /** Whether the hash that was looked for is in the chain; true if none was. */
  hasFound: boolean
}

/**
 * Compares each sealed entry of the audit log with the chain, up to the first that doesn't fit.
 * @param wanted a hash that was noted earlier, which must still be in the chain
 */
async function verifyAuditLog(reader: Reader, wanted?: string): Promise<AuditVerification> {
  const state = { problem: await findGuardProblem(reader), sealed: 0, head: CHAIN_START, hasFound: !wanted }
  const last = await findLastSeal(reader)
  for (const { from, until } of listParts(last)) {
    if (state.problem) break
    const entries = new Map((await readEntries(reader, from, until)).map((entry) => [entry.id, entry]))
    const seals = new Map((await readSeals(reader, from, until)).map((row) => [row.entryId, row]))
    const ids = [...new Set([...entries.keys(), ...seals.keys()])].sort((one, other) => one - other)
    for (const id of ids) {
      state.problem = compare(state.head, id, entries.get(id), seals.get(id))
      if (state.problem) break
      state.head = seals.get(id)?.hash ?? ''
      state.sealed += 1
      if (state.head === wanted) state.hasFound = true
    }
  }
  const { rows } = await reader.execute<{ now: string }>(sql`SELECT now()`)
  return {
    ...state,
    unsealed: await reader.$count(auditLog, gt(auditLog.id, last)),
    overdue: await reader.$count(auditLog, isLongUnsealed(new Date(rows[0]?.now ?? 0))),
  }
}

/** Ranges of numbers up to the last seal. The first also has what was added below the first number. */
function* listParts(last: number): Generator<{ from: number; until: number }> {
  let from = LEAST_ID
  for (let until = PART_ENTRIES; from < last; until += PART_ENTRIES) {
    yield { from, until: Math.min(until, last) }
    from = until
  }
}

/**
 * Verifies the audit log on a connection of its own, because reading a large log takes longer than the pool
 * allows a statement. All is read in one snapshot.
 * @throws if the database can't be reached or the time is up
 */
export async function verifyAuditLogAt(
  url: string,
  log: Log,
  { limitMs, wanted }: { limitMs: number; wanted: string | undefined },
): Promise<AuditVerification> {
  const database = openDatabase(url, log, { max: 1, query_timeout: limitMs })
  try {
    return await runTransaction(
      database,
      async (transaction) => {
        await transaction.execute(sql.raw(`SET LOCAL statement_timeout = ${limitMs}`))
        return verifyAuditLog(transaction, wanted)
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    )
  } finally {
    await database.$client.end()
  }
}

/**
 * What is wrong with an entry, or with its seal, behind the one with the hash `previous`; null if nothing is.
 */
function compare(
  previous: string,
  id: number,
  entry: Entry | undefined,
  sealed: SealRow | undefined,
): string | null {
  if (!entry) return `entry ${id} was deleted`
  if (!sealed) return `entry ${id} has no seal: it was added later, or its seal was deleted`
  if (chain(previous, entry, sealed) !== sealed.hash) {
    return `entry ${id} doesn't fit: it was changed, or what stood before it was deleted`
  }
  const fits = (salt: string | null, hash: string, text: string, nothing: string) =>
    salt === null ? text === nothing && entry.isOfLeaver : hashErasable(salt, text) === hash
  if (!fits(sealed.addressSalt, sealed.addressHash, entry.address, '')) {
    return `the network address of entry ${id} was changed`
  }
  return fits(sealed.namesSalt, sealed.namesHash, entry.names, NO_NAMES)
    ? null
    : `a name or an email in entry ${id} was changed`
}

async function findLastSeal(reader: Reader): Promise<number> {
  const [last] = await reader
    .select({ entryId: sql<number>`coalesce(max(${auditSeals.entryId}), 0)` })
    .from(auditSeals)
  return last?.entryId ?? 0
}

const subjectId = sql`CASE WHEN ${auditLog.subject} ~ '^user:\\d{1,9}$' THEN substr(${auditLog.subject}, 6)::int END`
const isClosed = (id: SQL | typeof auditLog.actorId) =>
  sql`EXISTS (SELECT FROM ${users} WHERE ${users.id} = ${id} AND ${users.closedAt} IS NOT NULL)`

/**
 * Entries by or about people who closed their account, and about invitations, may have been emptied by an
 * erasure.
 */
const isOfLeaver = sql<boolean>`(${auditLog.subject} ~ '^(invitation|staff-change):'
  OR ${isClosed(auditLog.actorId)} OR ${isClosed(subjectId)})`

const isPart = (id: typeof auditLog.id | typeof auditSeals.entryId, from: number, until: number): SQL =>
  and(gt(id, from), lte(id, until)) as SQL

function readEntries(reader: Reader, from: number, until: number): Promise<Entry[]> {
  return reader
    .select({ ...sealedFields, isOfLeaver })
    .from(auditLog)
    .where(isPart(auditLog.id, from, until))
    .orderBy(asc(auditLog.id))
}

function readSeals(reader: Reader, from: number, until: number): Promise<SealRow[]> {
  return reader
    .select()
    .from(auditSeals)
    .where(isPart(auditSeals.entryId, from, until))
    .orderBy(asc(auditSeals.entryId))
}

/** The triggers that refuse changes and deletions. */
const GUARDS = [
  { name: 'audit_log_immutable', table: 'public.audit_log' },
  { name: 'audit_seals_immutable', table: 'public.audit_seals' },
]
const GUARD_FUNCTION = 'public.refuse_change_but_erasure'
/** As PostgreSQL writes BEFORE UPDATE OR DELETE OR TRUNCATE, for each statement. */
const GUARD_TYPE = 2 + 8 + 16 + 32

/**
 * A trigger of the same name on another table, by another function, for fewer changes or with a condition
 * guards nothing.
 */
async function findGuardProblem(reader: Reader): Promise<string | null> {
  for (const { name, table } of GUARDS) {
    const { rows } = await reader.execute(sql`SELECT FROM pg_trigger
      WHERE tgname = ${name} AND tgrelid = to_regclass(${table}) AND tgfoid = to_regproc(${GUARD_FUNCTION})
        AND tgtype = ${GUARD_TYPE} AND tgqual IS NULL AND tgattr = ''::int2vector AND tgenabled IN ('O', 'A')`)
    if (rows.length === 0) return `the trigger ${name} is missing, disabled or another one`
  }
  return null
}
