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
import { WithMeetings } from '../meetings/with-meetings.tsx'
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
  past?: (hasMeetings: boolean) => ReactNode
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
  const listWith = (when: BookingTime, list?: BookingsListProps['past']) => (
    <WithMeetings viewer={props.viewer} when={when}>
      {list ?? ((hasMeetings) => <Bookings {...props} when={when} isBelowMeetings={hasMeetings} />)}
    </WithMeetings>
  )
  const items: TabItem<BookingsTab>[] = [
    ...openTabs,
    { id: 'upcoming', label: 'Upcoming', content: listWith('upcoming') },
    { id: 'past', label: 'Past', content: listWith('past', props.past) },
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

/** @param props.isBelowMeetings it then has a heading, and shows nothing while there are none */
function Bookings({
  when,
  isBelowMeetings,
  ...props
}: BookingsListProps & { when: BookingTime; isBelowMeetings: boolean }) {
  const { viewer, useList, actionsOf } = props
  const list = usePagedQuery(useList, { when }, { pageSize: LIST_PAGE_SIZE })
  return (
    <CardList
      label={when === 'upcoming' ? 'Upcoming bookings' : 'Past bookings'}
      heading={isBelowMeetings ? 'Visits' : undefined}
      list={list}
      failure="Failed to load bookings"
      empty={
        isBelowMeetings ? null : when === 'upcoming' ? (
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
