/** Reminders of visits and requests for reviews. */
import type { Side } from '@tendwell/contract/sign-in/accounts'
import type { EventMap } from '../../../../events.ts'
import type { RequestDetails } from '../../../bookings/index.ts'
import { toAboutFacts, toVisitFacts } from '../../delivering/mail-facts.ts'
import type { NotificationContent } from '../../delivering/notification-content.ts'
import { getBookingPath, toRequestPayload } from './booking-templates.ts'

/** To one side: a visit begins in a day or in two hours. @param visit its windows are the visit's */
export function renderReminder(
  visit: RequestDetails,
  to: Side,
  reminder: EventMap['booking.reminder']['reminder'],
): NotificationContent {
  const name = to === 'caregiver' ? visit.caretakerName : visit.caregiverName
  const isSoon = reminder === 'hours'
  return {
    type: 'booking_reminder',
    subject: isSoon ? 'Your visit starts soon' : 'Your visit is coming up',
    payload: {
      ...toRequestPayload(visit),
      message: isSoon
        ? `Your visit with ${name} starts in about two hours.`
        : `Your visit with ${name} starts in about a day. If something has changed, let them know now.`,
      action_url: getBookingPath(visit, to),
      action_text: 'View booking',
    },
    facts: [...toVisitFacts(visit, to, null), ...toAboutFacts(visit, to)],
  }
}

/** To the family: a visit ended yesterday. @param visit its only window is the one to review */
export function renderReviewRequest(visit: RequestDetails, bookingId: number): NotificationContent {
  return {
    type: 'review_requested',
    subject: 'How was your visit?',
    payload: {
      ...toRequestPayload(visit),
      booking_id: bookingId,
      message: `How was your visit with ${visit.caregiverName}? A short review helps other families choose, and takes a minute.`,
      action_url: `/my-reviews?booking=${bookingId}`,
      action_text: 'Write a review',
    },
    facts: toVisitFacts(visit, 'caretaker', null),
  }
}
