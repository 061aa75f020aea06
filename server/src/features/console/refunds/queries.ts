/** What staff can refund, and the refunds that wait for finance or an admin. */
import { usdFromCents } from '@tendwell/contract/money'
import type { RefundOptions, WaitingRefund } from '@tendwell/contract/payments/staff-refunds'
import { and, asc, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Deps } from '../../../deps.ts'
import type { Reader } from '../../../platform/database/database.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/access.ts'
import {
  calculateSupportLeft,
  isWaitingRefund,
  listBookedWindows,
  requests,
  type StaffRefund,
  staffRefunds,
} from '../../bookings/index.ts'
import { hasOpenDispute } from '../../disputes/index.ts'
import { findStaffRefundable, getRefundableCents } from '../../payments/index.ts'
import { users } from '../../people/index.ts'

const families = alias(users, 'families')
const caregivers = alias(users, 'caregivers')

/**
 * What was paid for the visits of a request that have not begun, in cents: those are canceled instead of
 * refunded.
 */
export async function sumAhead(reader: Reader, requestId: number, now: Date): Promise<number> {
  const booked = await listBookedWindows(reader, requestId)
  return booked
    .filter(({ booking, window }) => !booking.canceledAt && window.startsAt > now)
    .reduce((total, { booking }) => total + booking.priceCents, 0)
}

/**
 * What can be refunded of a booking now.
 * @throws AppError 404 for an unknown request
 * @see docs/rules/money.md#refunds-by-staff
 */
export async function getRefundOptions(
  { clock, database }: Pick<Deps, 'clock' | 'database'>,
  { staffRole }: Pick<Actor, 'staffRole'>,
  requestId: number,
): Promise<RefundOptions> {
  const [request] = await database.select().from(requests).where(eq(requests.id, requestId))
  if (!request) throw notFound()
  const found = await findRefundable(database, requestId, clock.now())
  const isRefundable = typeof found !== 'string'
  const [waiting] = await listWaiting({ clock, database }, requestId)
  return {
    refundable_usd: usdFromCents(isRefundable ? found.totalCents : 0),
    caregiver_usd: staffRole === 'support' ? null : usdFromCents(isRefundable ? found.caregiverCents : 0),
    alone_usd: staffRole === 'support' ? usdFromCents(calculateSupportLeft(request)) : null,
    obstacle: isRefundable ? null : found,
    waiting: waiting ?? null,
  }
}

/** In cents. */
type Refundable = { totalCents: number; caregiverCents: number }

/** In cents, or the sentence that says why nothing can be refunded. */
export async function findRefundable(
  reader: Reader,
  requestId: number,
  now: Date,
): Promise<Refundable | string> {
  if (await hasOpenDispute(reader, requestId)) {
    return 'This booking has an open dispute. What closes the dispute refunds the family'
  }
  const aheadCents = await sumAhead(reader, requestId, now)
  const found = await findStaffRefundable(reader, requestId, aheadCents)
  if (typeof found === 'string' || found.totalCents > 0) return found
  return aheadCents > 0
    ? 'Its visits have not begun. Cancel them, and choose what the family gets back'
    : 'Nothing of this booking is left to refund'
}

/**
 * What can be refunded for a refund that waits: of a dispute that is closed with it, what is on hold and our
 * fee.
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

/** The refunds that wait, oldest first; of one booking or of all. */
export async function listWaiting(
  { clock, database }: Pick<Deps, 'clock' | 'database'>,
  requestId?: number,
): Promise<WaitingRefund[]> {
  const rows = await database
    .select({
      refund: staffRefunds,
      request: requests,
      family: families,
      caregiver: caregivers,
      asker: users,
    })
    .from(staffRefunds)
    .innerJoin(requests, eq(requests.id, staffRefunds.requestId))
    .innerJoin(families, eq(families.id, requests.caretakerId))
    .innerJoin(caregivers, eq(caregivers.id, requests.caregiverId))
    .innerJoin(users, eq(users.id, staffRefunds.askedBy))
    .where(and(isWaitingRefund, requestId === undefined ? undefined : eq(staffRefunds.requestId, requestId)))
    .orderBy(asc(staffRefunds.id))
  const waiting: WaitingRefund[] = []
  for (const { refund, family, caregiver, asker } of rows) {
    const found = await findWaitingRefundable(database, refund, clock.now())
    waiting.push({
      id: refund.id,
      request_id: refund.requestId,
      dispute_id: refund.disputeId,
      family: { id: family.id, name: family.fullName },
      caregiver: { id: caregiver.id, name: caregiver.fullName },
      amount_usd: usdFromCents(refund.amountCents),
      borne_by: refund.bearer,
      reason: refund.reason,
      asked_by: { id: asker.id, name: asker.fullName },
      asked_at: refund.askedAt.toISOString(),
      refundable_usd: usdFromCents(typeof found === 'string' ? 0 : found.totalCents),
    })
  }
  return waiting
}
