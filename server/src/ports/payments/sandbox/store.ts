/** Checkout sessions, and the movements of money that all of the sandbox records. */
import { and, asc, eq, gt, gte, isNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { Reader, Transaction } from '../../../platform/database/database.ts'
import { newId } from '../../sandbox/ids.ts'
import type { CheckoutOrder } from '../port.ts'
import { sandboxMovements, sandboxSessions } from '../tables.ts'
import { type EventDeps, emit } from './events.ts'

export type Session = typeof sandboxSessions.$inferSelect
type Movement = typeof sandboxMovements.$inferSelect

/** Opens a session; a repeated key returns the one that it opened at first. */
export async function insertSession(
  transaction: Transaction,
  order: CheckoutOrder,
  idempotencyKey: string,
  createdAt: Date,
): Promise<Session> {
  const [session] = await transaction
    .insert(sandboxSessions)
    .values({ ...order, id: newId('cs'), idempotencyKey, status: 'open', createdAt })
    // The update changes nothing, but makes RETURNING give the existing row.
    .onConflictDoUpdate({ target: sandboxSessions.idempotencyKey, set: { idempotencyKey } })
    .returning()
  return session as Session
}

export async function findSession(reader: Reader, id: string): Promise<Session | null> {
  const [session] = await reader.select().from(sandboxSessions).where(eq(sandboxSessions.id, id))
  return session ?? null
}

/** Matches a session whose row says that it is open, even if its time is over. */
const isOpen = (id: string) => and(eq(sandboxSessions.id, id), eq(sandboxSessions.status, 'open'))

/**
 * Takes the money of an open session.
 * @param card how refunds to the card behave, and the name on it
 * @returns false if the session is no longer open
 */
export async function paySession(
  transaction: Transaction,
  deps: EventDeps,
  id: string,
  { refunds = 'at once', name = null }: { refunds?: Session['refunds']; name?: string | null } = {},
): Promise<boolean> {
  const now = deps.clock.now()
  const ids = { paymentIntentId: newId('pi'), chargeId: newId('ch') }
  const [session] = await transaction
    .update(sandboxSessions)
    .set({ ...ids, status: 'paid', lastDecline: null, refunds, cardName: name })
    .where(and(isOpen(id), gt(sandboxSessions.expiresAt, now)))
    .returning()
  if (!session) return false
  await insertMovements(transaction, now, [{ reference: ids.chargeId, amountCents: session.amountCents }])
  await emitSession(transaction, deps, session, 'checkout.session.completed')
  return true
}

/** Expires a session if it is open. */
export function expireSession(transaction: Transaction, deps: EventDeps, id: string): Promise<void> {
  return expireSessions(transaction, deps, isOpen(id))
}

/** Expires the open sessions whose time is over. */
export function expireOverdueSessions(transaction: Transaction, deps: EventDeps): Promise<void> {
  const { status, expiresAt } = sandboxSessions
  return expireSessions(transaction, deps, and(eq(status, 'open'), lte(expiresAt, deps.clock.now())))
}

/** Expires the matching sessions, and announces it. */
async function expireSessions(
  transaction: Transaction,
  deps: EventDeps,
  where: SQL | undefined,
): Promise<void> {
  const expiredSessions = await transaction
    .update(sandboxSessions)
    .set({ status: 'expired' })
    .where(where)
    .returning()
  for (const session of expiredSessions)
    await emitSession(transaction, deps, session, 'checkout.session.expired')
}

export async function recordDecline(transaction: Transaction, id: string, message: string): Promise<void> {
  await transaction.update(sandboxSessions).set({ lastDecline: message }).where(isOpen(id))
}

/** Announces that a session was paid or has expired, in Stripe's form. */
function emitSession(
  transaction: Transaction,
  deps: EventDeps,
  session: Session,
  type: 'checkout.session.completed' | 'checkout.session.expired',
): Promise<void> {
  const isPaid = session.status === 'paid'
  return emit(transaction, deps, type, {
    id: session.id,
    object: 'checkout.session',
    status: isPaid ? 'complete' : session.status,
    payment_status: isPaid ? 'paid' : 'unpaid',
    amount_total: session.amountCents,
    currency: 'usd',
    payment_intent: session.paymentIntentId,
    metadata: { payment_id: String(session.paymentId) },
  })
}

/** Records movements of connected accounts' balances, or of ours for those without an account. */
export async function insertMovements(
  transaction: Transaction,
  createdAt: Date,
  movements: readonly { reference: string; accountId?: string; amountCents: number }[],
): Promise<void> {
  await transaction.insert(sandboxMovements).values(movements.map((movement) => ({ ...movement, createdAt })))
}

/** The balance of a connected account, or ours for null, in cents. */
export async function getBalance(reader: Reader, accountId: string | null): Promise<number> {
  const { accountId: column, amountCents } = sandboxMovements
  const [row] = await reader
    .select({ cents: sql`coalesce(sum(${amountCents}), 0)`.mapWith(Number) })
    .from(sandboxMovements)
    .where(accountId === null ? isNull(column) : eq(column, accountId))
  return row?.cents ?? 0
}

/** The movements of our own balance in a span of time, oldest first. */
export function listOwnMovements(
  reader: Reader,
  { from, until }: { from: Date; until: Date },
): Promise<Movement[]> {
  const { id, accountId, createdAt } = sandboxMovements
  return reader
    .select()
    .from(sandboxMovements)
    .where(and(isNull(accountId), gte(createdAt, from), lt(createdAt, until)))
    .orderBy(asc(id))
}
