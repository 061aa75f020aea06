import type { Booking } from '@tendwell/contract/bookings/bookings'
import type { HomeResponse } from '@tendwell/contract/bookings/home'
import { paths } from '../../../shared/routes/paths.ts'
import { countWaiting } from '../../../shared/visits/count-waiting.ts'
import { useHomeQuery } from '../../../shared/visits/home-api.ts'
import { bookAgainPath } from '../../../shared/visits/hours-path.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { CardSkeletons } from '../../../ui/card-skeletons.tsx'
import { Page } from '../../../ui/page.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useCaretakerBookingsQuery } from '../bookings-api.ts'
import { getBookingStatus } from '../manage/booking-state.ts'
import { useBookingsToReview } from '../manage/use-bookings-to-review.ts'
import { WithMeetings } from '../meetings/with-meetings.tsx'
import { BookingsList, type BookingsTab } from './bookings-list.tsx'
import { OpenRequestsList } from './open-requests-list.tsx'
import { PastList } from './past-list.tsx'

/** A family's bookings, from the request to the past. @see docs/rules/bookings.md#on-screen */
export function BookingsPage() {
  const { data: home, isLoading } = useHomeQuery()
  return (
    <Page title="My Bookings" width="reading">
      {/* Which tab opens depends on what there is. */}
      {isLoading ? <TabsSkeleton /> : <FamilyBookings home={home} />}
    </Page>
  )
}

function TabsSkeleton() {
  return (
    <>
      <div className="flex h-11 items-center border-b border-line">
        <Skeleton className="h-4 w-64" />
      </div>
      <div className="pt-6">
        <CardSkeletons />
      </div>
    </>
  )
}

function FamilyBookings({ home }: { home: HomeResponse | undefined }) {
  const toReview = useBookingsToReview()
  const actionsOf = (booking: Booking) => {
    const visit = booking.windows.find(({ booking_id: id }) => toReview.has(id))
    return (
      <>
        {visit && (
          <ButtonLink to={paths.reviewBooking(visit.booking_id)} variant="secondary">
            Write a review
          </ButtonLink>
        )}
        {getBookingStatus(booking) === 'completed' && booking.is_caregiver_listed && (
          <ButtonLink
            to={bookAgainPath(booking)}
            variant="secondary"
            aria-label={`Book ${booking.caregiver_name} again`}
          >
            Book again
          </ButtonLink>
        )}
      </>
    )
  }
  return (
    <BookingsList
      viewer="caretaker"
      useList={useCaretakerBookingsQuery}
      hint="A request becomes a booking once it’s accepted and paid."
      actionsOf={actionsOf}
      past={(hasMeetings) => <PastList actionsOf={actionsOf} isBelowMeetings={hasMeetings} />}
      action={<ButtonLink to={paths.caregivers}>Find a Caregiver</ButtonLink>}
      firstTab={findFirstTab(home)}
      openTabs={[
        {
          id: 'waiting',
          label: 'Waiting',
          count: (home && countWaiting(home)) || undefined,
          content: (
            <WithMeetings viewer="caretaker" when="waiting">
              {(hasMeetings) => <OpenRequestsList open="waiting" isBelowMeetings={hasMeetings} />}
            </WithMeetings>
          ),
        },
        {
          id: 'to_pay',
          label: 'To pay',
          count: home?.open_requests.count || undefined,
          content: <OpenRequestsList open="to_pay" />,
        },
      ]}
    />
  )
}

/** What needs the family most: a payment, then a visit ahead, then an answer that is missing. */
function findFirstTab(home: HomeResponse | undefined): BookingsTab {
  if (home && home.open_requests.count > 0) return 'to_pay'
  return home && !home.next_visit && countWaiting(home) > 0 ? 'waiting' : 'upcoming'
}
