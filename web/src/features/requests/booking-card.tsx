import type { Booking } from '@tendwell/contract/bookings'
import type { ReactNode } from 'react'
import { now } from '../../lib/clock.ts'
import { formatHours } from '../../lib/format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Card } from '../../ui/card.tsx'
import { PriceText } from '../../ui/price-text.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'
import { FamilyLink } from './family-link.tsx'
import { MessageLink } from './message-link.tsx'
import { WindowList } from './window-list.tsx'

interface BookingCardProps {
  booking: Booking
  /** Whose eyes it is for: the other party is named. */
  viewer: 'caregiver' | 'caretaker'
  /** What can be done with it now. */
  actions?: ReactNode
}

export function BookingCard({ booking, viewer, actions }: BookingCardProps) {
  const other =
    viewer === 'caretaker'
      ? { id: booking.caregiver_id, name: booking.caregiver_name, avatar: booking.caregiver_avatar }
      : { id: booking.caretaker_id, name: booking.caretaker_name, avatar: booking.caretaker_avatar }
  const isOver = booking.windows.every((window) => Date.parse(window.end_utc) <= now())
  return (
    <Card as="article">
      <header className="mb-4 flex items-start gap-4 sm:items-center">
        <Avatar name={other.name} src={other.avatar} />
        <div className="flex min-w-0 flex-1 flex-col gap-x-4 gap-y-2 sm:flex-row sm:items-center sm:justify-between">
          <div className="min-w-0">
            <h2 className="text-21">
              {viewer === 'caregiver' ? (
                <FamilyLink id={booking.caretaker_id} name={other.name} />
              ) : (
                other.name
              )}
            </h2>
            <p className="text-13 text-ink-soft">{`Booking #${booking.request_id}`}</p>
          </div>
          <span className="flex items-center gap-2">
            <StatusPill status={isOver ? 'completed' : 'confirmed'} />
            <MessageLink viewer={viewer} other={other} />
          </span>
        </div>
      </header>
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
