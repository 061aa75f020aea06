import { and, eq, sql } from 'drizzle-orm'
import type { Transaction } from '../../platform/database.ts'
import { transition } from '../../platform/transition.ts'
import { TRANSITIONS, type Transition } from './dispute.ts'
import { disputeEvidence, disputes } from './tables.ts'

export type DisputeRow = typeof disputes.$inferSelect
type NewDispute = Pick<
  DisputeRow,
  'requestId' | 'caretakerId' | 'caregiverId' | 'type' | 'otherTypeText' | 'reason' | 'openedAt'
>

/** The caller holds the request's lock. @returns the new id, or null when the booking has an open or final dispute */
export async function insertDispute(transaction: Transaction, dispute: NewDispute): Promise<number | null> {
  const [row] = await transaction
    .insert(disputes)
    .values(dispute)
    .onConflictDoNothing()
    .returning({ id: disputes.id })
  return row?.id ?? null
}

/** The caller holds the request's lock. @returns how many disputes about it the family has closed itself */
export function countWithdrawn(transaction: Transaction, requestId: number): Promise<number> {
  return transaction.$count(
    disputes,
    and(eq(disputes.requestId, requestId), eq(disputes.endedBy, 'caretaker')),
  )
}

export async function setHeldCents(
  transaction: Transaction,
  disputeId: number,
  heldCents: number,
): Promise<void> {
  await transaction.update(disputes).set({ heldCents }).where(eq(disputes.id, disputeId))
}

/**
 * Moves a dispute to its next status.
 * @param end.refundCents what the family gets back
 * @throws AppError 409 when the dispute is no longer in the status that the transition starts from
 */
export function moveDispute(
  transaction: Transaction,
  disputeId: number,
  action: Transition,
  end: { at: Date; refundCents: number },
): Promise<DisputeRow> {
  const { from, to, by } = TRANSITIONS[action]
  const isEnd = to !== 'escalated'
  return transition(transaction, disputes, disputeId, {
    from,
    to,
    set: isEnd ? { endedAt: end.at, endedBy: by, refundCents: end.refundCents } : {},
    subject: 'dispute',
  })
}

/** Locks a dispute's row until the transaction ends; null for an unknown id. */
export async function lockDispute(transaction: Transaction, disputeId: number): Promise<DisputeRow | null> {
  const [row] = await transaction.select().from(disputes).where(eq(disputes.id, disputeId)).for('update')
  return row ?? null
}

/** Adds a file to a locked dispute; constraints limit its totals. @param evidence.bytes the size as uploaded */
export async function insertEvidence(
  transaction: Transaction,
  evidence: typeof disputeEvidence.$inferInsert & { bytes: number },
): Promise<number> {
  const { bytes, ...values } = evidence
  await transaction
    .update(disputes)
    .set({
      evidenceFiles: sql`${disputes.evidenceFiles} + 1`,
      evidenceBytes: sql`${disputes.evidenceBytes} + ${bytes}`,
    })
    .where(eq(disputes.id, values.disputeId))
  const [row] = await transaction.insert(disputeEvidence).values(values).returning({ id: disputeEvidence.id })
  return (row as { id: number }).id
}
