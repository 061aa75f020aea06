import type { Booking } from '@tendwell/contract/bookings'
import { formatMoney } from '../../../lib/format.ts'
import { sumRefunds } from '../booking-state.ts'
import { WindowList } from './window-list.tsx'

const PAGE_MAXIMUM = 5

interface BookingWindowsProps {
  booking: Booking
  /** On the booking's own page, where all of them can be listed. */
  isPage?: boolean
}

/** The hours of a booking: those that stand, then those that were canceled. */
export function BookingWindows({ booking, isPage }: BookingWindowsProps) {
  const list = isPage ? { maxShown: PAGE_MAXIMUM, listsAll: true } : {}
  const canceled = booking.windows.filter(({ state }) => state === 'canceled')
  const live = booking.windows.filter(({ state }) => state !== 'canceled')
  const refundUsd = sumRefunds(canceled)
  return (
    <div className="flex flex-col gap-4">
      {live.length > 0 && <WindowList windows={live} zone={booking.timezone} {...list} />}
      {canceled.length > 0 && (
        <section aria-label="Canceled times">
          <p className="mb-1.5 text-13 font-semibold text-clay">
            {refundUsd > 0 ? `Canceled, ${formatMoney(refundUsd)} refunded` : 'Canceled without a refund'}
          </p>
          <div className="text-ink-soft line-through decoration-1">
            <WindowList windows={canceled} zone={booking.timezone} {...list} />
          </div>
        </section>
      )}
    </div>
  )
}
