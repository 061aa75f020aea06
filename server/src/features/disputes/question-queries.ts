import type { DisputeQuestion } from '@tendwell/contract/safety/disputes'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Reader } from '../../platform/database/database.ts'
import { notFound } from '../../platform/errors.ts'
import { disputeAnswers, disputeQuestions } from './tables.ts'

/**
 * Lists what staff asked about a dispute, oldest first, with the answers.
 * @param side lists only the questions to this side; null lists all
 * @see docs/rules/disputes.md#questions
 */
export async function listQuestions(
  reader: Reader,
  disputeId: number,
  side: Side | null,
): Promise<DisputeQuestion[]> {
  const questions = await reader
    .select()
    .from(disputeQuestions)
    .where(
      and(
        eq(disputeQuestions.disputeId, disputeId),
        side === null ? undefined : eq(disputeQuestions.side, side),
      ),
    )
    .orderBy(asc(disputeQuestions.id))
  if (questions.length === 0) return []
  const answers = await reader
    .select()
    .from(disputeAnswers)
    .where(
      inArray(
        disputeAnswers.questionId,
        questions.map(({ id }) => id),
      ),
    )
    .orderBy(asc(disputeAnswers.id))
  return questions.map((question) => ({
    id: question.id,
    side: question.side,
    text: question.text,
    asked_at: question.askedAt.toISOString(),
    answers: answers
      .filter(({ questionId }) => questionId === question.id)
      .map(({ id, text, answeredAt }) => ({ id, text, answered_at: answeredAt.toISOString() })),
  }))
}

/** Who asked each question of a dispute: the staff member's id, by the question's id. */
export async function listQuestionAuthors(
  reader: Reader,
  disputeId: number,
): Promise<ReadonlyMap<number, number>> {
  const { id, authorId } = disputeQuestions
  const isOfDispute = eq(disputeQuestions.disputeId, disputeId)
  const rows = await reader.select({ id, authorId }).from(disputeQuestions).where(isOfDispute)
  return new Map(rows.map((question) => [question.id, question.authorId]))
}

/** @throws AppError 404 for an unknown id */
export async function getQuestion(reader: Reader, id: number): Promise<{ side: Side; text: string }> {
  const [row] = await reader
    .select({ side: disputeQuestions.side, text: disputeQuestions.text })
    .from(disputeQuestions)
    .where(eq(disputeQuestions.id, id))
  if (!row) throw notFound()
  return row
}
