import type { Deps } from '../../../../deps.ts'
import {
  findRemindedVisit,
  getBookingDetails,
  getRequestDetails,
  listSubstitutes,
  listUpcomingRequests,
} from '../../../bookings/index.ts'
import { getOwnReview } from '../../../reviews/index.ts'
import { notifyUsers } from '../../delivering/delivery.ts'
import { withoutSecondMail } from '../taken-back.ts'
import {
  renderAutoRejected,
  renderBookingConfirmed,
  renderCaregiverUnderReview,
  renderRequestCreated,
  renderRequestWithdrawn,
  renderReviewReceived,
  renderStatusChanged,
} from './booking-templates.ts'
import {
  getCancelingSide,
  renderCanceledToCaregiver,
  renderCanceledToFamily,
} from './cancellation-templates.ts'
import { renderReminder, renderReviewRequest } from './visit-templates.ts'

const SUBSCRIBER = 'notifications'

export function subscribeToBookings(deps: Deps): void {
  const { jobs, database } = deps

  jobs.subscribe('request.submitted', SUBSCRIBER, async ({ requestId }) => {
    const request = await getRequestDetails(deps, requestId)
    const cause = `request:${requestId}:submitted`
    const content = renderRequestCreated(request)
    await notifyUsers(deps, [{ userId: request.caregiverId, from: request.caretakerId, cause, content }])
  })

  jobs.subscribe('request.answered', SUBSCRIBER, async ({ requestId, status }) => {
    const request = await getRequestDetails(deps, requestId)
    const cause = `request:${requestId}:${status}`
    const content = renderStatusChanged(request, status)
    // A block rejects requests, and its family is notified of that.
    const from = status === 'accepted' ? { from: request.caregiverId } : {}
    await notifyUsers(deps, [{ userId: request.caretakerId, ...from, cause, content }])
  })

  jobs.subscribe('request.booked', SUBSCRIBER, async ({ requestId }) => {
    const request = await getRequestDetails(deps, requestId)
    const cause = `request:${requestId}:booked`
    await notifyUsers(deps, [
      { userId: request.caregiverId, cause, content: renderBookingConfirmed(request, 'caregiver') },
      { userId: request.caretakerId, cause, content: renderBookingConfirmed(request, 'caretaker') },
    ])
  })

  jobs.subscribe('request.auto-rejected', SUBSCRIBER, async ({ requestId, paid }) => {
    const request = await getRequestDetails(deps, requestId)
    const cause = `request:${requestId}:auto-rejected${paid ? ':paid' : ''}`
    if (request.rejectionCause === 'withdrawn' && !paid) {
      const withdrawn = renderRequestWithdrawn(request)
      const content = request.isAnswered
        ? withdrawn
        : withoutSecondMail(withdrawn, request.submittedAt, deps.clock.now())
      await notifyUsers(deps, [{ userId: request.caregiverId, cause, content }])
      return
    }
    const content = renderAutoRejected(request, paid)
    await notifyUsers(deps, [{ userId: request.caretakerId, cause, content }])
  })

  jobs.subscribe('booking.canceled', SUBSCRIBER, async (event) => {
    const request = await getRequestDetails(deps, event.requestId, event.bookingIds)
    const cause = `request:${event.requestId}:canceled:${event.bookingIds[0]}`
    const backups =
      getCancelingSide(event) === 'caregiver'
        ? await listSubstitutes(deps, request.caretakerId, event.requestId)
        : { results: [] }
    const names = backups.results.map(({ full_name }) => full_name)
    await notifyUsers(deps, [
      { userId: request.caretakerId, cause, content: renderCanceledToFamily(request, event, names) },
      { userId: request.caregiverId, cause, content: renderCanceledToCaregiver(request, event) },
    ])
  })

  jobs.subscribe('caregiver.verification-changed', `${SUBSCRIBER}.families`, async (event) => {
    if (event.status !== 'flagged') return
    for (const { id } of await listUpcomingRequests(database, event.userId, deps.clock.now())) {
      const request = await getRequestDetails(deps, id)
      const cause = `request:${id}:under-review:${event.changeId}`
      const content = renderCaregiverUnderReview(request)
      await notifyUsers(deps, [{ userId: request.caretakerId, cause, content }])
    }
  })

  jobs.subscribe('booking.reminder', SUBSCRIBER, async (event) => {
    const visit = await findRemindedVisit(deps, event)
    if (!visit) return
    const cause = `booking:${event.bookingId}:reminder:${event.reminder}:${event.startsAt}`
    await notifyUsers(deps, [
      { userId: visit.caregiverId, cause, content: renderReminder(visit, 'caregiver', event.reminder) },
      { userId: visit.caretakerId, cause, content: renderReminder(visit, 'caretaker', event.reminder) },
    ])
  })

  jobs.subscribe('review.requested', SUBSCRIBER, async ({ bookingId }) => {
    const visit = await getBookingDetails(deps, bookingId)
    // Once a day for each caregiver.
    const cause = `caregiver:${visit.caregiverId}:review-requested:${visit.windows[0]?.date}`
    const content = renderReviewRequest(visit, bookingId)
    await notifyUsers(deps, [{ userId: visit.caretakerId, cause, content }])
  })

  jobs.subscribe('review.written', SUBSCRIBER, async ({ reviewId }) => {
    const review = await getOwnReview(database, reviewId)
    const { booking_id: bookingId, rating } = review
    const booking = await getBookingDetails(deps, bookingId)
    const content = renderReviewReceived({ bookingId, rating }, booking)
    const { caretakerId: from } = booking
    await notifyUsers(deps, [{ userId: review.caregiver_id, from, cause: `review:${reviewId}`, content }])
  })
}
