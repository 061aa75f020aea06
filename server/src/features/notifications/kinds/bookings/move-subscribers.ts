import type { Deps } from '../../../../deps.ts'
import { getMoveDetails } from '../../../bookings/index.ts'
import { notifyUsers } from '../../delivering/delivery.ts'
import { withoutSecondMail } from '../taken-back.ts'
import { getReader, renderMoveEnded, renderMoveProposed } from './move-templates.ts'

const SUBSCRIBER = 'notifications'

export function subscribeToMoves(deps: Deps): void {
  deps.jobs.subscribe('move.proposed', SUBSCRIBER, async ({ moveId }) => {
    const details = await getMoveDetails(deps, moveId)
    const { caregiverId, caretakerId } = details.before
    const [userId, from] =
      details.move.proposedBy === 'caregiver' ? [caretakerId, caregiverId] : [caregiverId, caretakerId]
    const content = renderMoveProposed(details)
    await notifyUsers(deps, [{ userId, from, cause: `move:${moveId}:proposed`, content }])
  })

  deps.jobs.subscribe('move.ended', SUBSCRIBER, async ({ moveId }) => {
    const details = await getMoveDetails(deps, moveId)
    const { status, proposedAt, answeredAt } = details.move
    if (status === 'proposed' || !answeredAt) return
    const { caregiverId, caretakerId } = details.before
    const userId = getReader(details, status) === 'caregiver' ? caregiverId : caretakerId
    const ended = renderMoveEnded(details, status)
    const content = status === 'withdrawn' ? withoutSecondMail(ended, proposedAt, answeredAt) : ended
    await notifyUsers(deps, [{ userId, cause: `move:${moveId}:ended`, content }])
  })
}
