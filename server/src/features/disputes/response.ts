/** What a caregiver says to a dispute. @see docs/rules/disputes.md#the-caregivers-answer */
import type { Dispute } from '@tendwell/contract/safety/disputes'
import { eq } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database/database.ts'
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
