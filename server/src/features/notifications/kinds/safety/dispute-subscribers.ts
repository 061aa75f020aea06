import type { Deps } from '../../../../deps.ts'
import type { EventMap } from '../../../../events.ts'
import { getRequestDetails } from '../../../bookings/index.ts'
import { getDisputeSummary, getQuestion } from '../../../disputes/index.ts'
import { findUser } from '../../../people/index.ts'
import { notifyUsers } from '../../delivering/delivery.ts'
import { listStaffIds } from '../../queries.ts'
import {
  type DisputeReader,
  type DisputeStep,
  renderAnswer,
  renderAssignment,
  renderDisputeChanged,
  renderQuestion,
} from './dispute-templates.ts'

const SUBSCRIBER = 'notifications'
const STEPS: readonly DisputeStep[] = ['created', 'escalated', 'rejected', 'closed']

/**
 * Notifies both sides of each step of a dispute, except the user who took it, and admins of a new dispute.
 */
export function subscribeToDisputes(deps: Deps): void {
  for (const step of STEPS) {
    deps.jobs.subscribe(`dispute.${step}`, SUBSCRIBER, (event) => notifyOfStep(deps, step, event))
  }
  deps.jobs.subscribe('dispute.assigned', SUBSCRIBER, (event) => notifyOfAssignment(deps, event))
  deps.jobs.subscribe('dispute.question-asked', SUBSCRIBER, (event) => notifyOfQuestion(deps, event))
  deps.jobs.subscribe('dispute.answered', SUBSCRIBER, (event) => notifyOfAnswer(deps, event))
}

async function notifyOfStep(
  deps: Deps,
  step: DisputeStep,
  event: EventMap[`dispute.${DisputeStep}`],
): Promise<void> {
  const { database } = deps
  const dispute = await getDisputeSummary(database, event.disputeId)
  const request = await getRequestDetails(deps, dispute.requestId)
  const actor = await findUser(database, event.actorId)
  const adminName = actor?.role === 'admin' ? actor.fullName : null
  const change = { step, adminName, refundCents: event.refundCents }
  const staffIds = step === 'created' ? await listStaffIds(database, 'support') : []
  const readers: { userId: number; as: DisputeReader }[] = [
    { userId: dispute.caretakerId, as: 'caretaker' },
    { userId: dispute.caregiverId, as: 'caregiver' },
    ...staffIds.map((userId) => ({ userId, as: 'admin' as const })),
  ]
  await notifyUsers(
    deps,
    readers
      .filter(({ userId }) => userId !== event.actorId)
      .map(({ userId, as }) => ({
        userId,
        cause: `dispute:${event.disputeId}:${step}`,
        content: renderDisputeChanged(dispute, request, change, as),
      })),
  )
}

/** Notifies the new assignee, unless they took the dispute themselves. */
async function notifyOfAssignment(
  deps: Deps,
  { disputeId, assigneeId, actorId, at }: EventMap['dispute.assigned'],
): Promise<void> {
  if (assigneeId === actorId) return
  const { database } = deps
  const dispute = await getDisputeSummary(database, disputeId)
  const actor = await findUser(database, actorId)
  const content = renderAssignment(dispute, actor?.fullName ?? 'A colleague')
  await notifyUsers(deps, [{ userId: assigneeId, cause: `dispute-assigned:${disputeId}:${at}`, content }])
}

/** Notifies the side that was asked. */
async function notifyOfQuestion(
  deps: Deps,
  { disputeId, questionId }: EventMap['dispute.question-asked'],
): Promise<void> {
  const { database } = deps
  const dispute = await getDisputeSummary(database, disputeId)
  const request = await getRequestDetails(deps, dispute.requestId)
  const { side, text } = await getQuestion(database, questionId)
  const userId = side === 'caregiver' ? dispute.caregiverId : dispute.caretakerId
  const content = renderQuestion(dispute, request, { side, text })
  await notifyUsers(deps, [{ userId, cause: `dispute-question:${questionId}`, content }])
}

/** Notifies the dispute's assignee, or all who work on disputes if it has none. */
async function notifyOfAnswer(
  deps: Deps,
  { disputeId, answerId, side }: EventMap['dispute.answered'],
): Promise<void> {
  const dispute = await getDisputeSummary(deps.database, disputeId)
  const staffIds = await listStaffIds(deps.database, 'support')
  const content = renderAnswer(dispute, side)
  await notifyUsers(
    deps,
    staffIds
      .filter((id, _, all) => id === dispute.assigneeId || !all.includes(dispute.assigneeId ?? 0))
      .map((userId) => ({ userId, cause: `dispute-answer:${answerId}`, content })),
  )
}
