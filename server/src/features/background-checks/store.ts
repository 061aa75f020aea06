import { and, asc, eq, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Transaction } from '../../platform/database/database.ts'
import { tryTransition } from '../../platform/database/transition.ts'
import type { CheckEvent, OpenedCheck } from '../../ports/background-checks/port.ts'
import { MOVES } from './check.ts'
import { IS_COMPARED } from './identity.ts'
import { type BackgroundCheck, backgroundCheckEvents, backgroundChecks } from './tables.ts'

const BATCH_SIZE = 100

/** @returns null if the caregiver already has an open check */
export async function insertCheck(
  transaction: Transaction,
  values: typeof backgroundChecks.$inferInsert,
): Promise<BackgroundCheck | null> {
  const [check] = await transaction.insert(backgroundChecks).values(values).onConflictDoNothing().returning()
  return check ?? null
}

/** Records that the provider opened a check. Does nothing if that is known already. */
export async function setOpened(
  transaction: Transaction,
  id: number,
  { reference, pageUrl }: OpenedCheck,
): Promise<void> {
  await transaction
    .update(backgroundChecks)
    .set({ reference, pageUrl })
    .where(and(eq(backgroundChecks.id, id), isNull(backgroundChecks.reference)))
}

/** Of a check that staff have not decided on. */
export const UNDECIDED = { decision: null, decisionReason: null, decidedBy: null, decidedAt: null }
/** Of a check that nobody has compared with the ID. */
const UNCOMPARED = { match: null, matchedAt: null, matchedFiles: null }

/**
 * Records whom the provider checked, when it names another person than before. A `same` ends with that; a
 * `different` is final.
 */
export async function setAnotherPerson(
  transaction: Transaction,
  { id, match }: Pick<BackgroundCheck, 'id' | 'match'>,
  { name, birthDate }: { name: string; birthDate: string },
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

/** Sets a check's status from the provider's. @returns null if the check is already past it */
export function transitionCheck(
  transaction: Transaction,
  id: number,
  move: keyof typeof MOVES,
  set: Partial<BackgroundCheck>,
): Promise<BackgroundCheck | null> {
  return tryTransition(transaction, backgroundChecks, id, { ...MOVES[move], set })
}

/** Records what staff decided. @returns null unless the check waits for that */
export async function setDecision(
  transaction: Transaction,
  id: number,
  decision: Required<Pick<BackgroundCheck, 'decision' | 'decisionReason' | 'decidedBy' | 'decidedAt'>>,
): Promise<BackgroundCheck | null> {
  const [check] = await transaction
    .update(backgroundChecks)
    .set(decision)
    .where(
      and(
        eq(backgroundChecks.id, id),
        eq(backgroundChecks.status, 'needs_review'),
        isNull(backgroundChecks.decision),
      ),
    )
    .returning()
  return check ?? null
}

/**
 * Claims the provider's checks that were not read for a while: open ones since `openBefore`, those that staff
 * declined, which the provider may correct, since `declinedBefore`, and clear ones that still count since
 * `clearBefore`. Sets `read_at`, so each is claimed once per wait.
 */
export async function claimUnread(
  transaction: Transaction,
  provider: string,
  {
    now,
    openBefore,
    declinedBefore,
    clearBefore,
  }: { now: Date; openBefore: Date; declinedBefore: Date; clearBefore: Date },
): Promise<{ id: number }[]> {
  const { status, decision, readAt, validUntil } = backgroundChecks
  const isValid = sql`${validUntil} >= (${now.toISOString()}::timestamptz AT TIME ZONE 'UTC')::date`
  const isDeclined = and(
    eq(status, 'needs_review'),
    eq(decision, 'declined'),
    lt(readAt, declinedBefore),
    isValid,
  )
  const isClear = and(
    or(eq(status, 'clear'), and(eq(status, 'needs_review'), eq(decision, 'accepted'))),
    lt(readAt, clearBefore),
    isValid,
  )
  const isOpen = and(
    or(inArray(status, ['requested', 'started']), and(eq(status, 'needs_review'), isNull(decision))),
    lt(readAt, openBefore),
  )
  const due = transaction
    .select({ id: backgroundChecks.id })
    .from(backgroundChecks)
    .where(and(eq(backgroundChecks.provider, provider), or(isOpen, isDeclined, isClear)))
    .orderBy(asc(readAt))
    .limit(BATCH_SIZE)
    .for('update', { skipLocked: true })
  return transaction
    .update(backgroundChecks)
    .set({ readAt: now })
    .where(inArray(backgroundChecks.id, due))
    .returning({ id: backgroundChecks.id })
}

/**
 * Claims the checks whose badge ends by a day and whose caregiver was not reminded; those that a newer check
 * replaces are left out.
 * @param window `from` and `until` are days in UTC, both included
 */
export async function claimEnding(
  transaction: Transaction,
  now: Date,
  window: { from: string; until: string },
): Promise<BackgroundCheck[]> {
  const { status, decision, remindedAt, validUntil } = backgroundChecks
  const due = transaction
    .select({ id: backgroundChecks.id })
    .from(backgroundChecks)
    .where(
      and(
        isNull(remindedAt),
        eq(backgroundChecks.match, 'same'),
        IS_COMPARED,
        lte(validUntil, window.until),
        sql`${validUntil} >= ${window.from}`,
        or(eq(status, 'clear'), and(eq(status, 'needs_review'), eq(decision, 'accepted'))),
        sql`NOT EXISTS (
          SELECT FROM background_checks later
          WHERE later.caregiver_id = ${backgroundChecks.caregiverId} AND later.id > ${backgroundChecks.id}
            AND later.status NOT IN ('canceled', 'expired'))`,
      ),
    )
    .limit(BATCH_SIZE)
    .for('update', { skipLocked: true })
  return transaction
    .update(backgroundChecks)
    .set({ remindedAt: now })
    .where(inArray(backgroundChecks.id, due))
    .returning()
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

export async function markApplied(
  transaction: Transaction,
  provider: string,
  eventId: string,
  appliedAt: Date,
): Promise<void> {
  await transaction
    .update(backgroundCheckEvents)
    .set({ appliedAt })
    .where(and(eq(backgroundCheckEvents.provider, provider), eq(backgroundCheckEvents.eventId, eventId)))
}
