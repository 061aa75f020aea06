import type { Booking } from '@tendwell/contract/bookings/bookings'
import type { ReactNode } from 'react'
import { paths } from '../../../shared/routes/paths.ts'
import { VisitDetails } from '../../../shared/visits/visit-details.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Card } from '../../../ui/card.tsx'
import { BookingNotices } from '../manage/booking-notices.tsx'
import { getBookingStatus, getOtherParty } from '../manage/booking-state.ts'
import { BookingWindows } from '../manage/booking-windows.tsx'
import { MoveNotice } from '../move/move-notice.tsx'
import { PartyHeader } from './party-header.tsx'
import { PriceLeft } from './price-left.tsx'

interface BookingCardProps {
  booking: Booking
  /** The user's role. The card shows the other party. */
  viewer: 'caregiver' | 'caretaker'
  /** The viewer's possible actions. */
  actions?: ReactNode
}

/** A booking in a list. It leads to the booking's page. */
export function BookingCard({ booking, viewer, actions }: BookingCardProps) {
  const other = getOtherParty(booking, viewer)
  const id = booking.request_id
  const page = viewer === 'caretaker' ? paths.booking(id) : paths.caregiverBooking(id)
  return (
    <Card as="article">
      <PartyHeader
        viewer={viewer}
        other={other}
        line={`Booking #${id}`}
        status={getBookingStatus(booking)}
        to={page}
        canMessage={booking.can_message}
      />
      <div className="grid gap-4 sm:grid-cols-[1fr_auto]">
        <div className="flex min-w-0 flex-col gap-4">
          <BookingWindows booking={booking} viewer={viewer} />
          <VisitDetails visit={booking} />
        </div>
        <PriceLeft request={booking} canceled={booking.windows.filter(({ state }) => state === 'canceled')} />
      </div>
      {booking.move && (
        <div className="mt-5">
          <MoveNotice booking={booking} move={booking.move} viewer={viewer} />
        </div>
      )}
      {viewer === 'caretaker' && <BookingNotices booking={booking} />}
      <footer className="mt-5 flex flex-wrap justify-end gap-3 border-t border-line pt-4 max-sm:*:flex-1">
        {actions}
        <ButtonLink to={page} variant="secondary" aria-label={`View booking with ${other.name}`}>
          View booking
        </ButtonLink>
      </footer>
    </Card>
  )
}
