import { type Booking, LIST_PAGE_SIZE } from '@tendwell/contract/bookings/bookings'
import type { ReactNode } from 'react'
import { usePagedQuery } from '../../../lib/address/use-paged-query.ts'
import { CardList } from '../../../ui/list-panel.tsx'
import { usePastQuery } from '../bookings-api.ts'
import { MyRequest } from '../requests/my-request.tsx'
import { BookingCard } from './booking-card.tsx'
import { NothingPast } from './bookings-list.tsx'

interface PastListProps {
  actionsOf: (booking: Booking) => ReactNode
  /** Whether meetings stand above it: it then has a heading, and shows nothing while there are none. */
  isBelowMeetings: boolean
}

/** A family's bookings of which nothing is ahead, and its requests that were closed. @see docs/rules/bookings.md#bookings */
export function PastList({ actionsOf, isBelowMeetings }: PastListProps) {
  const list = usePagedQuery(usePastQuery, {}, { pageSize: LIST_PAGE_SIZE })
  return (
    <CardList
      label="Past bookings and requests"
      heading={isBelowMeetings ? 'Bookings and requests' : undefined}
      list={list}
      failure="Failed to load bookings"
      empty={
        isBelowMeetings ? null : (
          <NothingPast hint="A booking moves here once its last visit has ended or was canceled, a request once it’s closed." />
        )
      }
      rowId={({ booking, request }) => booking?.request_id ?? request?.id ?? 0}
    >
      {({ booking, request }) =>
        booking ? (
          <BookingCard booking={booking} viewer="caretaker" actions={actionsOf(booking)} />
        ) : (
          request && <MyRequest request={request} />
        )
      }
    </CardList>
  )
}
