import { defineNotice } from '../../notices/index.ts'
import { withoutSecondMail } from '../taken-back.ts'
import { getMoveDetails } from './details.ts'
import { getNotifiedSide, renderMoveEnded, renderMoveProposed } from './notice-texts.ts'

export const moveNotices = [
  defineNotice('move.proposed', async (deps, { moveId }) => {
    const details = await getMoveDetails(deps, moveId)
    const { caregiverId, familyId } = details.before
    const [userId, from] =
      details.move.proposedBy === 'caregiver' ? [familyId, caregiverId] : [caregiverId, familyId]
    return [{ userId, from, cause: `move:${moveId}:proposed`, content: renderMoveProposed(details) }]
  }),

  defineNotice('move.ended', async (deps, { moveId }) => {
    const details = await getMoveDetails(deps, moveId)
    const { status, proposedAt, answeredAt } = details.move
    if (status === 'proposed' || !answeredAt) return []
    const { caregiverId, familyId } = details.before
    const userId = getNotifiedSide(details, status) === 'caregiver' ? caregiverId : familyId
    const endedContent = renderMoveEnded(details, status)
    const content =
      status === 'withdrawn' ? withoutSecondMail(endedContent, proposedAt, answeredAt) : endedContent
    return [{ userId, cause: `move:${moveId}:ended`, content }]
  }),
]
