import type { BookingState } from '@tendwell/contract/bookings/bookings'
import type { BookingWindow } from '@tendwell/contract/console/bookings'
import { usdFromCents } from '@tendwell/contract/money'
import { getCancellationKey } from '../../bookings/index.ts'
import type { Refund } from '../../payments/index.ts'

/**
 * The keys of refunds of a whole booking, which a dispute or staff made, and the keys of refunds of canceled
 * visits.
 */
const BOOKING_REFUND_KEY = /^refund:\d+:(?:dispute|staff):/
const VISITS_REFUND_KEY = /^refund:\d+:cancel:\d+$/

/**
 * The refunds of the whole booking, by a dispute or by staff, for each visit that shows them. The visits that
 * have begun show them; if none has, the upcoming ones; if all were canceled, all.
 * @param states of the booking's visits
 * @returns for each visit, in the order of `states`, the sum of these refunds in dollars by their status;
 *   empty for a visit that doesn't show them
 * @see docs/rules/console.md#records
 */
export function listBookingRefunds(
  states: readonly BookingState[],
  refunds: readonly Pick<Refund, 'key' | 'status' | 'amountCents'>[],
): BookingWindow['booking_refunds'][] {
  const centsByStatus = new Map<Refund['status'], number>()
  for (const { key, status, amountCents } of refunds) {
    if (BOOKING_REFUND_KEY.test(key))
      centsByStatus.set(status, (centsByStatus.get(status) ?? 0) + amountCents)
  }
  const sums = [...centsByStatus].map(([status, sum]) => ({ status, amount_usd: usdFromCents(sum) }))
  const shownOnStates = [['in_progress', 'completed'], ['upcoming'], ['canceled']].find((group) =>
    states.some((state) => group.includes(state)),
  )
  return states.map((state) => (shownOnStates?.includes(state) ? sums : []))
}

type Visit = { id: number; canceledAt: Date | null; refundCents: number }

/**
 * The refund of a canceled visit. Visits that were canceled together share one refund, whose key names the
 * first of them. Visits that were canceled while the family's bank decided about the payment share the first
 * refund of visits after that.
 * @param visits all visits of the booking
 * @param refunds the booking's refunds, newest first
 */
export function findVisitRefund<Row extends Pick<Refund, 'key' | 'createdAt'>>(
  { canceledAt, refundCents }: Visit,
  visits: readonly Visit[],
  refunds: readonly Row[],
): Row | undefined {
  if (canceledAt === null || refundCents === 0) return undefined
  const canceledTogether = visits.filter((visit) => visit.canceledAt?.getTime() === canceledAt.getTime())
  const keys = canceledTogether.map(({ id }) => `:${getCancellationKey(id)}`)
  const namedRefund = refunds.find(({ key }) => keys.some((ending) => key.endsWith(ending)))
  return (
    namedRefund ??
    refunds.findLast(({ key, createdAt }) => VISITS_REFUND_KEY.test(key) && createdAt >= canceledAt)
  )
}
