import type { DisputeRecord } from '@tendwell/contract/console/disputes'
import { usdFromCents } from '@tendwell/contract/money'
import type { Deps } from '../../../deps.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/access.ts'
import { calculateSupportLeftCents, findRequest, listBookedWindows } from '../../bookings/index.ts'
import { countMessages } from '../../chat/index.ts'
import { findDispute, getDispute } from '../../disputes/index.ts'
import { listRequestRefunds } from '../../payments/index.ts'
import { auditCounted, findNames } from '../../people/index.ts'
import { toWindows } from '../bookings/queries.ts'
import { listRefundsToApprove } from '../refunds/queries.ts'
import { listDisputeSteps } from './timeline.ts'

/**
 * Shows a member of staff a dispute's record, which has both sides' emails. An audit entry, at most one an
 * hour, is committed before the record is sent.
 * @throws AppError 404 for an unknown dispute
 * @see docs/rules/console.md#what-is-read-is-recorded
 */
export async function openDisputeRecord(
  deps: Deps,
  id: number,
  { actor, address }: { actor: Actor; address: string },
): Promise<DisputeRecord> {
  const record = await getDisputeRecord(deps, id, actor)
  await withTransaction(deps.database, (transaction) =>
    auditCounted(transaction, {
      at: deps.clock.now(),
      actorId: actor.id,
      action: 'dispute.viewed',
      subject: `dispute:${id}`,
      address,
    }),
  )
  return record
}

/**
 * A dispute with its assignee, the booking's visits, its refund that waits for approval, and the timeline.
 * @throws AppError 404 for an unknown dispute
 * @see docs/rules/console.md#disputes
 */
async function getDisputeRecord(deps: Deps, id: number, viewer: Actor): Promise<DisputeRecord> {
  const { clock, database } = deps
  const dispute = await getDispute(database, deps, id, viewer)
  const disputeRow = await findDispute(database, id)
  const request = await findRequest(database, dispute.booking.id)
  if (!disputeRow || !request) throw notFound()
  const names = await findNames(database, [disputeRow.assigneeId])
  const visits = await listBookedWindows(database, dispute.booking.id)
  const refunds = await listRequestRefunds(database, dispute.booking.id)
  const waitingRefunds = await listRefundsToApprove(deps, dispute.booking.id)
  return {
    ...dispute,
    caretaker_id: disputeRow.familyId,
    caregiver_id: disputeRow.caregiverId,
    assignee:
      disputeRow.assigneeId === null
        ? null
        : { id: disputeRow.assigneeId, name: names.get(disputeRow.assigneeId) ?? '' },
    windows: toWindows({ windows: [], visits, refunds }, clock.now()),
    alone_usd: viewer.staffRole === 'support' ? usdFromCents(calculateSupportLeftCents(request)) : null,
    waiting_refund: waitingRefunds.find(({ dispute_id }) => dispute_id === id) ?? null,
    messages: await countMessages(database, disputeRow),
    timeline: await listDisputeSteps(database, dispute, disputeRow),
  }
}
