import type { Booking } from '@tendwell/contract/bookings'
import type { ReactNode } from 'react'
import type { PagedQuery } from '../../../lib/use-paged-query.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { CardList } from '../../../ui/list-panel.tsx'
import { EmptyCalendar } from '../../../ui/scenes/empty-calendar.tsx'
import { BookingCard } from './booking-card.tsx'

interface BookingsListProps {
  list: PagedQuery<Booking>
  viewer: 'caregiver' | 'caretaker'
  /** How to get a booking, shown while there are none. */
  hint: string
  action: ReactNode
  /** The viewer's possible actions. */
  actionsOf?: (booking: Booking) => ReactNode
}

export function BookingsList({ list, viewer, hint, action, actionsOf }: BookingsListProps) {
  return (
    <CardList
      label="Bookings"
      list={list}
      failure="Failed to load bookings"
      empty={<EmptyState title="No bookings yet" hint={hint} action={action} scene={<EmptyCalendar />} />}
      rowId={(booking) => booking.request_id}
    >
      {(booking) => <BookingCard booking={booking} viewer={viewer} actions={actionsOf?.(booking)} />}
    </CardList>
  )
}
