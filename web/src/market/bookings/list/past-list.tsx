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
  /** Whether it shows nothing while there are none, because something else stands above it. */
  hidesEmpty: boolean
}

/** A family's bookings of which nothing is ahead, and its requests that were closed before they were paid. */
export function PastList({ actionsOf, hidesEmpty }: PastListProps) {
  const list = usePagedQuery(usePastQuery, {}, { pageSize: LIST_PAGE_SIZE })
  return (
    <CardList
      label="Past bookings and requests"
      list={list}
      failure="Failed to load bookings"
      empty={
        hidesEmpty ? null : (
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
