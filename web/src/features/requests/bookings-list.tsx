import type { Booking } from '@tendwell/contract/bookings'
import type { ComponentProps, ReactNode } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { EmptyCalendar } from '../../ui/scenes/empty-calendar.tsx'
import { BookingCard } from './booking-card.tsx'
import { PagedList } from './paged-list.tsx'

interface BookingsListProps {
  query: ComponentProps<typeof PagedList<Booking>>['query']
  page: number
  onPage: (page: number) => void
  /** Whose eyes it is for. */
  viewer: 'caregiver' | 'caretaker'
  /** How a booking comes about, while there is none. */
  hint: string
  action: ReactNode
  /** What can be done with a booking now. */
  actionsOf?: (booking: Booking) => ReactNode
}

export function BookingsList({ query, page, onPage, viewer, hint, action, actionsOf }: BookingsListProps) {
  return (
    <PagedList<Booking>
      label="Bookings"
      query={query}
      page={page}
      onPage={onPage}
      failure="Failed to load bookings"
      empty={<EmptyState title="No bookings yet" hint={hint} action={action} scene={<EmptyCalendar />} />}
      itemId={(booking) => booking.request_id}
      render={(booking) => <BookingCard booking={booking} viewer={viewer} actions={actionsOf?.(booking)} />}
    />
  )
}
