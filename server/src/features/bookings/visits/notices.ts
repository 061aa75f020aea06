import { defineNotice, type Notice } from '../../notices/index.ts'
import { getRequestDetails, isAhead, listBookedWindows } from '../queries.ts'
import { renderCaregiverUnderReview, renderVisitChanged } from './notice-texts.ts'
import { listUpcomingRequests } from './person-queries.ts'

/**
 * Families with bookings ahead hear that staff flagged their caregiver, and which visits are still on. Caregivers
 * hear what a family changed about the visits ahead.
 */
export const visitNotices = [
  defineNotice(
    'caregiver.verification-changed',
    async (deps, event) => {
      if (event.status !== 'flagged') return []
      const now = deps.clock.now()
      const notices: Notice[] = []
      for (const { id } of await listUpcomingRequests(deps.database, event.userId, now)) {
        const visitsAhead = (await listBookedWindows(deps.database, id)).filter((visit) =>
          isAhead(visit, now),
        )
        if (visitsAhead.length === 0) continue
        const bookingIds = visitsAhead.map(({ booking }) => booking.id)
        const request = await getRequestDetails(deps, id, bookingIds)
        const cause = `request:${id}:under-review:${event.changeId}`
        notices.push({ userId: request.familyId, cause, content: renderCaregiverUnderReview(request) })
      }
      return notices
    },
    'families',
  ),
  defineNotice('booking.visit-changed', async (deps, { requestId, changedAt, changed }) => {
    const visitsAhead = (await listBookedWindows(deps.database, requestId)).filter((visit) =>
      isAhead(visit, new Date(changedAt)),
    )
    if (visitsAhead.length === 0) return []
    const bookingIds = visitsAhead.map(({ booking }) => booking.id)
    const request = await getRequestDetails(deps, requestId, bookingIds)
    const cause = `request:${requestId}:visit-changed:${changedAt}`
    const content = renderVisitChanged(request, changed)
    return [{ userId: request.caregiverId, from: request.familyId, cause, content }]
  }),
]
