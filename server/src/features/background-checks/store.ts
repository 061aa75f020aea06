import { addDays, DAY_MS, MINUTE_MS } from '@tendwell/contract/time'
import { and, asc, eq, inArray, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../../platform/database/database.ts'
import { tryTransition } from '../../platform/database/transition.ts'
import type { CheckEvent, CheckedPerson, OpenedCheck } from '../../ports/background-checks/port.ts'
import { RENEWAL_DAYS, TRANSITIONS, toDay } from './check.ts'
import { hasNoLater, IS_DECLINED, IS_OPEN, isConfirmedOn, isValidOn } from './conditions.ts'
import { type BackgroundCheck, backgroundCheckEvents, backgroundChecks } from './tables.ts'

const BATCH_SIZE = 100

/** After how long a check is read again at the provider. `valid`: a check that was clear or accepted. */
const READ_AGAIN_MS = { open: 30 * MINUTE_MS, declined: DAY_MS, valid: 30 * DAY_MS }

/** @returns null if the caregiver already has an open check */
export async function insertCheck(
  transaction: Transaction,
  values: typeof backgroundChecks.$inferInsert,
): Promise<BackgroundCheck | null> {
  const [check] = await transaction.insert(backgroundChecks).values(values).onConflictDoNothing().returning()
  return check ?? null
}

/** Records that the provider opened a check. Does nothing if that is known already. */
export async function recordOpening(
  transaction: Transaction,
  id: number,
  { reference, pageUrl }: OpenedCheck,
): Promise<void> {
  await transaction
    .update(backgroundChecks)
    .set({ reference, pageUrl })
    .where(and(eq(backgroundChecks.id, id), isNull(backgroundChecks.reference)))
}

/** The columns of a check that staff have not decided on. */
export const UNDECIDED = { decision: null, decisionReason: null, decidedBy: null, decidedAt: null }
/** The columns of a check that nobody has compared with the ID. */
const UNCOMPARED = { match: null, matchedAt: null, matchedFiles: null }

/**
 * Records that the provider names another person than before. If staff found the earlier person to be the one
 * on the ID, they have to compare again. If they found another person than on the ID, that is final.
 */
export async function replacePerson(
  transaction: Transaction,
  { id, match }: Pick<BackgroundCheck, 'id' | 'match'>,
  { name, birthDate }: CheckedPerson,
): Promise<void> {
  await transaction
    .update(backgroundChecks)
    .set({ checkedName: name, checkedBirthDate: birthDate, ...(match === 'same' && UNCOMPARED) })
    .where(eq(backgroundChecks.id, id))
}

/** Locks a check until the transaction ends. */
export async function lockCheck(transaction: Transaction, id: number): Promise<BackgroundCheck | null> {
  const [check] = await transaction
    .select()
    .from(backgroundChecks)
    .where(eq(backgroundChecks.id, id))
    .for('update')
  return check ?? null
}

/** Changes a check's status by the provider's result. @returns null if its present status doesn't allow it */
export function transitionCheck(
  transaction: Transaction,
  id: number,
  result: keyof typeof TRANSITIONS,
  set: Partial<BackgroundCheck>,
): Promise<BackgroundCheck | null> {
  return tryTransition(transaction, backgroundChecks, id, { ...TRANSITIONS[result], set })
}

/** Records what staff decided on a result. @returns false if the result doesn't wait for a decision */
export async function setDecision(
  transaction: Transaction,
  id: number,
  decision: Pick<BackgroundCheck, 'decision' | 'decisionReason' | 'decidedBy' | 'decidedAt'>,
): Promise<boolean> {
  const { status, decision: decisionColumn } = backgroundChecks
  const { rowCount } = await transaction
    .update(backgroundChecks)
    .set(decision)
    .where(and(eq(backgroundChecks.id, id), eq(status, 'needs_review'), isNull(decisionColumn)))
  return rowCount === 1
}

/** Records what staff found when they compared a check with an ID. */
export async function setMatch(
  transaction: Transaction,
  id: number,
  match: Pick<BackgroundCheck, 'match' | 'matchedAt' | 'matchedFiles'>,
): Promise<void> {
  await transaction.update(backgroundChecks).set(match).where(eq(backgroundChecks.id, id))
}

/**
 * Changes up to 100 matching checks, first those that were not read for longest.
 * @returns the changed rows
 */
function updateBatch(
  transaction: Transaction,
  where: SQL | undefined,
  set: Partial<BackgroundCheck>,
): Promise<BackgroundCheck[]> {
  const batch = transaction
    .select({ id: backgroundChecks.id })
    .from(backgroundChecks)
    .where(where)
    .orderBy(asc(backgroundChecks.readAt))
    .limit(BATCH_SIZE)
    .for('update', { skipLocked: true })
  return transaction.update(backgroundChecks).set(set).where(inArray(backgroundChecks.id, batch)).returning()
}

/**
 * Claims the checks that are due to be read again at the provider, so that no other process reads them too.
 */
export function claimChecksToRead(
  transaction: Transaction,
  provider: string,
  now: Date,
): Promise<BackgroundCheck[]> {
  const isUnreadFor = (ms: number) => lt(backgroundChecks.readAt, new Date(now.getTime() - ms))
  // A result has this date, a year after it was completed, also if it was declined.
  const isOfPastYear = sql`${backgroundChecks.validUntil} >= ${toDay(now)}`
  const isDue = or(
    and(IS_OPEN, isUnreadFor(READ_AGAIN_MS.open)),
    and(IS_DECLINED, isOfPastYear, isUnreadFor(READ_AGAIN_MS.declined)),
    and(isValidOn(toDay(now)), isUnreadFor(READ_AGAIN_MS.valid)),
  )
  return updateBatch(transaction, and(eq(backgroundChecks.provider, provider), isDue), { readAt: now })
}

/**
 * Claims the checks that end within 30 days and whose caregivers were not reminded, unless a newer check
 * replaces them.
 */
export function claimEndingChecks(transaction: Transaction, now: Date): Promise<BackgroundCheck[]> {
  const { remindedAt, validUntil } = backgroundChecks
  const today = toDay(now)
  const isEnding = and(
    isNull(remindedAt),
    lte(validUntil, addDays(today, RENEWAL_DAYS)),
    isConfirmedOn(today),
    hasNoLater(sql`later.status NOT IN ('canceled', 'expired')`),
  )
  return updateBatch(transaction, isEnding, { remindedAt: now })
}

/** @returns false if the event was already stored */
export async function insertEvent(
  transaction: Transaction,
  provider: string,
  { id, type, reference }: CheckEvent,
  receivedAt: Date,
): Promise<boolean> {
  const { rowCount } = await transaction
    .insert(backgroundCheckEvents)
    .values({ provider, eventId: id, type, reference, receivedAt })
    .onConflictDoNothing()
  return rowCount === 1
}
