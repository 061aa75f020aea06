/** Assigns disputes to staff. @see docs/rules/console.md#disputes */
import type { DisputeStaff } from '@tendwell/contract/console/disputes'
import type { Deps } from '../../../deps.ts'
import { type Reader, withTransaction } from '../../../platform/database/database.ts'
import { conflict, invalid, notFound } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/access.ts'
import { audit, listActiveStaff } from '../../people/index.ts'
import { isOpenStatus } from '../dispute.ts'
import { lockDispute, updateAssignee } from '../store.ts'

/** Lists the staff to whom disputes can be assigned, sorted by name. */
export const listDisputeStaff = (reader: Reader): Promise<DisputeStaff[]> =>
  listActiveStaff(reader, ['support', 'admin'])

/**
 * Assigns an open dispute to a member of staff, who is notified; null ends the assignment. Does nothing if
 * the assignee stays the same.
 * @throws AppError 400 for someone who doesn't work on disputes, 404, 409 for an ended dispute
 */
export function assignDispute(
  deps: Pick<Deps, 'clock' | 'database' | 'jobs'>,
  staff: { actor: Actor; address: string },
  { id, assigneeId }: { id: number; assigneeId: number | null },
): Promise<void> {
  return withTransaction(deps.database, async (transaction) => {
    const dispute = await lockDispute(transaction, id)
    if (!dispute) throw notFound()
    if (!isOpenStatus(dispute.status)) throw conflict("This dispute is closed, so it can't be assigned")
    if (dispute.assigneeId === assigneeId) return
    if (assigneeId !== null) {
      const candidates = await listDisputeStaff(transaction)
      if (!candidates.some(({ id: staffId }) => staffId === assigneeId)) {
        throw invalid({ assignee_id: ['Choose someone who works on disputes'] })
      }
    }
    await updateAssignee(transaction, id, assigneeId)
    const at = deps.clock.now()
    if (assigneeId !== null) {
      const event = { disputeId: id, assigneeId, actorId: staff.actor.id, at: at.toISOString() }
      await deps.jobs.publish(transaction, 'dispute.assigned', event)
    }
    await audit(transaction, {
      at,
      actorId: staff.actor.id,
      action: 'dispute.assign',
      subject: `dispute:${id}`,
      before: { assigneeId: dispute.assigneeId },
      after: { assigneeId },
      address: staff.address,
    })
  })
}
