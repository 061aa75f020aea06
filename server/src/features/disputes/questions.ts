/** Questions of staff to one side of a dispute, and the answers. @see docs/rules/disputes.md#questions */

import { ANSWERS_MAXIMUM, type Dispute } from '@tendwell/contract/safety/disputes'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import type { Deps } from '../../deps.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import type { Actor, StaffActor } from '../../platform/http/access.ts'
import { audit } from '../people/index.ts'
import { isOpenStatus } from './dispute.ts'
import { getDispute, getOwnDispute } from './queries.ts'
import { type DisputeRow, findQuestion, insertAnswer, insertQuestion, lockDispute } from './store.ts'

/**
 * Locks an open dispute.
 * @param refusal what the caller reads if the dispute has ended
 * @throws AppError 404, 409 for an ended dispute
 */
async function lockOpenDispute(transaction: Transaction, id: number, refusal: string): Promise<DisputeRow> {
  const dispute = await lockDispute(transaction, id)
  if (!dispute) throw notFound()
  if (!isOpenStatus(dispute.status)) throw conflict(refusal)
  return dispute
}

/**
 * Stores a question of staff to one side, which is notified.
 * @throws AppError 404, 409 for an ended dispute
 */
export async function askSide(
  transaction: Transaction,
  deps: Deps,
  staff: StaffActor,
  question: { disputeId: number; side: Side; text: string },
): Promise<Dispute> {
  const { disputeId, side } = question
  await lockOpenDispute(transaction, disputeId, "This dispute is closed, so you can't ask about it")
  const askedAt = deps.clock.now()
  const questionId = await insertQuestion(transaction, { ...question, authorId: staff.actor.id, askedAt })
  await deps.jobs.publish(transaction, 'dispute.question-asked', { disputeId, questionId })
  await audit(transaction, {
    at: askedAt,
    actorId: staff.actor.id,
    action: 'dispute.question',
    subject: `dispute:${disputeId}`,
    after: { side },
    address: staff.address,
  })
  return getDispute(transaction, deps, disputeId, staff.actor)
}

/**
 * Answers a question to the caller's side, by default the newest one. Staff are notified.
 * @throws AppError 404 for other people's disputes and questions to the other side, 409 for an ended dispute,
 *   if staff asked nothing, and after ten answers
 */
export async function answerQuestion(
  transaction: Transaction,
  deps: Deps,
  actor: Pick<Actor, 'id' | 'role'>,
  answer: { disputeId: number; questionId: number | undefined; text: string },
): Promise<Dispute> {
  const { disputeId, text } = answer
  const { caregiverId } = await getOwnDispute(transaction, disputeId, actor.id)
  const side = caregiverId === actor.id ? 'caregiver' : 'caretaker'
  await lockOpenDispute(transaction, disputeId, "This dispute is closed, so you can't answer")
  const question = await findQuestion(transaction, { disputeId, side, id: answer.questionId })
  if (!question) {
    if (answer.questionId !== undefined) throw notFound()
    throw conflict('Our team has no question for you')
  }
  if (question.answerCount >= ANSWERS_MAXIMUM) {
    throw conflict(
      `You have answered this question ${ANSWERS_MAXIMUM} times. Please wait for our team to reply`,
    )
  }
  const answeredAt = deps.clock.now()
  const answerId = await insertAnswer(transaction, { questionId: question.id, text, answeredAt })
  await deps.jobs.publish(transaction, 'dispute.answered', { disputeId, answerId, side })
  return getDispute(transaction, deps, disputeId, actor)
}
