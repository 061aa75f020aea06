/** Verifies the audit log by its hash chain. @see docs/rules/console.md#the-chain */

import type { SQL } from 'drizzle-orm'
import { and, asc, gt, lte, sql } from 'drizzle-orm'
import { openDatabase, type Reader, runTransaction } from '../../../platform/database/database.ts'
import type { Log } from '../../../platform/log.ts'
import { users } from '../tables.ts'
import { CHAIN_START, hashErasable, hashInChain, type SealedEntry } from './seal.ts'
import { sealedFields } from './sealing.ts'
import { auditLog, auditSeals } from './tables.ts'
import { isLongUnsealed } from './unsealed.ts'

/** How many ids are read at once, so that memory stays small. */
const RANGE_IDS = 5_000
/** The lowest `integer` of PostgreSQL. */
const LEAST_ID = -(2 ** 31)
/** The `names` text of an entry in which no field names a person. */
const NO_NAMES = '[null, null]'

type SealRow = typeof auditSeals.$inferSelect
/** `mayBeEmptied`: an erasure may have emptied the entry. */
type Entry = SealedEntry & { mayBeEmptied: boolean }

export type AuditVerification = {
  /** What is wrong with the first entry that doesn't match the chain; null if all entries match. */
  problem: string | null
  sealed: number
  unsealed: number
  /**
   * How many of the unsealed entries are older than an hour by the database's clock. A running server seals
   * each minute, so there should be none.
   */
  overdue: number
  /** The hash of the last entry that matches. */
  head: string
  /** Whether the wanted hash is in the chain; true if none was asked for. */
  hasWantedHash: boolean
}

/**
 * Compares each sealed entry of the audit log with its seal, up to the first that doesn't match.
 * @param wantedHash a hash that was written down earlier; the result says whether it is still in the chain
 */
async function verifyAuditLog(reader: Reader, wantedHash?: string): Promise<AuditVerification> {
  const state = {
    problem: await findGuardProblem(reader),
    sealed: 0,
    head: CHAIN_START,
    hasWantedHash: !wantedHash,
  }
  const lastSealedId = await findLastSealedId(reader)
  for (const { after, through } of listIdRanges(lastSealedId)) {
    if (state.problem) break
    const entries = new Map((await readEntries(reader, after, through)).map((entry) => [entry.id, entry]))
    const seals = new Map((await readSeals(reader, after, through)).map((row) => [row.entryId, row]))
    const ids = [...new Set([...entries.keys(), ...seals.keys()])].sort((one, other) => one - other)
    for (const id of ids) {
      state.problem = findMismatch(state.head, id, entries.get(id), seals.get(id))
      if (state.problem) break
      state.head = seals.get(id)?.hash ?? ''
      state.sealed += 1
      if (state.head === wantedHash) state.hasWantedHash = true
    }
  }
  const { rows } = await reader.execute<{ now: string }>(sql`SELECT now()`)
  return {
    ...state,
    unsealed: await reader.$count(auditLog, gt(auditLog.id, lastSealedId)),
    overdue: await reader.$count(auditLog, isLongUnsealed(new Date(rows[0]?.now ?? 0))),
  }
}

/**
 * Ranges of entry ids up to the last seal: above `after`, up to and including `through`. The first range
 * starts at the lowest integer, so that entries that somebody inserted with ids below 1 are seen too.
 */
function* listIdRanges(lastSealedId: number): Generator<{ after: number; through: number }> {
  let after = LEAST_ID
  for (let through = RANGE_IDS; after < lastSealedId; through += RANGE_IDS) {
    yield { after, through: Math.min(through, lastSealedId) }
    after = through
  }
}

/**
 * Verifies the audit log on a connection of its own, because reading a large log takes longer than the
 * connection pool allows for a statement. All is read in one snapshot.
 * @param options.limitMs how long a statement may take
 * @param options.wantedHash see `verifyAuditLog`
 * @throws if the database can't be reached or a statement takes too long
 */
export async function verifyAuditLogAt(
  url: string,
  log: Log,
  { limitMs, wantedHash }: { limitMs: number; wantedHash: string | undefined },
): Promise<AuditVerification> {
  const database = openDatabase(url, log, { max: 1, query_timeout: limitMs })
  try {
    return await runTransaction(
      database,
      async (transaction) => {
        await transaction.execute(sql.raw(`SET LOCAL statement_timeout = ${limitMs}`))
        return verifyAuditLog(transaction, wantedHash)
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    )
  } finally {
    await database.$client.end()
  }
}

/**
 * Says what is wrong with an entry or its seal; null if they match.
 * @param previousHash the hash of the entry before
 */
function findMismatch(
  previousHash: string,
  id: number,
  entry: Entry | undefined,
  seal: SealRow | undefined,
): string | null {
  if (!entry) return `entry ${id} was deleted`
  if (!seal) return `entry ${id} has no seal: it was added later, or its seal was deleted`
  if (hashInChain(previousHash, entry, seal) !== seal.hash) {
    return `entry ${id} doesn't fit: it was changed, or what stood before it was deleted`
  }
  // Without a salt, an erasure must have emptied the text.
  const fits = (salt: string | null, hash: string, text: string, emptyText: string) =>
    salt === null ? text === emptyText && entry.mayBeEmptied : hashErasable(salt, text) === hash
  if (!fits(seal.addressSalt, seal.addressHash, entry.address, '')) {
    return `the network address of entry ${id} was changed`
  }
  return fits(seal.namesSalt, seal.namesHash, entry.names, NO_NAMES)
    ? null
    : `a name or an email in entry ${id} was changed`
}

async function findLastSealedId(reader: Reader): Promise<number> {
  const [last] = await reader
    .select({ entryId: sql<number>`coalesce(max(${auditSeals.entryId}), 0)` })
    .from(auditSeals)
  return last?.entryId ?? 0
}

/** SQL: the user id in an entry's subject, such as 12 in `user:12`; NULL for other subjects. */
const subjectUserId = sql`CASE WHEN ${auditLog.subject} ~ '^user:\\d{1,9}$' THEN substr(${auditLog.subject}, 6)::int END`
const hasClosedAccount = (id: SQL | typeof auditLog.actorId) =>
  sql`EXISTS (SELECT FROM ${users} WHERE ${users.id} = ${id} AND ${users.closedAt} IS NOT NULL)`

/**
 * Matches entries that an erasure may have emptied: those by or about people who closed their account, and
 * those about invitations and changes of the staff.
 */
const mayBeEmptied = sql<boolean>`(${auditLog.subject} ~ '^(invitation|staff-change):'
  OR ${hasClosedAccount(auditLog.actorId)} OR ${hasClosedAccount(subjectUserId)})`

const isInRange = (id: typeof auditLog.id | typeof auditSeals.entryId, after: number, through: number): SQL =>
  and(gt(id, after), lte(id, through)) as SQL

function readEntries(reader: Reader, after: number, through: number): Promise<Entry[]> {
  return reader
    .select({ ...sealedFields, mayBeEmptied })
    .from(auditLog)
    .where(isInRange(auditLog.id, after, through))
    .orderBy(asc(auditLog.id))
}

function readSeals(reader: Reader, after: number, through: number): Promise<SealRow[]> {
  return reader
    .select()
    .from(auditSeals)
    .where(isInRange(auditSeals.entryId, after, through))
    .orderBy(asc(auditSeals.entryId))
}

/** The triggers that refuse changes and deletions of rows in the log and its chain. */
const GUARDS = [
  { name: 'audit_log_immutable', table: 'public.audit_log' },
  { name: 'audit_seals_immutable', table: 'public.audit_seals' },
]
const GUARD_FUNCTION = 'public.refuse_change_but_erasure'
/**
 * The bits of `pg_trigger.tgtype`: BEFORE, DELETE, UPDATE, TRUNCATE. Without the bit 1: FOR EACH STATEMENT.
 */
const GUARD_TYPE = 2 + 8 + 16 + 32

/**
 * Says which of the triggers doesn't guard its table; null if all do. The name alone isn't enough: the
 * trigger must be on the right table, call the right function for all changes without a condition, and be
 * enabled.
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
