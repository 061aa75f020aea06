import { paths } from '@tendwell/contract/routes'
import { type RequestDetails, toRequestPayload, toSubjectWords, toVisitFacts } from '../bookings/index.ts'
import type { NoticeContent } from '../notices/index.ts'

/**
 * Asks the family for a review of a visit that ended yesterday.
 * @param visit the request with only the window to review
 */
export function renderReviewRequest(visit: RequestDetails, bookingId: number): NoticeContent {
  const { name, visit: visitWords } = toSubjectWords(visit, 'caretaker')
  return {
    type: 'review_requested',
    subject: `How was your ${visitWords} with ${name}?`,
    payload: {
      ...toRequestPayload(visit),
      booking_id: bookingId,
      message: `How was your visit with ${visit.caregiverName}? A short review helps other families choose, and takes a minute.`,
      action_url: `${paths.myReviews}?booking=${bookingId}`,
      action_text: 'Write a review',
    },
    facts: toVisitFacts(visit, 'caretaker', null),
  }
}

/**
 * Tells the caregiver that a family reviewed a booking.
 * @param booking the request with only the reviewed window
 */
export function renderReviewReceived(
  review: { bookingId: number; rating: number; comment: string },
  booking: RequestDetails,
): NoticeContent {
  const { familyName, caregiverId } = booking
  const { name, visit } = toSubjectWords(booking, 'caregiver')
  return {
    type: 'review_received',
    subject: `${name} reviewed your ${visit}`,
    payload: {
      booking_id: review.bookingId,
      caretaker_name: familyName,
      rating: review.rating,
      message: `${familyName} rated your care ${review.rating}/5.`,
      action_url: `${paths.caregiver(caregiverId)}#reviews`,
      action_text: 'Read and answer',
    },
    facts: [
      { label: 'Rating', text: `${review.rating}/5` },
      ...(review.comment === '' ? [] : [{ label: 'Review', text: review.comment }]),
      ...toVisitFacts(booking, 'caregiver', null),
    ],
  }
}

/**
 * Tells a family that the caregiver answered its review.
 * @param booking the request with only the reviewed window
 */
export function renderReviewAnswered(
  { bookingId, answer }: { bookingId: number; answer: string },
  booking: RequestDetails,
): NoticeContent {
  const { name, visit } = toSubjectWords(booking, 'caretaker')
  return {
    type: 'review_answered',
    subject: `${name} answered your review of your ${visit}`,
    payload: {
      booking_id: bookingId,
      caregiver_name: booking.caregiverName,
      message: `${booking.caregiverName} answered your review. Everyone reads the answer below it.`,
      quote: answer,
      action_url: paths.myReviews,
      action_text: 'View your reviews',
    },
    facts: [{ label: 'Answer', text: answer }, ...toVisitFacts(booking, 'caretaker', null)],
  }
}
