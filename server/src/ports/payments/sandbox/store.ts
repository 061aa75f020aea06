import { and, asc, eq, gt, gte, isNull, lt, lte, sql } from 'drizzle-orm'
import type { Reader, Transaction } from '../../../platform/database/database.ts'
import type { CheckoutOrder } from '../port.ts'
import { sandboxMovements, sandboxSessions } from '../tables.ts'
import { type EventDeps, emit, newId } from './events.ts'

export type Session = typeof sandboxSessions.$inferSelect

type SessionEventType = 'checkout.session.completed' | 'checkout.session.expired'

const EXPIRED_BATCH_SIZE = 100
const MOVEMENTS_BATCH_SIZE = 500

/** Opens a session; a repeated key returns the same one. */
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

/**
 * Takes the money of an open session.
 * @param card how its refunds behave, and the name on it
 * @returns false if it is no longer open
 */
export async function paySession(
  transaction: Transaction,
  deps: EventDeps,
  id: string,
  { refunds = 'at once', name = null }: { refunds?: Session['refunds']; name?: string | null } = {},
): Promise<boolean> {
  const now = deps.clock.now()
  const [session] = await transaction
    .update(sandboxSessions)
    .set({
      status: 'paid',
      paymentIntentId: newId('pi'),
      chargeId: newId('ch'),
      lastDecline: null,
      refunds,
      cardName: name,
    })
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

/** Expires a session if it is open. */
export async function expireSession(transaction: Transaction, deps: EventDeps, id: string): Promise<void> {
  const [session] = await transaction
    .update(sandboxSessions)
    .set({ status: 'expired' })
    .where(and(eq(sandboxSessions.id, id), eq(sandboxSessions.status, 'open')))
    .returning()
  if (session) await emitSession(transaction, deps, session, 'checkout.session.expired')
}

/** Open sessions whose time is over. */
export async function listOverdueSessions(reader: Reader, now: Date): Promise<string[]> {
  const rows = await reader
    .select({ id: sandboxSessions.id })
    .from(sandboxSessions)
    .where(and(eq(sandboxSessions.status, 'open'), lte(sandboxSessions.expiresAt, now)))
    .orderBy(asc(sandboxSessions.expiresAt))
    .limit(EXPIRED_BATCH_SIZE)
  return rows.map(({ id }) => id)
}

export async function recordDecline(transaction: Transaction, id: string, message: string): Promise<void> {
  await transaction
    .update(sandboxSessions)
    .set({ lastDecline: message })
    .where(and(eq(sandboxSessions.id, id), eq(sandboxSessions.status, 'open')))
}

function emitSession(
  transaction: Transaction,
  deps: EventDeps,
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

/** The balance of a connected account, or ours for null, in cents. */
export async function getBalance(reader: Reader, accountId: string | null): Promise<number> {
  const [row] = await reader
    .select({ cents: sql`coalesce(sum(${sandboxMovements.amountCents}), 0)`.mapWith(Number) })
    .from(sandboxMovements)
    .where(
      accountId === null ? isNull(sandboxMovements.accountId) : eq(sandboxMovements.accountId, accountId),
    )
  return row?.cents ?? 0
}

/** All balances together, in cents: what cards paid less what was refunded or paid out. */
export async function getTotalBalance(reader: Reader): Promise<number> {
  const [row] = await reader
    .select({ cents: sql`coalesce(sum(${sandboxMovements.amountCents}), 0)`.mapWith(Number) })
    .from(sandboxMovements)
  return row?.cents ?? 0
}

/** A batch of movements of our own balance, oldest first. @param after the id of the last one read */
export function listMovementsBetween(
  reader: Reader,
  span: { from: Date; until: Date },
  after: number,
): Promise<(typeof sandboxMovements.$inferSelect)[]> {
  return reader
    .select()
    .from(sandboxMovements)
    .where(
      and(
        isNull(sandboxMovements.accountId),
        gt(sandboxMovements.id, after),
        gte(sandboxMovements.createdAt, span.from),
        lt(sandboxMovements.createdAt, span.until),
      ),
    )
    .orderBy(asc(sandboxMovements.id))
    .limit(MOVEMENTS_BATCH_SIZE)
}
