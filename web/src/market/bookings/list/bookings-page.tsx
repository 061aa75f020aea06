import { paths } from '../../../shared/routes/paths.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Page } from '../../../ui/page.tsx'
import { useCaretakerBookingsQuery } from '../bookings-api.ts'
import { useBookingsToReview } from '../manage/use-bookings-to-review.ts'
import { BookingsList } from './bookings-list.tsx'

export function BookingsPage() {
  const toReview = useBookingsToReview()
  return (
    <Page title="My Bookings" width="reading">
      <BookingsList
        viewer="caretaker"
        useList={useCaretakerBookingsQuery}
        hint="A request becomes a booking once it’s accepted and paid."
        actionsOf={({ windows }) => {
          const visit = windows.find(({ booking_id: id }) => toReview.has(id))
          return (
            visit && (
              <ButtonLink to={paths.reviewBooking(visit.booking_id)} variant="secondary">
                Write a review
              </ButtonLink>
            )
          )
        }}
        action={<ButtonLink to={paths.caregivers}>Find a Caregiver</ButtonLink>}
      />
    </Page>
  )
}
