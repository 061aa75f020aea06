import { WaitingBookings } from '../features/reviews/waiting-bookings.tsx'
import { WrittenReviews } from '../features/reviews/written-reviews.tsx'
import { Page } from '../ui/page.tsx'

export function Component() {
  return (
    <Page title="My Reviews" width="reading">
      <div className="flex flex-col gap-6">
        <WaitingBookings />
        <WrittenReviews />
      </div>
    </Page>
  )
}
