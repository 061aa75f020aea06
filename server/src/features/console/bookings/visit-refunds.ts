import type { BookingState } from '@tendwell/contract/bookings/bookings'
import type { BookingWindow } from '@tendwell/contract/console/bookings'
import { usdFromCents } from '@tendwell/contract/money'
import { getCancellationKey } from '../../bookings/index.ts'
import type { Refund } from '../../payments/index.ts'

/** The key of a refund that a dispute or staff made. Those of canceled visits are on these visits. */
const OF_BOOKING = /^refund:\d+:(?:dispute|staff):/
const OF_VISITS = /^refund:\d+:cancel:\d+$/

/**
 * Which visits show what a dispute or staff refunded of the booking: those that took place; while none has,
 * those ahead; and where all were canceled, these.
 * @returns the sum in dollars for each step, for each visit in the order given
 * @see docs/rules/console.md#records
 */
export function listBookingRefunds(
  states: readonly BookingState[],
  refunds: readonly Pick<Refund, 'key' | 'status' | 'amountCents'>[],
): BookingWindow['booking_refunds'][] {
  const cents = new Map<Refund['status'], number>()
  for (const { key, status, amountCents } of refunds) {
    if (OF_BOOKING.test(key)) cents.set(status, (cents.get(status) ?? 0) + amountCents)
  }
  const sums = [...cents].map(([status, sum]) => ({ status, amount_usd: usdFromCents(sum) }))
  const carriers = [['in_progress', 'completed'], ['upcoming'], ['canceled']].find((group) =>
    states.some((state) => group.includes(state)),
  )
  return states.map((state) => (carriers?.includes(state) ? sums : []))
}

type Visit = { id: number; canceledAt: Date | null; refundCents: number }

/**
 * The refund of a canceled visit. Visits that were canceled together have one, named after the first of them,
 * and so have those that were canceled while the family's bank decided: the first refund after that.
 * @param visits of the same booking
 * @param refunds newest first
 */
export function findVisitRefund<Row extends Pick<Refund, 'key' | 'createdAt'>>(
  { canceledAt, refundCents }: Visit,
  visits: readonly Visit[],
  refunds: readonly Row[],
): Row | undefined {
  if (canceledAt === null || refundCents === 0) return undefined
  const together = visits.filter((visit) => visit.canceledAt?.getTime() === canceledAt.getTime())
  const keys = together.map(({ id }) => `:${getCancellationKey(id)}`)
  const own = refunds.find(({ key }) => keys.some((ending) => key.endsWith(ending)))
  return own ?? refunds.findLast(({ key, createdAt }) => OF_VISITS.test(key) && createdAt >= canceledAt)
}
