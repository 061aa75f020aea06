import type { NoticeContent } from '../../notices/index.ts'
import { getBookingPath, toRequestPayload, toVisitFacts } from '../notice-parts.ts'
import type { RequestDetails } from '../responses.ts'

/** Tells a family with bookings ahead that the caregiver is under review. */
export function renderCaregiverUnderReview(request: RequestDetails): NoticeContent {
  return {
    type: 'caregiver_under_review',
    subject: 'A caregiver you booked is under review',
    payload: {
      ...toRequestPayload(request),
      message: `We're reviewing ${request.caregiverName}'s profile. Your booking is still on. If you'd rather not wait, you can cancel it for a full refund until it starts.`,
      action_url: getBookingPath(request, 'caretaker'),
      action_text: 'View booking',
    },
    facts: toVisitFacts(request, 'caretaker'),
  }
}
