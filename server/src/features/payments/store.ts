import { and, asc, eq, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../../platform/database/database.ts'
import { transition } from '../../platform/database/transition.ts'
import { notFound } from '../../platform/errors.ts'
import type { CheckoutSession, ProviderEvent } from '../../ports/payments/port.ts'
import { LIVE_STATES, type PaymentAction, TRANSITIONS } from './payment.ts'
import { type Payment, payments, webhookEvents } from './tables.ts'

const BATCH_SIZE = 200

/** @throws AppError 404 */
export async function lockPayment(transaction: Transaction, id: number): Promise<Payment> {
  const [payment] = await transaction.select().from(payments).where(eq(payments.id, id)).for('update')
  if (!payment) throw notFound()
  return payment
}

/** Locks all payments of the request that this payment is for, by ascending id. */
export function lockRequestPayments(transaction: Transaction, id: number): Promise<Payment[]> {
  const requestId = transaction.select({ id: payments.requestId }).from(payments).where(eq(payments.id, id))
  return transaction
    .select()
    .from(payments)
    .where(eq(payments.requestId, requestId))
    .orderBy(asc(payments.id))
    .for('update')
}

/** Locks a request's live payment: open, captured or succeeded. @returns null if it has none */
export async function lockLivePayment(transaction: Transaction, requestId: number): Promise<Payment | null> {
  const [payment] = await transaction
    .select()
    .from(payments)
    .where(and(eq(payments.requestId, requestId), inArray(payments.status, [...LIVE_STATES])))
    .for('update')
  return payment ?? null
}

/** Inserts a payment. @returns null if the request has a live payment by now; then nothing is inserted */
export async function insertPayment(
  transaction: Transaction,
  values: typeof payments.$inferInsert,
): Promise<Payment | null> {
  const [payment] = await transaction.insert(payments).values(values).onConflictDoNothing().returning()
  return payment ?? null
}

/** Records the provider's session of an open payment. @returns false if the payment is no longer open */
export async function setSession(
  transaction: Transaction,
  id: number,
  session: CheckoutSession,
  updatedAt: Date,
): Promise<boolean> {
  const { rowCount } = await transaction
    .update(payments)
    .set({ sessionId: session.id, checkoutUrl: session.url, updatedAt })
    .where(
      and(
        eq(payments.id, id),
        eq(payments.status, 'open'),
        or(isNull(payments.sessionId), eq(payments.sessionId, session.id)),
      ),
    )
  return rowCount === 1
}

/** Records why a card was declined. The payment stays open. */
export async function recordDecline(transaction: Transaction, id: number, reason: string): Promise<void> {
  await transaction
    .update(payments)
    .set({ failureReason: reason })
    .where(and(eq(payments.id, id), eq(payments.status, 'open')))
}

type Amounts = Partial<
  Pick<
    Payment,
    | 'escrowCents'
    | 'heldCents'
    | 'heldFromAvailableCents'
    | 'holds'
    | 'refundCents'
    | 'feeRefundCents'
    | 'borneCents'
    | 'lostCents'
    | 'releasedAt'
    | 'careEndedAt'
  >
>

/**
 * Updates where a payment's money is, in cents. The caller holds the payment's row lock and posts the same
 * change to the ledger.
 */
export async function updateAmounts(transaction: Transaction, id: number, amounts: Amounts): Promise<void> {
  await transaction.update(payments).set(amounts).where(eq(payments.id, id))
}

type Changes = Partial<
  Pick<Payment, 'failureReason' | 'paymentIntentId' | 'chargeId' | 'paidAt' | 'refundCents'>
>

/** Changes a payment's status. @throws AppError 409 if the action does not start from its status */
export function transitionPayment(
  transaction: Transaction,
  id: number,
  action: PaymentAction,
  changes: Changes & { escrowCents?: SQL; updatedAt: Date },
): Promise<Payment> {
  return transition(transaction, payments, id, {
    ...TRANSITIONS[action],
    set: changes,
    subject: 'payment',
  })
}

/**
 * Claims open and captured payments that have waited too long, oldest first; skips those that another node
 * has locked. Sets their `updated_at`, so that each is claimed again only after another wait.
 */
export async function claimStalledPayments(
  transaction: Transaction,
  now: Date,
  waits: { openMs: number; capturedMs: number },
): Promise<Payment[]> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  const stalled = await transaction
    .select()
    .from(payments)
    .where(
      or(
        and(eq(payments.status, 'captured'), lte(payments.updatedAt, before(waits.capturedMs))),
        and(
          eq(payments.status, 'open'),
          or(lte(payments.updatedAt, before(waits.openMs)), lte(payments.expiresAt, now)),
        ),
      ),
    )
    .orderBy(asc(payments.updatedAt))
    .limit(BATCH_SIZE)
    .for('update', { skipLocked: true })
  if (stalled.length > 0) {
    const ids = stalled.map(({ id }) => id)
    await transaction.update(payments).set({ updatedAt: now }).where(inArray(payments.id, ids))
  }
  return stalled
}

/**
 * Stores a provider's event with the ids of what it is about. Its content is not stored, because it may name
 * people and their bank and nothing reads it.
 * @returns false if it is a repeat
 */
export async function insertWebhookEvent(
  transaction: Transaction,
  provider: string,
  event: ProviderEvent,
  receivedAt: Date,
): Promise<boolean> {
  const { rowCount } = await transaction
    .insert(webhookEvents)
    .values({
      provider,
      eventId: event.id,
      type: event.type,
      sessionId: event.sessionId,
      accountId: event.accountId,
      objectId: event.objectId,
      receivedAt,
    })
    .onConflictDoNothing()
  return rowCount === 1
}

/** Records that an event was applied, unless another node has recorded it. */
export async function markEventApplied(
  transaction: Transaction,
  provider: string,
  eventId: string,
  appliedAt: Date,
): Promise<void> {
  await transaction
    .update(webhookEvents)
    .set({ appliedAt })
    .where(
      and(
        eq(webhookEvents.provider, provider),
        eq(webhookEvents.eventId, eventId),
        sql`${webhookEvents.appliedAt} IS NULL`,
      ),
    )
}
