/** Refunds of the sandbox. */
import { MINUTE_MS } from '@tendwell/contract/time'
import { and, eq, lte, ne, sql } from 'drizzle-orm'
import type { Reader, Transaction } from '../../../platform/database/database.ts'
import { newId } from '../../sandbox/ids.ts'
import { type Attempt, ProviderRefusal, type RefundState } from '../port.ts'
import { sandboxRefunds, sandboxSessions } from '../tables.ts'
import { type EventDeps, emit } from './events.ts'
import { getModes } from './modes.ts'
import { insertMovements } from './store.ts'

type SandboxRefund = typeof sandboxRefunds.$inferSelect

const SLOW_REFUND_MS = MINUTE_MS
const FAILURE_REASON = 'The card can no longer receive refunds'

function toRefundState({ id, status }: Pick<SandboxRefund, 'id' | 'status'>): RefundState {
  return { id, status, failureReason: status === 'failed' ? FAILURE_REASON : null }
}

/**
 * Refunds money of a paid session. Its test card decides when and whether the refund succeeds. A repeated key
 * returns the refund that it made at first.
 * @throws ProviderRefusal if nothing was paid, or less than the amount is left
 */
export async function insertRefund(
  transaction: Transaction,
  deps: EventDeps,
  { paymentIntentId, amountCents }: { paymentIntentId: string; amountCents: number },
  { key: idempotencyKey, isOnlyLookedUp }: Attempt,
): Promise<RefundState> {
  const [session] = await transaction
    .select()
    .from(sandboxSessions)
    .where(eq(sandboxSessions.paymentIntentId, paymentIntentId))
    .for('update')
  if (!session) throw new ProviderRefusal(`No such payment_intent: '${paymentIntentId}'`, 'resource_missing')
  const refunds = await transaction
    .select()
    .from(sandboxRefunds)
    .where(eq(sandboxRefunds.paymentIntentId, paymentIntentId))
  const earlierRefund = refunds.find((refund) => refund.idempotencyKey === idempotencyKey)
  if (earlierRefund) return toRefundState(earlierRefund)
  if (isOnlyLookedUp) throw new ProviderRefusal('The refund was not made', 'not_made')

  const { refuses } = await getModes(transaction)
  if (refuses.includes('refund')) throw new ProviderRefusal('The refund was refused', 'charge_disputed')
  const refundedCents = refunds
    .filter(({ status }) => status !== 'failed')
    .reduce((sum, refund) => sum + refund.amountCents, 0)
  if (amountCents <= 0 || refundedCents + amountCents > session.amountCents) {
    throw new ProviderRefusal(
      `The sandbox can't refund ${amountCents} of ${paymentIntentId}`,
      'charge_already_refunded',
    )
  }
  const createdAt = deps.clock.now()
  const refund = {
    id: newId('re'),
    idempotencyKey,
    paymentIntentId,
    amountCents,
    status: session.refunds === 'later' ? ('pending' as const) : ('succeeded' as const),
    completesAt: session.refunds === 'at once' ? null : new Date(createdAt.getTime() + SLOW_REFUND_MS),
    succeeds: session.refunds !== 'never',
    createdAt,
  }
  await transaction.insert(sandboxRefunds).values(refund)
  await insertMovements(transaction, createdAt, [{ reference: refund.id, amountCents: -amountCents }])
  await emit(transaction, deps, 'charge.refunded', {
    id: session.chargeId,
    object: 'charge',
    amount: session.amountCents,
    amount_refunded: refundedCents + amountCents,
    payment_intent: paymentIntentId,
    metadata: { payment_id: String(session.paymentId), checkout_session: session.id },
  })
  return toRefundState(refund)
}

export async function findRefund(reader: Reader, id: string): Promise<RefundState | null> {
  const [refund] = await reader.select().from(sandboxRefunds).where(eq(sandboxRefunds.id, id))
  return refund ? toRefundState(refund) : null
}

/** Completes the slow refunds that are due: they succeed, or fail if their test card's refunds fail later. */
export async function completeSlowRefunds(transaction: Transaction, deps: EventDeps): Promise<void> {
  const now = deps.clock.now()
  const completedRefunds = await transaction
    .update(sandboxRefunds)
    .set({
      status: sql`CASE WHEN ${sandboxRefunds.succeeds} THEN 'succeeded' ELSE 'failed' END`,
      completesAt: null,
    })
    .where(and(ne(sandboxRefunds.status, 'failed'), lte(sandboxRefunds.completesAt, now)))
    .returning()
  for (const { id, status, amountCents, paymentIntentId } of completedRefunds) {
    if (status === 'failed') {
      await insertMovements(transaction, now, [{ reference: `${id}:failure`, amountCents }])
    }
    const type = status === 'failed' ? 'refund.failed' : 'refund.updated'
    const object = { id, object: 'refund', status, amount: amountCents, payment_intent: paymentIntentId }
    await emit(transaction, deps, type, object)
  }
}
