import { getBookingDetails, type RequestDetails } from '../bookings/index.ts'
import { defineNotice } from '../notices/index.ts'
import { getOwnReview } from './family-queries.ts'
import { renderReviewReceived, renderReviewRequest } from './notice-texts.ts'

export const reviewNotices = [
  defineNotice('review.requested', async (deps, { bookingId }) => {
    const visit = await getBookingDetails(deps, bookingId)
    const content = renderReviewRequest(visit, bookingId)
    return [{ userId: visit.familyId, cause: toAskingCause(visit), content }]
  }),

  defineNotice('review.written', async (deps, { reviewId }) => {
    const review = await getOwnReview(deps.database, reviewId)
    const { booking_id: bookingId, rating } = review
    const booking = await getBookingDetails(deps, bookingId)
    const content = renderReviewReceived({ bookingId, rating }, booking)
    const { familyId: from } = booking
    return [
      { userId: from, doneCauses: [toAskingCause(booking)] },
      { userId: review.caregiver_id, from, cause: `review:${reviewId}`, content },
    ]
  }),
]

/** The cause of the notice that asks for a review. It has the date, so a family is asked once a day for each caregiver. */
const toAskingCause = ({ caregiverId, windows }: RequestDetails) =>
  `caregiver:${caregiverId}:review-requested:${windows[0]?.date}`
