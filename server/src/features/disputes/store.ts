import { and, eq, sql } from 'drizzle-orm'
import type { Transaction } from '../../platform/database.ts'
import { conflict } from '../../platform/errors.ts'
import { TRANSITIONS, type Transition } from './dispute.ts'
import { disputeEvidence, disputes } from './tables.ts'

export type DisputeRow = typeof disputes.$inferSelect
type NewDispute = Pick<
  DisputeRow,
  'requestId' | 'caretakerId' | 'caregiverId' | 'type' | 'otherTypeText' | 'reason' | 'openedAt'
>

/** Writes a dispute down; the request is locked. @returns its id, or null where the booking has had its dispute */
export async function insertDispute(transaction: Transaction, dispute: NewDispute): Promise<number | null> {
  const [row] = await transaction
    .insert(disputes)
    .values(dispute)
    .onConflictDoNothing()
    .returning({ id: disputes.id })
  return row?.id ?? null
}

export async function setHeld(transaction: Transaction, disputeId: number, heldCents: number): Promise<void> {
  await transaction.update(disputes).set({ heldCents }).where(eq(disputes.id, disputeId))
}

/**
 * Moves a dispute along its life, if it still stands where that starts.
 * @param end.refundCents what its family gets back
 * @throws AppError 409 where somebody else was first
 */
export async function moveDispute(
  transaction: Transaction,
  disputeId: number,
  transition: Transition,
  end: { at: Date; refundCents: number },
): Promise<DisputeRow> {
  const { from, to, by } = TRANSITIONS[transition]
  const isEnd = to !== 'escalated'
  const [row] = await transaction
    .update(disputes)
    .set({ status: to, ...(isEnd && { endedAt: end.at, endedBy: by, refundCents: end.refundCents }) })
    .where(and(eq(disputes.id, disputeId), eq(disputes.status, from)))
    .returning()
  if (!row) throw conflict('This dispute has changed meanwhile. Please look at it again')
  return row
}

/** A dispute's row, locked until the transaction ends; null where there is none. */
export async function lockDispute(transaction: Transaction, disputeId: number): Promise<DisputeRow | null> {
  const [row] = await transaction.select().from(disputes).where(eq(disputes.id, disputeId)).for('update')
  return row ?? null
}

/** Adds a file to a locked dispute, whose sums the database bounds. @param evidence.bytes as uploaded */
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
