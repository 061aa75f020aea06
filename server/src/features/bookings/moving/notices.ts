import type { Side } from '@tendwell/contract/sign-in/accounts'
import { type DoneNotices, defineNotice } from '../../notices/index.ts'
import { findReaderZone } from '../../profiles/index.ts'
import { listReminderCauses } from '../reminders/notices.ts'
import { withoutSecondMail } from '../taken-back.ts'
import { getMoveDetails, type MoveDetails } from './details.ts'
import { getNotifiedSide, renderMoveEnded, renderMoveProposed } from './notice-texts.ts'

/** The cause of the notice that asks for an answer to a proposal. */
export const toProposalCause = (moveId: number) => `move:${moveId}:proposed`

export const moveNotices = [
  defineNotice('move.proposed', async (deps, { moveId }) => {
    const details = await getMoveDetails(deps, moveId)
    const { userId, from } = getSides(details)
    const content = renderMoveProposed(details, await findReaderZone(deps.database, userId))
    return [{ userId, from, cause: toProposalCause(moveId), content }]
  }),

  defineNotice('move.ended', async (deps, { moveId }) => {
    const details = await getMoveDetails(deps, moveId)
    const { status, proposedAt, answeredAt } = details.move
    if (status === 'proposed' || !answeredAt) return []
    const { caregiverId, familyId } = details.before
    // The mail that a move is accepted has the calendar file, so both get it.
    const readers: Side[] =
      status === 'accepted' ? ['caregiver', 'caretaker'] : [getNotifiedSide(details, status)]
    const ended = readers.map((to) => {
      const content = renderMoveEnded(details, status, to)
      return {
        userId: to === 'caregiver' ? caregiverId : familyId,
        cause: `move:${moveId}:ended`,
        content: status === 'withdrawn' ? withoutSecondMail(content, proposedAt, answeredAt) : content,
      }
    })
    return [
      { userId: getSides(details).userId, doneCauses: [toProposalCause(moveId)] },
      ...(status === 'accepted' ? endReminders(details) : []),
      ...ended,
    ]
  }),
]

/** The reminders of the visits at their hours before the move are done. */
function endReminders({ move, before: { caregiverId, familyId } }: MoveDetails): DoneNotices[] {
  const doneCauses = move.bookingIds.flatMap((bookingId, index) => {
    const window = move.fromWindows[index]
    return window ? listReminderCauses(bookingId, new Date(window.start_utc)) : []
  })
  return [caregiverId, familyId].map((userId) => ({ userId, doneCauses }))
}

/** The person who is asked to answer a proposal, and the one it is from. */
function getSides({ move, before: { caregiverId, familyId } }: MoveDetails) {
  return move.proposedBy === 'caregiver'
    ? { userId: familyId, from: caregiverId }
    : { userId: caregiverId, from: familyId }
}
