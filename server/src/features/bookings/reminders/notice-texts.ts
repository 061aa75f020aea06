/** Reminders of visits and requests for reviews. */
import type { Side } from '@tendwell/contract/sign-in/accounts'
import type { EventMap } from '../../../events.ts'
import type { NoticeContent } from '../../notices/index.ts'
import {
  getBookingPath,
  toCareFacts,
  toChatAction,
  toRequestPayload,
  toSubjectWords,
  toVisitFacts,
} from '../notice-parts.ts'
import type { RequestDetails } from '../responses.ts'

/**
 * Reminds one side of a visit that begins in a day or in two hours.
 * @param request with the windows of this visit only
 */
export function renderReminder(
  request: RequestDetails,
  to: Side,
  reminder: EventMap['booking.reminder']['reminder'],
): NoticeContent {
  const name = to === 'caregiver' ? request.familyName : request.caregiverName
  const isSoon = reminder === 'hours'
  const { name: firstName, visit } = toSubjectWords(request, to)
  return {
    type: 'booking_reminder',
    subject: `${isSoon ? 'Starting soon' : 'Coming up'}: your ${visit} with ${firstName}`,
    payload: {
      ...toRequestPayload(request),
      message: isSoon
        ? `Your visit with ${name} starts in about two hours.`
        : `Your visit with ${name} starts in about a day. If something has changed, let them know now.`,
      action_url: getBookingPath(request, to),
      action_text: 'View booking',
    },
    facts: [...toVisitFacts(request, to, null), ...toCareFacts(request, to)],
    phoneOf: request.requestId,
    secondAction: toChatAction(request, to),
  }
}
