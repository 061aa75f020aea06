import {
  type Booking,
  type BookingTime,
  LIST_PAGE_SIZE,
  type OpenRequests,
} from '@tendwell/contract/bookings/bookings'
import { type ReactNode, useState } from 'react'
import { type UseListQuery, usePagedQuery } from '../../../lib/address/use-paged-query.ts'
import { useUrlFilters } from '../../../lib/address/use-url-filters.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { CardList } from '../../../ui/list-panel.tsx'
import { EmptyCalendar } from '../../../ui/scenes/empty-calendar.tsx'
import { type TabItem, Tabs } from '../../../ui/tabs.tsx'
import { BookingCard } from './booking-card.tsx'

interface BookingsListProps {
  viewer: 'caregiver' | 'caretaker'
  useList: UseListQuery<{ when: BookingTime }, Booking>
  /** How to get a booking, shown while there are none. */
  hint: string
  action: ReactNode
  /** The viewer's possible actions. */
  actionsOf?: (booking: Booking) => ReactNode
  /** What the past shows, where that is more than bookings. */
  past?: ReactNode
  /** The tabs before those of the bookings. */
  openTabs?: readonly TabItem<OpenRequests>[]
  /** The tab that opens unless the address names another one. */
  firstTab?: BookingsTab
}

export type BookingsTab = OpenRequests | BookingTime

const readTab = (params: URLSearchParams) => ({ when: params.get('when') ?? '' })

/** A person's bookings: what is ahead, soonest first, and what is over or canceled, latest first. */
export function BookingsList({ openTabs = [], firstTab = 'upcoming', ...props }: BookingsListProps) {
  const { filters: tab, change } = useUrlFilters(readTab)
  // Stays as it was, so that paying or withdrawing the last request doesn't change the tab.
  const [initialTab] = useState(firstTab)
  const items: TabItem<BookingsTab>[] = [
    ...openTabs,
    { id: 'upcoming', label: 'Upcoming', content: <Bookings {...props} when="upcoming" /> },
    { id: 'past', label: 'Past', content: props.past ?? <Bookings {...props} when="past" /> },
  ]
  return (
    <Tabs
      label="Bookings by state"
      selected={items.find(({ id }) => id === tab.when)?.id ?? initialTab}
      onSelect={(when) => change({ when })}
      items={items}
    />
  )
}

function Bookings({ when, ...props }: BookingsListProps & { when: BookingTime }) {
  const { viewer, useList, actionsOf } = props
  const list = usePagedQuery(useList, { when }, { pageSize: LIST_PAGE_SIZE })
  return (
    <CardList
      label={when === 'upcoming' ? 'Upcoming bookings' : 'Past bookings'}
      list={list}
      failure="Failed to load bookings"
      empty={
        when === 'upcoming' ? (
          <NothingAhead {...props} />
        ) : (
          <NothingPast hint="A booking moves here once its last visit has ended, or once it’s canceled." />
        )
      }
      rowId={(booking) => booking.request_id}
    >
      {(booking) => <BookingCard booking={booking} viewer={viewer} actions={actionsOf?.(booking)} />}
    </CardList>
  )
}

/** Says whether there are no bookings at all, or none ahead. */
function NothingAhead({ useList, hint, action }: BookingsListProps) {
  const { currentData: past } = useList({ when: 'past', page: 1 }, {})
  const hasPast = past !== undefined && past.count > 0
  return (
    <EmptyState
      title={hasPast ? 'No upcoming bookings' : 'No bookings yet'}
      hint={hint}
      action={action}
      scene={<EmptyCalendar />}
    />
  )
}

export function NothingPast({ hint }: { hint: string }) {
  return <EmptyState title="No past bookings" hint={hint} scene={<EmptyCalendar />} />
}
