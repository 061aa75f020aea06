/**
 * The refunds that staff make, and those that wait for finance or an admin.
 * @see docs/rules/money.md#refunds-by-staff
 */
import type { RefundBearer } from '@tendwell/contract/payments/staff-refunds'
import { and, asc, eq, gte, isNotNull, lt, or, sql } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import type { Reader, Transaction } from '../../../platform/database/database.ts'
import { countWaiting, type Waiting } from '../../../platform/database/waiting.ts'
import { conflict } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/access.ts'
import { audit } from '../../people/index.ts'
import { requests, staffRefunds } from '../tables.ts'

export type StaffRefund = typeof staffRefunds.$inferSelect
/** The staff member who acts, and their IP address for the audit log. */
export type ActingStaff = { actor: Actor; address: string | null }

/** The SQL condition that a refund waits for finance or an admin. */
export const isWaitingRefund = eq(staffRefunds.state, 'waiting')

/** The refund with this id; null if there is none. */
export async function findStaffRefund(reader: Reader, staffRefundId: number): Promise<StaffRefund | null> {
  const [refund] = await reader.select().from(staffRefunds).where(eq(staffRefunds.id, staffRefundId))
  return refund ?? null
}

/**
 * The refunds that wait for finance or an admin, oldest first, with the two people of each.
 * @param requestId limits them to this request
 */
export function listWaitingRefunds(
  reader: Reader,
  requestId?: number,
): Promise<{ refund: StaffRefund; familyId: number; caregiverId: number }[]> {
  return reader
    .select({
      refund: staffRefunds,
      familyId: requests.familyId,
      caregiverId: requests.caregiverId,
    })
    .from(staffRefunds)
    .innerJoin(requests, eq(requests.id, staffRefunds.requestId))
    .where(and(isWaitingRefund, requestId === undefined ? undefined : eq(staffRefunds.requestId, requestId)))
    .orderBy(asc(staffRefunds.id))
}

/** How many refunds wait for finance or an admin, and since when. @see docs/rules/console.md#queue */
export const countWaitingRefunds = (reader: Reader): Promise<Waiting> =>
  countWaiting(reader, staffRefunds, staffRefunds.askedAt, isWaitingRefund)

/**
 * The refunds that Tendwell bears, or that were paid another way than to the card, made from one instant to
 * another: the staff member who made or approved each (`actorId`), and the amount.
 */
export function listGivenAwayRefunds(
  reader: Reader,
  { from, to }: { from: Date; to: Date },
): Promise<{ actorId: number; cents: number }[]> {
  const { amountCents, askedAt, askedBy, bearer, decidedAt, decidedBy, reference, state } = staffRefunds
  const madeAt = sql`coalesce(${decidedAt}, ${askedAt})`
  const isPaidByTendwell = or(eq(bearer, 'tendwell'), isNotNull(reference))
  return reader
    .select({ actorId: sql<number>`coalesce(${decidedBy}, ${askedBy})`, cents: amountCents })
    .from(staffRefunds)
    .where(and(eq(state, 'made'), isPaidByTendwell, gte(madeAt, from), lt(madeAt, to)))
}

/**
 * Stores the decision on a refund that waits. The caller holds the request's lock.
 * @param declineReason for the staff member who asked; null for an approval
 * @returns the refund; null if it no longer waits
 */
export async function decideOnStaffRefund(
  transaction: Transaction,
  staffRefundId: number,
  decision: { state: 'made' | 'declined'; decidedBy: number; decidedAt: Date; declineReason: string | null },
): Promise<StaffRefund | null> {
  const [refund] = await transaction
    .update(staffRefunds)
    .set(decision)
    .where(and(eq(staffRefunds.id, staffRefundId), isWaitingRefund))
    .returning()
  return refund ?? null
}

/**
 * Records a refund that staff make, or, with `waits`, one that they ask finance or an admin for, who are then
 * notified. Moves no money. The caller holds the request's lock.
 * @throws AppError 409 while another refund of the booking waits
 */
export async function insertStaffRefund(
  transaction: Transaction,
  { clock, jobs }: Pick<Deps, 'clock' | 'jobs'>,
  { actor, address }: ActingStaff,
  refund: {
    requestId: number
    amountCents: number
    bearer: RefundBearer
    /** The reason, which both sides read. */
    reason: string
    waits: boolean
    reference?: string | undefined
    /** The dispute that is closed with the refund. */
    disputeId?: number
  },
): Promise<StaffRefund> {
  const { waits, ...values } = refund
  const { requestId, amountCents } = values
  const isWaitingOfRequest = and(eq(staffRefunds.requestId, requestId), isWaitingRefund)
  if ((await transaction.$count(staffRefunds, isWaitingOfRequest)) > 0) {
    throw conflict('A refund of this booking waits for finance or an admin already')
  }
  const [storedRefund] = await transaction
    .insert(staffRefunds)
    .values({ ...values, state: waits ? 'waiting' : 'made', askedBy: actor.id, askedAt: clock.now() })
    .returning()
  if (!storedRefund) throw new Error('The refund was not stored')
  await audit(transaction, {
    at: clock.now(),
    actorId: actor.id,
    action: waits ? 'refund.asked' : 'refund.made',
    subject: `request:${requestId}`,
    after: {
      amountCents,
      borneBy: storedRefund.bearer,
      reason: storedRefund.reason,
      ...(storedRefund.reference && { paidAnotherWay: true }),
    },
    address,
  })
  if (waits)
    await jobs.publish(transaction, 'refund.waiting', {
      staffRefundId: storedRefund.id,
      requestId,
      amountCents,
    })
  return storedRefund
}

/**
 * Declines the refund that waits for a dispute, because the dispute ended in another way, and notifies the
 * staff member who asked for it.
 * @param decidedBy staff, or the family that closes its own dispute
 */
export async function declineRefundOfDispute(
  transaction: Transaction,
  { clock, jobs }: Pick<Deps, 'clock' | 'jobs'>,
  disputeId: number,
  decidedBy: number,
): Promise<void> {
  const declinedRefunds = await transaction
    .update(staffRefunds)
    .set({ state: 'declined', decidedBy, decidedAt: clock.now() })
    .where(and(eq(staffRefunds.disputeId, disputeId), isWaitingRefund))
    .returning()
  for (const { id: staffRefundId, requestId, amountCents, askedBy } of declinedRefunds) {
    await jobs.publish(transaction, 'refund.decided', {
      staffRefundId,
      requestId,
      amountCents,
      askedBy,
      decidedBy,
      decision: 'declined',
      reason: null,
    })
  }
}
