import type { Booking } from '@tendwell/contract/bookings'
import type { ReactNode } from 'react'
import { now } from '../../../lib/clock.ts'
import { formatHours } from '../../../lib/format.ts'
import { toEpochMs } from '../../../lib/instants.ts'
import { Card } from '../../../ui/card.tsx'
import { PriceText } from '../../../ui/price-text.tsx'
import { PartyHeader } from './party-header.tsx'
import { WindowList } from './window-list.tsx'

interface BookingCardProps {
  booking: Booking
  /** The user's role. The card shows the other party. */
  viewer: 'caregiver' | 'caretaker'
  /** The viewer's possible actions. */
  actions?: ReactNode
}

export function BookingCard({ booking, viewer, actions }: BookingCardProps) {
  const other =
    viewer === 'caretaker'
      ? { id: booking.caregiver_id, name: booking.caregiver_name, avatar: booking.caregiver_avatar }
      : { id: booking.caretaker_id, name: booking.caretaker_name, avatar: booking.caretaker_avatar }
  const isOver = booking.windows.every((window) => toEpochMs(window.end_utc) <= now())
  return (
    <Card as="article">
      <PartyHeader
        viewer={viewer}
        other={other}
        line={`Booking #${booking.request_id}`}
        status={isOver ? 'completed' : 'confirmed'}
      />
      <div className="grid gap-4 sm:grid-cols-[1fr_auto]">
        <WindowList windows={booking.windows} zone={booking.timezone} />
        <div className="sm:text-right">
          <PriceText usd={booking.total_price_usd} size="large" />
          <p className="text-13 text-ink-soft">{formatHours(booking.total_hours)}</p>
        </div>
      </div>
      {actions && (
        <footer className="mt-5 flex flex-wrap justify-end gap-3 border-t border-line pt-4">{actions}</footer>
      )}
    </Card>
  )
}
