/**
 * The refunds that staff decide on, also those that wait for finance or an admin.
 * @see docs/rules/money.md#refunds-by-staff
 */
import type { RefundBearer } from '@tendwell/contract/payments/staff-refunds'
import { and, eq } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { conflict } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/access.ts'
import { audit } from '../../people/index.ts'
import { staffRefunds } from '../tables.ts'

export type StaffRefund = typeof staffRefunds.$inferSelect
/** Who acts, and from where. */
export type AskingStaff = { actor: Actor; address: string | null }

export const isWaitingRefund = eq(staffRefunds.state, 'waiting')

/**
 * Records a refund that staff make, or ask finance or an admin for. The caller holds the request's lock.
 * @throws AppError 409 while another refund of the booking waits
 */
export async function insertStaffRefund(
  transaction: Transaction,
  { clock, jobs }: Pick<Deps, 'clock' | 'jobs'>,
  { actor, address }: AskingStaff,
  refund: {
    requestId: number
    amountCents: number
    bearer: RefundBearer
    /** Both sides read it. */
    reason: string
    waits: boolean
    reference?: string | undefined
    /** The dispute that is closed with it. */
    disputeId?: number
  },
): Promise<StaffRefund> {
  const { waits, ...values } = refund
  const { requestId, amountCents } = values
  const ofRequest = and(eq(staffRefunds.requestId, requestId), isWaitingRefund)
  if ((await transaction.$count(staffRefunds, ofRequest)) > 0) {
    throw conflict('A refund of this booking waits for finance or an admin already')
  }
  const [row] = await transaction
    .insert(staffRefunds)
    .values({ ...values, state: waits ? 'waiting' : 'made', askedBy: actor.id, askedAt: clock.now() })
    .returning()
  if (!row) throw new Error('The refund was not stored')
  await audit(transaction, {
    at: clock.now(),
    actorId: actor.id,
    action: waits ? 'refund.asked' : 'refund.made',
    subject: `request:${requestId}`,
    after: {
      amountCents,
      borneBy: row.bearer,
      reason: row.reason,
      ...(row.reference && { paidAnotherWay: true }),
    },
    address,
  })
  if (waits)
    await jobs.publish(transaction, 'refund.waiting', { staffRefundId: row.id, requestId, amountCents })
  return row
}

/**
 * Declines what waits of a dispute that is decided on otherwise, and tells the one who asked.
 * @param decidedBy staff, or the family that closes its own dispute
 */
export async function declineRefundOfDispute(
  transaction: Transaction,
  { clock, jobs }: Pick<Deps, 'clock' | 'jobs'>,
  disputeId: number,
  decidedBy: number,
): Promise<void> {
  const declined = await transaction
    .update(staffRefunds)
    .set({ state: 'declined', decidedBy, decidedAt: clock.now() })
    .where(and(eq(staffRefunds.disputeId, disputeId), isWaitingRefund))
    .returning()
  for (const { id: staffRefundId, requestId, amountCents, askedBy } of declined) {
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
