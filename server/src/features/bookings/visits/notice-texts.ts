import type { NoticeContent } from '../../notices/index.ts'
import {
  getBookingPath,
  toCareFacts,
  toRequestPayload,
  toSubjectWords,
  toVisitFacts,
} from '../notice-parts.ts'
import type { RequestDetails } from '../responses.ts'

/**
 * Tells a family with bookings ahead that the caregiver is under review.
 * @param request with the visits that are ahead only
 */
export function renderCaregiverUnderReview(request: RequestDetails): NoticeContent {
  const { name, visit, is } = toSubjectWords(request, 'caretaker')
  return {
    type: 'caregiver_under_review',
    subject: `We’re reviewing ${name}’s profile. Your ${visit} ${is} still on`,
    payload: {
      ...toRequestPayload(request),
      message: `We’re reviewing ${request.caregiverName}’s profile. Your booking is still on. If you’d rather not wait, you can cancel it for a full refund until it starts.`,
      action_url: getBookingPath(request, 'caretaker'),
      action_text: 'View booking',
    },
    facts: toVisitFacts(request, 'caretaker'),
  }
}

/** Tells a caregiver that the family changed the children, the address, the note or the emergency contact. */
export function renderVisitChanged(request: RequestDetails): NoticeContent {
  const { name, visit } = toSubjectWords(request, 'caregiver')
  return {
    type: 'booking_changed',
    subject: `${name} changed the details of your ${visit}`,
    payload: {
      ...toRequestPayload(request),
      message: `${request.familyName} changed the details of your booking. Please look at the address, the children and the note again.`,
      action_url: getBookingPath(request, 'caregiver'),
      action_text: 'View booking',
    },
    facts: [...toVisitFacts(request, 'caregiver', null), ...toCareFacts(request, 'caregiver')],
  }
}
