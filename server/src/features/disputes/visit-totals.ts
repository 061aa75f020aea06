import { usdFromCents } from '@tendwell/contract/money'
import { MINUTE_MS } from '@tendwell/contract/time'
import { type BookedWindow, toHours } from '../bookings/index.ts'

/**
 * The visits of a booking that were not canceled, their hours, and what the booking costs the family: its price less
 * what canceled visits give back.
 */
export function toVisitTotals(bookedWindows: readonly BookedWindow[]) {
  const live = bookedWindows.filter(({ booking }) => !booking.canceledAt)
  const minutes = live.reduce((sum, { window }) => sum + toMinutes(window), 0)
  const cents = bookedWindows.reduce((sum, { booking }) => sum + booking.priceCents - booking.owedCents, 0)
  return { windows: toUtcWindows(live), total_hours: toHours(minutes), total_price_usd: usdFromCents(cents) }
}

/** The instants of these windows, for the web. */
export function toUtcWindows(bookedWindows: readonly BookedWindow[]) {
  return bookedWindows.map(({ window: { startsAt, endsAt } }) => ({
    start_utc: startsAt.toISOString(),
    end_utc: endsAt.toISOString(),
  }))
}

const toMinutes = ({ startsAt, endsAt }: BookedWindow['window']) =>
  (endsAt.getTime() - startsAt.getTime()) / MINUTE_MS
