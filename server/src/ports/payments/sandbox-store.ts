import { and, asc, eq, gt, gte, isNull, lt, lte, sql } from 'drizzle-orm'
import type { Reader, Transaction } from '../../platform/database.ts'
import type { CheckoutOrder } from './port.ts'
import { type BookDeps, emit, newId } from './sandbox-events.ts'
import { sandboxMovements, sandboxSessions } from './tables.ts'

export type Session = typeof sandboxSessions.$inferSelect

type SessionEventType = 'checkout.session.completed' | 'checkout.session.expired'

const EXPIRED_AT_ONCE = 100
const MOVEMENTS_AT_ONCE = 500

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

/** Takes the money of an open session. @param refunds the card's way with them @returns false when it is not open any more */
export async function paySession(
  transaction: Transaction,
  deps: BookDeps,
  id: string,
  refunds: Session['refunds'] = 'at once',
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

/** Ends a session that is still open; every other stays as it is. */
export async function expireSession(transaction: Transaction, deps: BookDeps, id: string): Promise<void> {
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

function emitSession(
  transaction: Transaction,
  deps: BookDeps,
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

/** What the sandbox holds for us, or for a connected account, in cents. */
export async function balanceOf(reader: Reader, accountId: string | null): Promise<number> {
  const [row] = await reader
    .select({ cents: sql`coalesce(sum(${sandboxMovements.amountCents}), 0)`.mapWith(Number) })
    .from(sandboxMovements)
    .where(
      accountId === null ? isNull(sandboxMovements.accountId) : eq(sandboxMovements.accountId, accountId),
    )
  return row?.cents ?? 0
}

/** All that the sandbox holds, connected accounts included, in cents: what cards paid and nobody has got back yet. */
export async function sandboxBalance(reader: Reader): Promise<number> {
  const [row] = await reader
    .select({ cents: sql`coalesce(sum(${sandboxMovements.amountCents}), 0)`.mapWith(Number) })
    .from(sandboxMovements)
  return row?.cents ?? 0
}

/** A part of what moved our own balance, oldest first. @param after the last one seen */
export function movementsBetween(
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
    .limit(MOVEMENTS_AT_ONCE)
}
