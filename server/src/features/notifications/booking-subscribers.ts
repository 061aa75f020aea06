import type { Deps } from '../../deps.ts'
import { getRequestDetails } from '../bookings/index.ts'
import { getOwnReview } from '../reviews/index.ts'
import {
  renderAutoRejected,
  renderBookingConfirmed,
  renderRequestCreated,
  renderReviewReceived,
  renderStatusChanged,
} from './booking-templates.ts'
import { notifyUsers } from './delivery.ts'

const SUBSCRIBER = 'notifications'

export function subscribeToBookings(deps: Deps): void {
  const { jobs, database } = deps

  jobs.subscribe('request.submitted', SUBSCRIBER, async ({ requestId }) => {
    const request = await getRequestDetails(database, requestId)
    const cause = `request:${requestId}:submitted`
    await notifyUsers(deps, [{ userId: request.caregiverId, cause, content: renderRequestCreated(request) }])
  })

  jobs.subscribe('request.answered', SUBSCRIBER, async ({ requestId, status }) => {
    const request = await getRequestDetails(database, requestId)
    const cause = `request:${requestId}:${status}`
    const content = renderStatusChanged(request, status)
    await notifyUsers(deps, [{ userId: request.caretakerId, cause, content }])
  })

  jobs.subscribe('request.booked', SUBSCRIBER, async ({ requestId }) => {
    const request = await getRequestDetails(database, requestId)
    const cause = `request:${requestId}:booked`
    await notifyUsers(deps, [
      { userId: request.caregiverId, cause, content: renderBookingConfirmed(request, 'caregiver') },
      { userId: request.caretakerId, cause, content: renderBookingConfirmed(request, 'caretaker') },
    ])
  })

  jobs.subscribe('request.auto-rejected', SUBSCRIBER, async ({ requestId, paid }) => {
    const request = await getRequestDetails(database, requestId)
    const cause = `request:${requestId}:auto-rejected${paid ? ':paid' : ''}`
    const content = renderAutoRejected(request, paid)
    await notifyUsers(deps, [{ userId: request.caretakerId, cause, content }])
  })

  jobs.subscribe('review.written', SUBSCRIBER, async ({ reviewId }) => {
    const review = await getOwnReview(database, reviewId)
    const content = renderReviewReceived({
      bookingId: review.booking_id,
      caregiverId: review.caregiver_id,
      caretakerName: review.caretaker_name,
      rating: review.rating,
    })
    await notifyUsers(deps, [{ userId: review.caregiver_id, cause: `review:${reviewId}`, content }])
  })
}
