import { and, asc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { Transaction } from '../../platform/database.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import type { CheckoutSession, ProviderEvent } from '../../ports/payments/port.ts'
import { LIFECYCLE, type PaymentAction } from './payment.ts'
import { type Payment, payments, webhookEvents } from './tables.ts'

const LIVE = ['open', 'captured', 'succeeded'] as const
const SWEPT_AT_ONCE = 200

/** @throws AppError 404 */
export async function lockPayment(transaction: Transaction, id: number): Promise<Payment> {
  const [payment] = await transaction.select().from(payments).where(eq(payments.id, id)).for('update')
  if (!payment) throw notFound()
  return payment
}

/** Locks all payments of a payment's request, in ascending id order. */
export function lockRequestPayments(transaction: Transaction, id: number): Promise<Payment[]> {
  const requestId = transaction.select({ id: payments.requestId }).from(payments).where(eq(payments.id, id))
  return transaction
    .select()
    .from(payments)
    .where(eq(payments.requestId, requestId))
    .orderBy(asc(payments.id))
    .for('update')
}

/** The one payment that takes or has the request's money, locked; null where there is none. */
export async function lockLivePayment(transaction: Transaction, requestId: number): Promise<Payment | null> {
  const [payment] = await transaction
    .select()
    .from(payments)
    .where(and(eq(payments.requestId, requestId), inArray(payments.status, [...LIVE])))
    .for('update')
  return payment ?? null
}

/** @returns null when the request got a live payment meanwhile */
export async function insertPayment(
  transaction: Transaction,
  values: typeof payments.$inferInsert,
): Promise<Payment | null> {
  const [payment] = await transaction.insert(payments).values(values).onConflictDoNothing().returning()
  return payment ?? null
}

/** Notes the provider's session of an open payment. @returns false when the payment was given up meanwhile */
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

/** Notes why a card was refused on an open payment, which its payer may try again. */
export async function recordDecline(transaction: Transaction, id: number, reason: string): Promise<void> {
  await transaction
    .update(payments)
    .set({ failureReason: reason })
    .where(and(eq(payments.id, id), eq(payments.status, 'open')))
}

type Parts = Partial<
  Pick<
    Payment,
    | 'escrowCents'
    | 'heldCents'
    | 'heldFromAvailableCents'
    | 'holds'
    | 'refundCents'
    | 'feeRefundCents'
    | 'releasedAt'
  >
>

/** Notes where a payment's money lies, in cents. Its row's lock is held, and the ledger says the same. */
export async function updateAmounts(transaction: Transaction, id: number, parts: Parts): Promise<void> {
  await transaction.update(payments).set(parts).where(eq(payments.id, id))
}

type Changes = Partial<
  Pick<Payment, 'failureReason' | 'paymentIntentId' | 'chargeId' | 'paidAt' | 'refundCents'>
>

/** The one way a payment's status changes. @throws AppError 409 when it is not where the action starts from */
export async function movePayment(
  transaction: Transaction,
  id: number,
  action: PaymentAction,
  changes: Changes & { updatedAt: Date },
): Promise<Payment> {
  const { from, to } = LIFECYCLE[action]
  const [payment] = await transaction
    .update(payments)
    .set({ ...changes, status: to })
    .where(and(eq(payments.id, id), inArray(payments.status, [...from])))
    .returning()
  if (!payment) throw conflict('This payment was changed meanwhile')
  return payment
}

/**
 * Payments that have waited too long for their next step, oldest first. They count as fresh from now on, so
 * that each comes up once in its interval; those that another node is looking after are left to it.
 */
export async function claimStalledPayments(
  transaction: Transaction,
  now: Date,
  waits: { openMs: number; moneyMs: number },
): Promise<Payment[]> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  const stalled = await transaction
    .select()
    .from(payments)
    .where(
      or(
        and(eq(payments.status, 'captured'), lte(payments.updatedAt, before(waits.moneyMs))),
        and(
          eq(payments.status, 'open'),
          or(lte(payments.updatedAt, before(waits.openMs)), lte(payments.expiresAt, now)),
        ),
      ),
    )
    .orderBy(asc(payments.updatedAt))
    .limit(SWEPT_AT_ONCE)
    .for('update', { skipLocked: true })
  if (stalled.length > 0) {
    const ids = stalled.map(({ id }) => id)
    await transaction.update(payments).set({ updatedAt: now }).where(inArray(payments.id, ids))
  }
  return stalled
}

/** Keeps a provider's event. @returns false when it came before */
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
      payload: event.payload,
      receivedAt,
    })
    .onConflictDoNothing()
  return rowCount === 1
}

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
