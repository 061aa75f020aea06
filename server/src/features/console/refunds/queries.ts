/** How much staff can refund, and the refunds that wait for the approval of finance or an admin. */
import { usdFromCents } from '@tendwell/contract/money'
import type { RefundOptions, WaitingRefund } from '@tendwell/contract/payments/staff-refunds'
import type { Deps } from '../../../deps.ts'
import type { Reader } from '../../../platform/database/database.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/access.ts'
import {
  calculateSupportLeftCents,
  findRequest,
  listWaitingRefunds,
  type StaffRefund,
  sumCentsAhead,
} from '../../bookings/index.ts'
import { hasOpenDispute } from '../../disputes/index.ts'
import { findStaffRefundable, getRefundableCents } from '../../payments/index.ts'
import { findNames } from '../../people/index.ts'

/**
 * How much of a booking staff can refund now, and what keeps them from it.
 * @throws AppError 404 for an unknown request
 * @see docs/rules/money.md#refunds-by-staff
 */
export async function getRefundOptions(
  { clock, database }: Pick<Deps, 'clock' | 'database'>,
  { staffRole }: Pick<Actor, 'staffRole'>,
  requestId: number,
): Promise<RefundOptions> {
  const request = await findRequest(database, requestId)
  if (!request) throw notFound()
  const refundable = await findRefundable(database, requestId, clock.now())
  const isRefundable = typeof refundable !== 'string'
  const [waitingRefund] = await listRefundsToApprove({ clock, database }, requestId)
  return {
    refundable_usd: usdFromCents(isRefundable ? refundable.totalCents : 0),
    caregiver_usd:
      staffRole === 'support' ? null : usdFromCents(isRefundable ? refundable.caregiverCents : 0),
    alone_usd: staffRole === 'support' ? usdFromCents(calculateSupportLeftCents(request)) : null,
    obstacle: isRefundable ? null : refundable,
    waiting: waitingRefund ?? null,
  }
}

/** How much can be refunded, and how much of that the caregiver can bear, in cents. */
type Refundable = { totalCents: number; caregiverCents: number }

/** How much of a booking can be refunded, in cents; or a sentence that says why nothing can be. */
export async function findRefundable(
  reader: Reader,
  requestId: number,
  now: Date,
): Promise<Refundable | string> {
  if (await hasOpenDispute(reader, requestId)) {
    return 'This booking has an open dispute. What closes the dispute refunds the family'
  }
  const aheadCents = (await sumCentsAhead(reader, [requestId], now)).get(requestId) ?? 0
  const refundable = await findStaffRefundable(reader, requestId, aheadCents)
  if (typeof refundable === 'string' || refundable.totalCents > 0) return refundable
  return aheadCents > 0
    ? 'Its visits have not begun. Cancel them, and choose what the family gets back'
    : 'Nothing of this booking is left to refund'
}

/**
 * How much can be refunded, in cents, by a refund that waits for approval; or a sentence that says why
 * nothing can be. If approving the refund closes a dispute, this is what the dispute holds and our fee.
 */
export async function findWaitingRefundable(
  reader: Reader,
  { requestId, disputeId }: Pick<StaffRefund, 'requestId' | 'disputeId'>,
  now: Date,
): Promise<Refundable | string> {
  if (disputeId === null) return findRefundable(reader, requestId, now)
  const totalCents = await getRefundableCents(reader, requestId)
  return { totalCents, caregiverCents: totalCents }
}

/** The refunds that wait for approval, oldest first: those of one booking, or all. */
export async function listRefundsToApprove(
  { clock, database }: Pick<Deps, 'clock' | 'database'>,
  requestId?: number,
): Promise<WaitingRefund[]> {
  const rows = await listWaitingRefunds(database, requestId)
  const names = await findNames(
    database,
    rows.flatMap(({ refund, familyId, caregiverId }) => [refund.askedBy, familyId, caregiverId]),
  )
  const toPerson = (id: number) => ({ id, name: names.get(id) ?? '' })
  const waitingRefunds: WaitingRefund[] = []
  for (const { refund, familyId, caregiverId } of rows) {
    const refundable = await findWaitingRefundable(database, refund, clock.now())
    waitingRefunds.push({
      id: refund.id,
      request_id: refund.requestId,
      dispute_id: refund.disputeId,
      family: toPerson(familyId),
      caregiver: toPerson(caregiverId),
      amount_usd: usdFromCents(refund.amountCents),
      borne_by: refund.bearer,
      reason: refund.reason,
      asked_by: toPerson(refund.askedBy),
      asked_at: refund.askedAt.toISOString(),
      refundable_usd: usdFromCents(typeof refundable === 'string' ? 0 : refundable.totalCents),
    })
  }
  return waitingRefunds
}
