import { WaitingBookings } from '../features/reviews/components/waiting-bookings.tsx'
import { WrittenReviews } from '../features/reviews/components/written-reviews.tsx'
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
