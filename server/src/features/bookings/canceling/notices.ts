import { defineNotice } from '../../notices/index.ts'
import { getRequestDetails } from '../queries.ts'
import { getCancelingSide, renderCanceledToCaregiver, renderCanceledToFamily } from './notice-texts.ts'
import { listSubstitutes } from './substitutes.ts'

export const cancellationNotices = [
  defineNotice('booking.canceled', async (deps, event) => {
    const request = await getRequestDetails(deps, event.requestId, event.bookingIds)
    const cause = `request:${event.requestId}:canceled:${event.bookingIds[0]}`
    const substitutes =
      getCancelingSide(event) === 'caregiver'
        ? await listSubstitutes(deps, request.familyId, event.requestId)
        : { results: [] }
    const substituteIds = substitutes.results.map(({ id }) => id)
    return [
      { userId: request.familyId, cause, content: renderCanceledToFamily(request, event, substituteIds) },
      { userId: request.caregiverId, cause, content: renderCanceledToCaregiver(request, event) },
    ]
  }),
]
