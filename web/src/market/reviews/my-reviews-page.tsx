import { Page } from '../../ui/page.tsx'
import { WaitingBookings } from './waiting-bookings.tsx'
import { WrittenReviews } from './written-reviews.tsx'

export function MyReviewsPage() {
  return (
    <Page title="My Reviews" width="reading">
      <div className="flex flex-col gap-6">
        <WaitingBookings />
        <WrittenReviews />
      </div>
    </Page>
  )
}
