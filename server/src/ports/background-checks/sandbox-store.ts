import { randomBytes } from 'node:crypto'
import { DAY_MS } from '@tendwell/contract/time'
import { and, eq, inArray, lte } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import type { Reader, Transaction } from '../../platform/database/database.ts'
import type { CheckedPerson, CheckOrder, CheckResult } from './port.ts'
import { sandboxCheckEvents, sandboxChecks } from './tables.ts'

export type SandboxCheck = typeof sandboxChecks.$inferSelect
type EventDeps = Pick<Deps, 'clock' | 'jobs'>

const PAGE_DAYS = 7
const BATCH_SIZE = 100

const newId = (prefix: string) => `${prefix}_test_${randomBytes(18).toString('hex')}`

/** Opens a check; a repeated key returns the same one. */
export async function insertCheck(
  transaction: Transaction,
  { checkId, returnUrl }: CheckOrder,
  idempotencyKey: string,
  now: Date,
): Promise<SandboxCheck> {
  const expiresAt = new Date(now.getTime() + PAGE_DAYS * DAY_MS)
  await transaction
    .insert(sandboxChecks)
    .values({ id: newId('bgc'), idempotencyKey, checkId, returnUrl, expiresAt, createdAt: now })
    .onConflictDoNothing({ target: sandboxChecks.idempotencyKey })
  const [check] = await transaction
    .select()
    .from(sandboxChecks)
    .where(eq(sandboxChecks.idempotencyKey, idempotencyKey))
  return check as SandboxCheck
}

export async function findCheck(reader: Reader, id: string): Promise<SandboxCheck | null> {
  const [check] = await reader.select().from(sandboxChecks).where(eq(sandboxChecks.id, id))
  return check ?? null
}

/** Which results a new one may replace. */
const BEFORE: Record<Exclude<CheckResult, 'waiting' | 'processing'>, CheckResult[]> = {
  clear: ['waiting', 'needs_review'],
  needs_review: ['waiting', 'clear'],
  canceled: ['waiting', 'clear'],
  expired: ['waiting'],
}

/**
 * Ends a check with a result and announces it. An agreement on the page is announced as well, as providers
 * do.
 * @param person who gave their details on the page; without it, those of an earlier result stay
 * @returns false if the check has ended already
 */
export async function completeCheck(
  transaction: Transaction,
  deps: EventDeps,
  id: string,
  result: keyof typeof BEFORE,
  person?: CheckedPerson,
): Promise<boolean> {
  const now = deps.clock.now()
  const { rowCount } = await transaction
    .update(sandboxChecks)
    .set({ result, completedAt: now, ...person })
    .where(and(eq(sandboxChecks.id, id), inArray(sandboxChecks.result, BEFORE[result])))
  if (rowCount !== 1) return false
  if (result !== 'expired') await emit(transaction, deps, id, 'check.started')
  await emit(transaction, deps, id, `check.${result}`)
  return true
}

/** Stores an event and adds the job that delivers it. */
async function emit(transaction: Transaction, deps: EventDeps, checkId: string, type: string): Promise<void> {
  const id = newId('evt')
  const createdAt = deps.clock.now()
  const payload = { id, type, created: Math.floor(createdAt.getTime() / 1_000), check: { id: checkId } }
  await transaction.insert(sandboxCheckEvents).values({ id, checkId, payload, createdAt })
  await deps.jobs.add(transaction, 'background-sandbox.deliver', { eventId: id })
}

export async function findEvent(reader: Reader, id: string) {
  const [event] = await reader.select().from(sandboxCheckEvents).where(eq(sandboxCheckEvents.id, id))
  return event ?? null
}

export async function markDelivered(transaction: Transaction, id: string, deliveredAt: Date): Promise<void> {
  await transaction.update(sandboxCheckEvents).set({ deliveredAt }).where(eq(sandboxCheckEvents.id, id))
}

/** Ends the checks whose page has waited too long. */
export async function expireChecks(transaction: Transaction, deps: EventDeps): Promise<void> {
  const due = await transaction
    .select({ id: sandboxChecks.id })
    .from(sandboxChecks)
    .where(and(eq(sandboxChecks.result, 'waiting'), lte(sandboxChecks.expiresAt, deps.clock.now())))
    .limit(BATCH_SIZE)
    .for('update', { skipLocked: true })
  for (const { id } of due) await completeCheck(transaction, deps, id, 'expired')
}
