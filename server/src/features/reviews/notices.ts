import { getBookingDetails, type RequestDetails } from '../bookings/index.ts'
import { defineNotice } from '../notices/index.ts'
import { getOwnReview } from './family-queries.ts'
import { renderReviewAnswered, renderReviewReceived, renderReviewRequest } from './notice-texts.ts'

export const reviewNotices = [
  defineNotice('review.requested', async (deps, { bookingId }) => {
    const visit = await getBookingDetails(deps, bookingId)
    const content = renderReviewRequest(visit, bookingId)
    return [{ userId: visit.familyId, cause: toAskingCause(visit), content }]
  }),

  defineNotice('review.written', async (deps, { reviewId }) => {
    const review = await getOwnReview(deps.database, reviewId)
    const { booking_id: bookingId, rating, comment } = review
    const booking = await getBookingDetails(deps, bookingId)
    const content = renderReviewReceived({ bookingId, rating, comment }, booking)
    const { familyId: from } = booking
    return [
      { userId: from, doneCauses: [toAskingCause(booking)] },
      { userId: review.caregiver_id, from, cause: `review:${reviewId}`, content },
    ]
  }),

  defineNotice('review.answered', async (deps, { reviewId }) => {
    const { booking_id: bookingId, caregiver_id: from, reply } = await getOwnReview(deps.database, reviewId)
    // An answer that was erased meanwhile is none.
    if (!reply) return []
    const booking = await getBookingDetails(deps, bookingId)
    const content = renderReviewAnswered({ bookingId, answer: reply.text }, booking)
    return [{ userId: booking.familyId, from, cause: `review-answer:${reviewId}`, content }]
  }),
]

/** The cause of the notice that asks for a review. It has the date, so a family is asked once a day for each caregiver. */
const toAskingCause = ({ caregiverId, windows }: RequestDetails) =>
  `caregiver:${caregiverId}:review-requested:${windows[0]?.date}`
