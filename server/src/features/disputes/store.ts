import type { Side } from '@tendwell/contract/sign-in/accounts'
import { and, count, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Reader, Transaction } from '../../platform/database/database.ts'
import { transition } from '../../platform/database/transition.ts'
import { TRANSITIONS, type Transition } from './dispute.ts'
import { disputeAnswers, disputeEvidence, disputeQuestions, disputes } from './tables.ts'

export type DisputeRow = typeof disputes.$inferSelect
type NewDispute = Pick<
  DisputeRow,
  'requestId' | 'familyId' | 'caregiverId' | 'type' | 'otherTypeText' | 'reason' | 'openedAt'
>

/**
 * Stores a new dispute. The caller holds the request's lock.
 * @returns the new id, or null if the booking has a dispute that its family did not close itself
 */
export async function insertDispute(transaction: Transaction, dispute: NewDispute): Promise<number | null> {
  const [row] = await transaction
    .insert(disputes)
    .values(dispute)
    .onConflictDoNothing()
    .returning({ id: disputes.id })
  return row?.id ?? null
}

/** Whether a request has an open dispute. The caller holds the request's lock. */
export async function hasOpenDispute(reader: Reader, requestId: number): Promise<boolean> {
  const isOpen = inArray(disputes.status, ['submitted', 'escalated'])
  return (await reader.$count(disputes, and(eq(disputes.requestId, requestId), isOpen))) > 0
}

/** How many disputes about a request the family closed itself. The caller holds the request's lock. */
export function countDisputesClosedByFamily(transaction: Transaction, requestId: number): Promise<number> {
  return transaction.$count(
    disputes,
    and(eq(disputes.requestId, requestId), eq(disputes.endedBy, 'caretaker')),
  )
}

/** Stores how much money was held when the dispute opened. */
export async function setHeldCents(
  transaction: Transaction,
  disputeId: number,
  heldCents: number,
): Promise<void> {
  await transaction.update(disputes).set({ heldCents }).where(eq(disputes.id, disputeId))
}

/**
 * Changes a dispute's status. Only a transition that ends the dispute stores `end`.
 * @param end.refundCents what the family gets back
 * @throws AppError 409 when the dispute is no longer in the status that the transition starts from
 */
export function transitionDispute(
  transaction: Transaction,
  disputeId: number,
  action: Transition,
  end: { at: Date; refundCents: number; resolution: string | null },
): Promise<DisputeRow> {
  const { from, to, by } = TRANSITIONS[action]
  const isEnd = to !== 'escalated'
  return transition(transaction, disputes, disputeId, {
    from,
    to,
    set: isEnd
      ? { endedAt: end.at, endedBy: by, refundCents: end.refundCents, resolution: end.resolution }
      : {},
    subject: 'dispute',
  })
}

/** Locks a dispute's row until the transaction ends; null for an unknown id. */
export async function lockDispute(transaction: Transaction, disputeId: number): Promise<DisputeRow | null> {
  const [row] = await transaction.select().from(disputes).where(eq(disputes.id, disputeId)).for('update')
  return row ?? null
}

/** How many files, and bytes, a person has added to a dispute so far. */
export async function sumEvidence(
  reader: Reader,
  disputeId: number,
  uploaderId: number,
): Promise<{ files: number; bytes: number }> {
  const [sum] = await reader
    .select({ files: count(), bytes: sql<number>`coalesce(sum(${disputeEvidence.bytes}), 0)::int` })
    .from(disputeEvidence)
    .where(and(eq(disputeEvidence.disputeId, disputeId), eq(disputeEvidence.uploaderId, uploaderId)))
  return sum ?? { files: 0, bytes: 0 }
}

export async function insertEvidence(
  transaction: Transaction,
  evidence: typeof disputeEvidence.$inferInsert,
): Promise<number> {
  const [row] = await transaction
    .insert(disputeEvidence)
    .values(evidence)
    .returning({ id: disputeEvidence.id })
  return (row as { id: number }).id
}

export async function insertQuestion(
  transaction: Transaction,
  question: typeof disputeQuestions.$inferInsert,
): Promise<number> {
  const [row] = await transaction
    .insert(disputeQuestions)
    .values(question)
    .returning({ id: disputeQuestions.id })
  return (row as { id: number }).id
}

/**
 * Finds a question of a dispute to one side: the one with this id, or without an id the newest one. Null if
 * the side has no such question.
 */
export async function findQuestion(
  transaction: Transaction,
  { disputeId, side, id }: { disputeId: number; side: Side; id: number | undefined },
): Promise<{ id: number; answerCount: number } | null> {
  const [row] = await transaction
    .select({
      id: disputeQuestions.id,
      answerCount: transaction.$count(disputeAnswers, eq(disputeAnswers.questionId, disputeQuestions.id)),
    })
    .from(disputeQuestions)
    .where(
      and(
        eq(disputeQuestions.disputeId, disputeId),
        eq(disputeQuestions.side, side),
        id === undefined ? undefined : eq(disputeQuestions.id, id),
      ),
    )
    .orderBy(desc(disputeQuestions.id))
    .limit(1)
  return row ?? null
}

export async function insertAnswer(
  transaction: Transaction,
  answer: typeof disputeAnswers.$inferInsert,
): Promise<number> {
  const [row] = await transaction.insert(disputeAnswers).values(answer).returning({ id: disputeAnswers.id })
  return (row as { id: number }).id
}

export async function updateAssignee(
  transaction: Transaction,
  disputeId: number,
  assigneeId: number | null,
): Promise<void> {
  await transaction.update(disputes).set({ assigneeId }).where(eq(disputes.id, disputeId))
}
