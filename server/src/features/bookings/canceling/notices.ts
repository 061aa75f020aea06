import type { Deps } from '../../../deps.ts'
import type { EventMap } from '../../../events.ts'
import { defineNotice } from '../../notices/index.ts'
import { toProposalCause } from '../moving/notices.ts'
import { listMoves } from '../moving/store.ts'
import { getRequestDetails, listBookedWindows } from '../queries.ts'
import { listReminderCauses } from '../reminders/notices.ts'
import { findOffer } from '../substitutes/offer.ts'
import { getCancelingSide, renderCanceledToCaregiver, renderCanceledToFamily } from './notice-texts.ts'

export const cancellationNotices = [
  defineNotice('booking.canceled', async (deps, event) => {
    const request = await getRequestDetails(deps, event.requestId, event.bookingIds)
    const cause = `request:${event.requestId}:canceled:${event.bookingIds[0]}`
    const offer = getCancelingSide(event) === 'caregiver' ? await findOffer(deps, request) : null
    const doneCauses = await listDoneCauses(deps, event)
    return [
      { userId: request.familyId, doneCauses },
      { userId: request.caregiverId, doneCauses },
      { userId: request.familyId, cause, content: renderCanceledToFamily(request, event, offer) },
      { userId: request.caregiverId, cause, content: renderCanceledToCaregiver(request, event) },
    ]
  }),
]

/** The causes of the reminders of canceled visits, and of proposals to move them. */
async function listDoneCauses(
  { database }: Pick<Deps, 'database'>,
  { requestId, bookingIds }: EventMap['booking.canceled'],
): Promise<string[]> {
  const canceledVisits = (await listBookedWindows(database, requestId)).filter(({ booking }) =>
    bookingIds.includes(booking.id),
  )
  const endedMoves = (await listMoves(database, requestId)).filter(({ status }) => status !== 'proposed')
  return [
    ...canceledVisits.flatMap(({ booking, window }) => listReminderCauses(booking.id, window.startsAt)),
    ...endedMoves.map(({ id }) => toProposalCause(id)),
  ]
}
