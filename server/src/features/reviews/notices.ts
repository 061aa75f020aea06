import { getBookingDetails } from '../bookings/index.ts'
import { defineNotice } from '../notices/index.ts'
import { getOwnReview } from './family-queries.ts'
import { renderReviewReceived, renderReviewRequest } from './notice-texts.ts'

export const reviewNotices = [
  defineNotice('review.requested', async (deps, { bookingId }) => {
    const visit = await getBookingDetails(deps, bookingId)
    // The cause has the date, so a family is asked once a day for each caregiver.
    const cause = `caregiver:${visit.caregiverId}:review-requested:${visit.windows[0]?.date}`
    return [{ userId: visit.familyId, cause, content: renderReviewRequest(visit, bookingId) }]
  }),

  defineNotice('review.written', async (deps, { reviewId }) => {
    const review = await getOwnReview(deps.database, reviewId)
    const { booking_id: bookingId, rating } = review
    const booking = await getBookingDetails(deps, bookingId)
    const content = renderReviewReceived({ bookingId, rating }, booking)
    const { familyId: from } = booking
    return [{ userId: review.caregiver_id, from, cause: `review:${reviewId}`, content }]
  }),
]
