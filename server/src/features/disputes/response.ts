/** What a caregiver says to a dispute. @see docs/rules/disputes.md#the-caregivers-answer */
import type { Dispute } from '@tendwell/contract/safety/disputes'
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import { type Reader, withTransaction } from '../../platform/database/database.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { isOpenStatus } from './dispute.ts'
import { getDispute } from './queries.ts'
import { lockDispute } from './store.ts'
import { disputes } from './tables.ts'

/**
 * Stores a caregiver's answer to an open dispute, in place of an earlier one. Staff and, of the first one, the family are notified.
 * @throws AppError 404 for a dispute that isn't about this caregiver, 409 for an ended one
 */
export async function respondToDispute(
  deps: Pick<Deps, 'clock' | 'database' | 'jobs' | 'secrets'>,
  caregiverId: number,
  disputeId: number,
  text: string,
): Promise<Dispute> {
  return withTransaction(deps.database, async (transaction) => {
    const dispute = await lockDispute(transaction, disputeId)
    if (dispute?.caregiverId !== caregiverId) throw notFound()
    if (!isOpenStatus(dispute.status)) throw conflict("This dispute is closed, so you can't answer")
    if (dispute.response !== text) {
      const respondedAt = deps.clock.now()
      await transaction
        .update(disputes)
        .set({ response: text, respondedAt })
        .where(eq(disputes.id, disputeId))
      await deps.jobs.publish(transaction, 'dispute.responded', { disputeId, at: respondedAt.toISOString() })
    }
    return getDispute(transaction, deps, disputeId, { id: caregiverId, role: 'caregiver' })
  })
}

/** The open disputes about a caregiver's bookings: those that they haven't answered first, then the newest first. */
export function listOpenDisputesOf(
  reader: Reader,
  caregiverId: number,
): Promise<{ id: number; isAnswered: boolean }[]> {
  const isAnswered = sql<boolean>`${disputes.response} IS NOT NULL`
  return reader
    .select({ id: disputes.id, isAnswered })
    .from(disputes)
    .where(and(eq(disputes.caregiverId, caregiverId), isNull(disputes.endedAt)))
    .orderBy(asc(isAnswered), desc(disputes.id))
}
