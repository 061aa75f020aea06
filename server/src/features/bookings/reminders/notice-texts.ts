/** Reminders of visits and requests for reviews. */
import type { Side } from '@tendwell/contract/sign-in/accounts'
import type { EventMap } from '../../../events.ts'
import type { NoticeContent } from '../../notices/index.ts'
import { getBookingPath, toAboutFacts, toRequestPayload, toVisitFacts } from '../notice-parts.ts'
import type { RequestDetails } from '../responses.ts'

/**
 * Reminds one side of a visit that begins in a day or in two hours.
 * @param visit the request with only the windows of this visit
 */
export function renderReminder(
  visit: RequestDetails,
  to: Side,
  reminder: EventMap['booking.reminder']['reminder'],
): NoticeContent {
  const name = to === 'caregiver' ? visit.familyName : visit.caregiverName
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
