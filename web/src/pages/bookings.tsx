import { useState } from 'react'
import { useCaretakerBookingsQuery } from '../features/requests/api.ts'
import { BookingsList } from '../features/requests/bookings-list.tsx'
import { useBookingsToReview } from '../features/reviews/use-bookings-to-review.ts'
import { paths } from '../lib/paths.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { Page } from '../ui/page.tsx'

export function Component() {
  const [page, setPage] = useState(1)
  const toReview = useBookingsToReview()
  return (
    <Page title="My Bookings" width="reading">
      <BookingsList
        query={useCaretakerBookingsQuery({ page })}
        page={page}
        onPage={setPage}
        viewer="caretaker"
        hint="A request becomes a booking as soon as it is accepted and paid."
        actionsOf={({ windows }) =>
          windows.some(({ booking_id: id }) => toReview.has(id)) && (
            <ButtonLink to={paths.myReviews} variant="secondary">
              Write a review
            </ButtonLink>
          )
        }
        action={<ButtonLink to={paths.caregivers}>Find a Caregiver</ButtonLink>}
      />
    </Page>
  )
}
