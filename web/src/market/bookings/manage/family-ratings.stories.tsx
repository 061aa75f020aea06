import { booking, listOf } from '../../../../test/data.ts'
import { answering, failing } from '../../../../test/stories.tsx'
import { FamilyRatingDialog } from './family-rating-dialog.tsx'
import { FamilyRatings } from './family-ratings.tsx'

const days = ['25', '26', '27', '28']
const windows = days.map((day, index) => ({
  ...(booking.windows[0] as (typeof booking.windows)[number]),
  booking_id: 30 + index,
  start_utc: `2026-05-${day}T13:00:00Z`,
  end_utc: `2026-05-${day}T16:00:00Z`,
}))

export default { component: FamilyRatings, args: { booking: { ...booking, windows } } }

const list = 'get /api/reviews/bookings/12/family-ratings/'

export const Several = answering(
  list,
  listOf(windows.map(({ booking_id }) => ({ booking_id, rating: null }))),
)
export const Failed = failing(list)
export const Dialog = () => (
  <FamilyRatingDialog
    bookingId={31}
    name="Fay Hart"
    when="Tue, May 26, 9:00 AM – 12:00 PM"
    onClose={() => undefined}
  />
)
