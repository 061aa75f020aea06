/** Who works on a dispute. @see docs/rules/console.md#disputes */
import type { DisputeStaff } from '@tendwell/contract/console/disputes'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import { type Reader, withTransaction } from '../../../platform/database/database.ts'
import { conflict, invalid, notFound } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/access.ts'
import { isOpenStatus, lockDispute, setAssignee } from '../../disputes/index.ts'
import { audit, users } from '../../people/index.ts'

/** Matches the users whom disputes can be assigned to. */
export const worksOnDisputes = and(
  eq(users.role, 'admin'),
  inArray(users.staffRole, ['support', 'admin']),
  eq(users.isActive, true),
)

/** Lists the staff that disputes can be assigned to, by name. */
export function listDisputeStaff(reader: Reader): Promise<DisputeStaff[]> {
  return reader
    .select({ id: users.id, name: users.fullName })
    .from(users)
    .where(worksOnDisputes)
    .orderBy(asc(users.fullName), asc(users.id))
}

/**
 * Gives an open dispute to a member of staff, or to nobody. Setting what is already set changes nothing.
 * @throws AppError 400 for someone who doesn't work on disputes, 404, 409 for an ended dispute
 */
export function assignDispute(
  deps: Pick<Deps, 'clock' | 'database' | 'jobs'>,
  by: { actor: Actor; address: string },
  { id, assigneeId }: { id: number; assigneeId: number | null },
): Promise<void> {
  return withTransaction(deps.database, async (transaction) => {
    const dispute = await lockDispute(transaction, id)
    if (!dispute) throw notFound()
    if (!isOpenStatus(dispute.status)) throw conflict("This dispute is closed, so it can't be assigned")
    if (dispute.assigneeId === assigneeId) return
    if (assigneeId !== null) {
      const [staff] = await transaction
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.id, assigneeId), worksOnDisputes))
      if (!staff) throw invalid({ assignee_id: ['Choose someone who works on disputes'] })
    }
    await setAssignee(transaction, id, assigneeId)
    const at = deps.clock.now()
    if (assigneeId !== null) {
      const event = { disputeId: id, assigneeId, actorId: by.actor.id, at: at.toISOString() }
      await deps.jobs.publish(transaction, 'dispute.assigned', event)
    }
    await audit(transaction, {
      at,
      actorId: by.actor.id,
      action: 'dispute.assign',
      subject: `dispute:${id}`,
      before: { assigneeId: dispute.assigneeId },
      after: { assigneeId },
      address: by.address,
    })
  })
}
