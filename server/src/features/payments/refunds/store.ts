import { DAY_MS, HOUR_MS, MINUTE_MS } from '@tendwell/contract/time'
import { and, asc, eq, inArray, isNull, lte, or } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import { transition } from '../../../platform/database/transition.ts'
import { notFound } from '../../../platform/errors.ts'
import { type Refund, refunds } from '../tables.ts'
import { REFUND_TRANSITIONS, type RefundAction } from './refund.ts'

const BATCH_SIZE = 200

/** @returns null if a refund with this key exists */
export async function insertRefund(
  transaction: Transaction,
  values: typeof refunds.$inferInsert,
): Promise<Refund | null> {
  const [refund] = await transaction.insert(refunds).values(values).onConflictDoNothing().returning()
  return refund ?? null
}

/** @throws AppError 404 */
export async function lockRefund(transaction: Transaction, id: number): Promise<Refund> {
  const [refund] = await transaction.select().from(refunds).where(eq(refunds.id, id)).for('update')
  if (!refund) throw notFound()
  return refund
}

type Changes = Partial<
  Pick<
    Refund,
    'amountCents' | 'borneCents' | 'refusals' | 'askedAt' | 'providerRefundId' | 'reference' | 'failureReason'
  >
>

/** Changes a refund's status. @throws AppError 409 if the action does not start from its status */
export function transitionRefund(
  transaction: Transaction,
  id: number,
  action: RefundAction,
  changes: Changes & { updatedAt: Date },
): Promise<Refund> {
  return transition(transaction, refunds, id, {
    ...REFUND_TRANSITIONS[action],
    set: changes,
    subject: 'refund',
  })
}

/** Updates a refund. The caller holds its row lock. */
export async function updateRefund(
  transaction: Transaction,
  id: number,
  changes: Changes & { updatedAt: Date },
): Promise<void> {
  await transaction.update(refunds).set(changes).where(eq(refunds.id, id))
}

/**
 * Claims refunds without news for too long: a minute if no call to the provider has been answered, an hour if
 * the provider has the refund or refused it, a day if it failed. Skips those that another node has locked.
 * Sets their `updated_at`, so that each is claimed again only after another wait.
 */
export async function claimStalledRefunds(transaction: Transaction, now: Date): Promise<Refund[]> {
  const hasWaited = (ms: number) => lte(refunds.updatedAt, new Date(now.getTime() - ms))
  const isOutcomeUnknown = and(isNull(refunds.providerRefundId), eq(refunds.refusals, 0))
  const stalled = await transaction
    .select()
    .from(refunds)
    .where(
      or(
        and(
          eq(refunds.status, 'pending'),
          or(and(isOutcomeUnknown, hasWaited(MINUTE_MS)), hasWaited(HOUR_MS)),
        ),
        and(eq(refunds.status, 'failed'), hasWaited(DAY_MS)),
      ),
    )
    .orderBy(asc(refunds.updatedAt))
    .limit(BATCH_SIZE)
    .for('update', { skipLocked: true })
  const ids = stalled.map(({ id }) => id)
  await transaction.update(refunds).set({ updatedAt: now }).where(inArray(refunds.id, ids))
  return stalled
}
