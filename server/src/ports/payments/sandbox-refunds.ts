import { and, eq, lte, ne } from 'drizzle-orm'
import type { Reader, Transaction } from '../../platform/database.ts'
import { ProviderRefusal, type RefundState } from './port.ts'
import { type BookDeps, emit, newId } from './sandbox-events.ts'
import { modesOf } from './sandbox-modes.ts'
import { sandboxMovements, sandboxRefunds, sandboxSessions } from './tables.ts'

type SandboxRefund = typeof sandboxRefunds.$inferSelect

const SLOW_MS = 60_000
const ENDED_AT_ONCE = 100
const FAILURE = 'The card can no longer be reached'

function stateOf({ id, status }: Pick<SandboxRefund, 'id' | 'status'>): RefundState {
  return { id, status, failureReason: status === 'failed' ? FAILURE : null }
}

/**
 * Gives money of a paid session back, as its card lets it; the same key gives the first refund again.
 * @throws ProviderRefusal where nothing was paid or less is left than asked for
 */
export async function insertRefund(
  transaction: Transaction,
  deps: BookDeps,
  order: { paymentIntentId: string; amountCents: number; idempotencyKey: string },
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
  if (repeated) return stateOf(repeated)

  const { refuses } = await modesOf(transaction)
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
    endsAt: session.refunds === 'at once' ? null : new Date(createdAt.getTime() + SLOW_MS),
    endsWell: session.refunds !== 'never',
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
  return stateOf(refund)
}

export async function findRefund(reader: Reader, id: string): Promise<RefundState | null> {
  const [refund] = await reader.select().from(sandboxRefunds).where(eq(sandboxRefunds.id, id))
  return refund ? stateOf(refund) : null
}

/** Ends the refunds whose time has come: slow ones well, and those that seemed done by their money coming back. */
export async function endSlowRefunds(transaction: Transaction, deps: BookDeps): Promise<void> {
  const now = deps.clock.now()
  const due = await transaction
    .select()
    .from(sandboxRefunds)
    .where(and(ne(sandboxRefunds.status, 'failed'), lte(sandboxRefunds.endsAt, now)))
    .limit(ENDED_AT_ONCE)
    .for('update', { skipLocked: true })
  for (const { id, endsWell, amountCents, paymentIntentId } of due) {
    const status = endsWell ? 'succeeded' : 'failed'
    await transaction.update(sandboxRefunds).set({ status, endsAt: null }).where(eq(sandboxRefunds.id, id))
    if (!endsWell) {
      const back = { reference: `${id}:failure`, amountCents, createdAt: now }
      await transaction.insert(sandboxMovements).values(back)
    }
    const object = { id, object: 'refund', status, amount: amountCents, payment_intent: paymentIntentId }
    await emit(transaction, deps, endsWell ? 'refund.updated' : 'refund.failed', object)
  }
}
