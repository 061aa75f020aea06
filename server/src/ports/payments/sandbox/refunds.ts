import { MINUTE_MS } from '@tendwell/contract/time'
import { and, eq, lte, ne } from 'drizzle-orm'
import type { Reader, Transaction } from '../../../platform/database/database.ts'
import { ProviderRefusal, type RefundState } from '../port.ts'
import { sandboxMovements, sandboxRefunds, sandboxSessions } from '../tables.ts'
import { type EventDeps, emit, newId } from './events.ts'
import { getModes } from './modes.ts'

type SandboxRefund = typeof sandboxRefunds.$inferSelect

const SLOW_MS = MINUTE_MS
const BATCH_SIZE = 100
const FAILURE = 'The card can no longer receive refunds'

function toRefundState({ id, status }: Pick<SandboxRefund, 'id' | 'status'>): RefundState {
  return { id, status, failureReason: status === 'failed' ? FAILURE : null }
}

type RefundOrder = {
  paymentIntentId: string
  amountCents: number
  idempotencyKey: string
  /** One that wasn't made before is refused. */
  isOnlyLookedUp: boolean
}

/**
 * Refunds money of a paid session. Its test card decides when and whether the refund succeeds. A repeated key
 * returns the same refund.
 * @throws ProviderRefusal if nothing was paid or less is left
 */
export async function insertRefund(
  transaction: Transaction,
  deps: EventDeps,
  { isOnlyLookedUp, ...order }: RefundOrder,
): Promise<RefundState> {
  const { paymentIntentId, amountCents, idempotencyKey } = order
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
  const repeated = refunds.find((refund) => refund.idempotencyKey === idempotencyKey)
  if (repeated) return toRefundState(repeated)
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
    ...order,
    id: newId('re'),
    status: session.refunds === 'later' ? ('pending' as const) : ('succeeded' as const),
    completesAt: session.refunds === 'at once' ? null : new Date(createdAt.getTime() + SLOW_MS),
    succeeds: session.refunds !== 'never',
    createdAt,
  }
  await transaction.insert(sandboxRefunds).values(refund)
  await transaction
    .insert(sandboxMovements)
    .values({ reference: refund.id, amountCents: -amountCents, createdAt })
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
  const due = await transaction
    .select()
    .from(sandboxRefunds)
    .where(and(ne(sandboxRefunds.status, 'failed'), lte(sandboxRefunds.completesAt, now)))
    .limit(BATCH_SIZE)
    .for('update', { skipLocked: true })
  for (const { id, succeeds, amountCents, paymentIntentId } of due) {
    const status = succeeds ? 'succeeded' : 'failed'
    await transaction
      .update(sandboxRefunds)
      .set({ status, completesAt: null })
      .where(eq(sandboxRefunds.id, id))
    if (!succeeds) {
      const back = { reference: `${id}:failure`, amountCents, createdAt: now }
      await transaction.insert(sandboxMovements).values(back)
    }
    const object = { id, object: 'refund', status, amount: amountCents, payment_intent: paymentIntentId }
    await emit(transaction, deps, succeeds ? 'refund.updated' : 'refund.failed', object)
  }
}
