import { DAY_MS } from '@tendwell/contract/time'
import { and, eq, inArray, lte } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import type { Reader, Transaction } from '../../platform/database/database.ts'
import { newId } from '../sandbox/ids.ts'
import type { CheckedPerson, CheckOrder, CheckResult } from './port.ts'
import { sandboxChecks } from './tables.ts'

export type SandboxCheck = typeof sandboxChecks.$inferSelect
type EventDeps = Pick<Deps, 'clock' | 'jobs'>

const PAGE_DAYS = 7

/** Opens a check; a repeated key returns the one that it opened at first. */
export async function insertCheck(
  transaction: Transaction,
  { checkId, returnUrl }: CheckOrder,
  idempotencyKey: string,
  now: Date,
): Promise<SandboxCheck> {
  const expiresAt = new Date(now.getTime() + PAGE_DAYS * DAY_MS)
  const [check] = await transaction
    .insert(sandboxChecks)
    .values({ id: newId('bgc'), idempotencyKey, checkId, returnUrl, expiresAt, createdAt: now })
    // The update changes nothing, but makes RETURNING give the existing row.
    .onConflictDoUpdate({ target: sandboxChecks.idempotencyKey, set: { idempotencyKey } })
    .returning()
  return check as SandboxCheck
}

export async function findCheck(reader: Reader, id: string): Promise<SandboxCheck | null> {
  const [check] = await reader.select().from(sandboxChecks).where(eq(sandboxChecks.id, id))
  return check ?? null
}

/** For each new result, the earlier results that it may replace. */
const REPLACEABLE = {
  clear: ['waiting', 'needs_review'],
  needs_review: ['waiting', 'clear'],
  canceled: ['waiting', 'clear'],
} as const satisfies Record<string, readonly CheckResult[]>

/**
 * Ends a check with a result and announces it. An agreement on the page is announced as well, as providers
 * do.
 * @param person the details that were typed on the page; without them, those of an earlier result stay
 */
export async function completeCheck(
  transaction: Transaction,
  deps: EventDeps,
  id: string,
  result: keyof typeof REPLACEABLE,
  person?: CheckedPerson,
): Promise<void> {
  const { rowCount } = await transaction
    .update(sandboxChecks)
    .set({ result, completedAt: deps.clock.now(), ...person })
    .where(and(eq(sandboxChecks.id, id), inArray(sandboxChecks.result, REPLACEABLE[result])))
  if (rowCount !== 1) return
  await emit(transaction, deps, id, 'check.started')
  await emit(transaction, deps, id, `check.${result}`)
}

/** Ends the checks whose page nobody completed within `PAGE_DAYS`. */
export async function expireChecks(transaction: Transaction, deps: EventDeps): Promise<void> {
  const now = deps.clock.now()
  const expiredChecks = await transaction
    .update(sandboxChecks)
    .set({ result: 'expired', completedAt: now })
    .where(and(eq(sandboxChecks.result, 'waiting'), lte(sandboxChecks.expiresAt, now)))
    .returning({ id: sandboxChecks.id })
  for (const { id } of expiredChecks) await emit(transaction, deps, id, 'check.expired')
}

/** Adds the job that sends an event of a check by webhook. @param type such as `check.started` */
async function emit(
  transaction: Transaction,
  { clock, jobs }: EventDeps,
  checkId: string,
  type: string,
): Promise<void> {
  const created = Math.floor(clock.now().getTime() / 1_000)
  const event = { id: newId('evt'), type, created, check: { id: checkId } }
  await jobs.add(transaction, 'background-sandbox.deliver', { event })
}
