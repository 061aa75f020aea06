import { defineNotice, type Notice } from '../../notices/index.ts'
import { getRequestDetails } from '../queries.ts'
import { renderCaregiverUnderReview } from './notice-texts.ts'
import { listUpcomingRequests } from './person-queries.ts'

/** Families with bookings ahead hear that staff flagged their caregiver. */
export const visitNotices = [
  defineNotice(
    'caregiver.verification-changed',
    async (deps, event) => {
      if (event.status !== 'flagged') return []
      const notices: Notice[] = []
      for (const { id } of await listUpcomingRequests(deps.database, event.userId, deps.clock.now())) {
        const request = await getRequestDetails(deps, id)
        const cause = `request:${id}:under-review:${event.changeId}`
        notices.push({ userId: request.familyId, cause, content: renderCaregiverUnderReview(request) })
      }
      return notices
    },
    'families',
  ),
]
