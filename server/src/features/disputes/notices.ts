import type { Deps } from '../../deps.ts'
import type { EventMap } from '../../events.ts'
import { getLiveRequestDetails } from '../bookings/index.ts'
import { defineNotice, type Notice, namePlaceholder } from '../notices/index.ts'
import { findUser } from '../people/index.ts'
import {
  type DisputeStep,
  renderAnswer,
  renderAssignment,
  renderDisputeChanged,
  renderQuestion,
  renderResponse,
} from './notice-texts.ts'
import { getDisputeSummary } from './queries.ts'
import { getQuestion, listQuestions } from './question-queries.ts'

export const disputeNotices = [
  defineNotice('dispute.created', (deps, event) => makeStepNotices(deps, 'created', event)),
  defineNotice('dispute.escalated', (deps, event) => makeStepNotices(deps, 'escalated', event)),
  defineNotice('dispute.rejected', (deps, event) => makeStepNotices(deps, 'rejected', event)),
  defineNotice('dispute.closed', (deps, event) => makeStepNotices(deps, 'closed', event)),

  /** The new assignee hears of the assignment, unless they took the dispute themselves. */
  defineNotice('dispute.assigned', async ({ database }, { disputeId, assigneeId, actorId, at }) => {
    if (assigneeId === actorId) return []
    const dispute = await getDisputeSummary(database, disputeId)
    const content = renderAssignment(dispute, actorId)
    return [{ userId: assigneeId, cause: `dispute-assigned:${disputeId}:${at}`, content }]
  }),

  defineNotice('dispute.question-asked', async (deps, { disputeId, questionId }) => {
    const dispute = await getDisputeSummary(deps.database, disputeId)
    const request = await getLiveRequestDetails(deps, dispute.requestId)
    const { side, text } = await getQuestion(deps.database, questionId)
    const userId = side === 'caregiver' ? dispute.caregiverId : dispute.familyId
    const content = renderQuestion(dispute, request, { side, text })
    return [{ userId, cause: toQuestionCause(questionId), content }]
  }),

  /** Staff hear of each answer, and the family once. */
  defineNotice('dispute.responded', async (deps, { disputeId, at }) => {
    const dispute = await getDisputeSummary(deps.database, disputeId)
    const request = await getLiveRequestDetails(deps, dispute.requestId)
    const cause = `dispute-response:${disputeId}:${at}`
    const content = renderAnswer(dispute, 'caregiver', 'answered')
    return [
      {
        userId: dispute.familyId,
        cause: `dispute-response:${disputeId}`,
        content: renderResponse(dispute, request),
      },
      { staff: 'support', assigneeId: dispute.assigneeId, cause, content },
    ]
  }),

  defineNotice('dispute.answered', async ({ database }, { disputeId, answerId, side }) => {
    const dispute = await getDisputeSummary(database, disputeId)
    const questions = await listQuestions(database, disputeId, side)
    const answered = questions.filter(({ answers }) => answers.length > 0)
    return [
      {
        userId: side === 'caregiver' ? dispute.caregiverId : dispute.familyId,
        doneCauses: answered.map(({ id }) => toQuestionCause(id)),
      },
      {
        staff: 'support',
        assigneeId: dispute.assigneeId,
        cause: `dispute-answer:${answerId}`,
        content: renderAnswer(dispute, side, 'answered a question about'),
      },
    ]
  }),
]

const toQuestionCause = (questionId: number) => `dispute-question:${questionId}`

/**
 * The notices about a step: to both sides, except the person who took it, and to support for a new dispute.
 */
async function makeStepNotices(
  deps: Deps,
  step: DisputeStep,
  { disputeId, actorId, refundCents }: EventMap[`dispute.${DisputeStep}`],
): Promise<Notice[]> {
  const { database } = deps
  const dispute = await getDisputeSummary(database, disputeId)
  const request = await getLiveRequestDetails(deps, dispute.requestId)
  const actor = await findUser(database, actorId)
  const adminName = actor?.role === 'admin' ? namePlaceholder(actorId) : null
  const change = { step, adminName, refundCents }
  const cause = `dispute:${disputeId}:${step}`
  const readers = [
    { userId: dispute.familyId, reader: 'caretaker' as const },
    { userId: dispute.caregiverId, reader: 'caregiver' as const },
  ]
  const notices: Notice[] = readers
    .filter(({ userId }) => userId !== actorId)
    .map(({ userId, reader }) => ({
      userId,
      cause,
      content: renderDisputeChanged(dispute, request, change, reader),
    }))
  if (step === 'created') {
    const content = renderDisputeChanged(dispute, request, change, 'admin')
    notices.push({ staff: 'support', cause, content })
  }
  return notices
}
