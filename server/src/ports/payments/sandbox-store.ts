import { randomBytes } from 'node:crypto'
import { and, asc, eq, gt, lte, sql } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import type { Reader, Transaction } from '../../platform/database.ts'
import type { CheckoutOrder, RefundState } from './port.ts'
import { sandboxEvents, sandboxMovements, sandboxRefunds, sandboxSessions } from './tables.ts'

export type Session = typeof sandboxSessions.$inferSelect
export type SandboxEvent = typeof sandboxEvents.$inferSelect

type SessionEventType = 'checkout.session.completed' | 'checkout.session.expired'

const EXPIRED_AT_ONCE = 100

/** An id in Stripe's manner, such as `cs_test_…`; nobody can guess one. */
function newId(prefix: string): string {
  return `${prefix}_test_${randomBytes(18).toString('hex')}`
}

/** Opens a session, or leaves the one that this key opened before. */
export async function insertSession(
  transaction: Transaction,
  order: CheckoutOrder,
  idempotencyKey: string,
  createdAt: Date,
): Promise<Session> {
  await transaction
    .insert(sandboxSessions)
    .values({ ...order, id: newId('cs'), idempotencyKey, status: 'open', createdAt })
    .onConflictDoNothing({ target: sandboxSessions.idempotencyKey })
  const [session] = await transaction
    .select()
    .from(sandboxSessions)
    .where(eq(sandboxSessions.idempotencyKey, idempotencyKey))
  return session as Session
}

export async function findSession(reader: Reader, id: string): Promise<Session | null> {
  const [session] = await reader.select().from(sandboxSessions).where(eq(sandboxSessions.id, id))
  return session ?? null
}

/** Takes the money of an open session. @returns false when it is not open any more */
export async function paySession(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  id: string,
): Promise<boolean> {
  const now = deps.clock.now()
  const [session] = await transaction
    .update(sandboxSessions)
    .set({ status: 'paid', paymentIntentId: newId('pi'), chargeId: newId('ch'), lastDecline: null })
    .where(
      and(eq(sandboxSessions.id, id), eq(sandboxSessions.status, 'open'), gt(sandboxSessions.expiresAt, now)),
    )
    .returning()
  if (!session?.chargeId) return false
  const { chargeId, amountCents } = session
  await transaction.insert(sandboxMovements).values({ reference: chargeId, amountCents, createdAt: now })
  await emitSession(transaction, deps, session, 'checkout.session.completed')
  return true
}

/** Ends a session that is still open; every other stays as it is. */
export async function expireSession(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  id: string,
): Promise<void> {
  const [session] = await transaction
    .update(sandboxSessions)
    .set({ status: 'expired' })
    .where(and(eq(sandboxSessions.id, id), eq(sandboxSessions.status, 'open')))
    .returning()
  if (session) await emitSession(transaction, deps, session, 'checkout.session.expired')
}

/** Open sessions whose time is over. */
export async function overdueSessions(reader: Reader, now: Date): Promise<string[]> {
  const rows = await reader
    .select({ id: sandboxSessions.id })
    .from(sandboxSessions)
    .where(and(eq(sandboxSessions.status, 'open'), lte(sandboxSessions.expiresAt, now)))
    .orderBy(asc(sandboxSessions.expiresAt))
    .limit(EXPIRED_AT_ONCE)
  return rows.map(({ id }) => id)
}

export async function recordDecline(transaction: Transaction, id: string, message: string): Promise<void> {
  await transaction
    .update(sandboxSessions)
    .set({ lastDecline: message })
    .where(and(eq(sandboxSessions.id, id), eq(sandboxSessions.status, 'open')))
}

/**
 * Gives money of a paid session back, at once; the same key gives the first refund again.
 * @throws Error where nothing was paid or less is left than asked for
 */
export async function insertRefund(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  order: { paymentIntentId: string; amountCents: number; idempotencyKey: string },
): Promise<RefundState> {
  const { paymentIntentId, amountCents, idempotencyKey } = order
  const [session] = await transaction
    .select()
    .from(sandboxSessions)
    .where(eq(sandboxSessions.paymentIntentId, paymentIntentId))
    .for('update')
  if (!session) throw new Error(`The sandbox knows no payment intent ${paymentIntentId}`)
  const refunds = await transaction
    .select()
    .from(sandboxRefunds)
    .where(eq(sandboxRefunds.paymentIntentId, paymentIntentId))
  const repeated = refunds.find((refund) => refund.idempotencyKey === idempotencyKey)
  if (repeated) return { id: repeated.id, status: repeated.status }

  const refundedCents = refunds.reduce((sum, refund) => sum + refund.amountCents, 0)
  if (amountCents <= 0 || refundedCents + amountCents > session.amountCents) {
    throw new Error(`The sandbox can't refund ${amountCents} of ${paymentIntentId}`)
  }
  const createdAt = deps.clock.now()
  const refund = { ...order, id: newId('re'), status: 'succeeded' as const, createdAt }
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
  return { id: refund.id, status: refund.status }
}

export async function findRefund(reader: Reader, id: string): Promise<RefundState | null> {
  const [refund] = await reader.select().from(sandboxRefunds).where(eq(sandboxRefunds.id, id))
  return refund ? { id: refund.id, status: refund.status } : null
}

function emitSession(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  session: Session,
  type: SessionEventType,
): Promise<void> {
  return emit(transaction, deps, type, {
    id: session.id,
    object: 'checkout.session',
    status: session.status === 'paid' ? 'complete' : session.status,
    payment_status: session.status === 'paid' ? 'paid' : 'unpaid',
    amount_total: session.amountCents,
    currency: 'usd',
    payment_intent: session.paymentIntentId,
    metadata: { payment_id: String(session.paymentId) },
  })
}

/** Keeps an event in Stripe's envelope and sees to its delivery, in the transaction of what happened. */
async function emit(
  transaction: Transaction,
  { clock, jobs }: Pick<Deps, 'clock' | 'jobs'>,
  type: string,
  object: object,
): Promise<void> {
  const id = newId('evt')
  const createdAt = clock.now()
  const payload = {
    id,
    object: 'event',
    type,
    created: Math.floor(createdAt.getTime() / 1_000),
    data: { object },
  }
  await transaction.insert(sandboxEvents).values({ id, type, payload, createdAt })
  await jobs.add(transaction, 'sandbox.deliver', { eventId: id })
}

export async function findEvent(reader: Reader, id: string): Promise<SandboxEvent | null> {
  const [event] = await reader.select().from(sandboxEvents).where(eq(sandboxEvents.id, id))
  return event ?? null
}

export async function markDelivered(transaction: Transaction, id: string, deliveredAt: Date): Promise<void> {
  await transaction.update(sandboxEvents).set({ deliveredAt }).where(eq(sandboxEvents.id, id))
}

/** What the sandbox holds for us, in cents: all that cards paid less all that was given back. */
export async function sandboxBalance(reader: Reader): Promise<number> {
  const [row] = await reader
    .select({ cents: sql`coalesce(sum(${sandboxMovements.amountCents}), 0)`.mapWith(Number) })
    .from(sandboxMovements)
  return row?.cents ?? 0
}
