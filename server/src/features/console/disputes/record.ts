import type { DisputeRecord } from '@tendwell/contract/console/disputes'
import { usdFromCents } from '@tendwell/contract/money'
import { and, eq } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import { type Reader, withTransaction } from '../../../platform/database/database.ts'
import type { Actor } from '../../../platform/http/access.ts'
import { calculateSupportLeft, listBookedWindows, requests } from '../../bookings/index.ts'
import { conversations } from '../../chat/index.ts'
import { disputes, getDispute } from '../../disputes/index.ts'
import { auditCounted, users } from '../../people/index.ts'
import { toWindows } from '../bookings/queries.ts'
import { listRefunds } from '../bookings/rows.ts'
import { listWaiting } from '../refunds/queries.ts'
import { listSteps } from './timeline.ts'

/**
 * Opens a dispute's record, which has both sides' emails. An audit entry is committed before it is answered,
 * one an hour.
 * @throws AppError 404
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
 * A dispute with its assignee, the disputed visits and everything that happened to it, with a constant number
 * of statements.
 * @throws AppError 404
 * @see docs/rules/console.md#disputes
 */
async function getDisputeRecord(deps: Deps, id: number, viewer: Actor): Promise<DisputeRecord> {
  const { clock, database } = deps
  const dispute = await getDispute(database, deps, id, viewer)
  const row = await readCase(database, id)
  const booked = await listBookedWindows(database, dispute.booking.id)
  const refunds = await listRefunds(database, dispute.booking.id)
  const waiting = await listWaiting(deps, dispute.booking.id)
  return {
    ...dispute,
    caretaker_id: row.caretakerId,
    caregiver_id: row.caregiverId,
    assignee: row.assigneeId === null ? null : { id: row.assigneeId, name: row.assigneeName ?? '' },
    windows: toWindows({ windows: [], booked, refunds }, clock.now()),
    alone_usd: viewer.staffRole === 'support' ? usdFromCents(calculateSupportLeft(row)) : null,
    waiting_refund: waiting.find(({ dispute_id }) => dispute_id === id) ?? null,
    messages: row.messages ?? 0,
    timeline: await listSteps(database, dispute, row),
  }
}

/** Whom a dispute is about, who works on it, and how many messages the two sides wrote. */
async function readCase(reader: Reader, id: number) {
  const [row] = await reader
    .select({
      caretakerId: disputes.caretakerId,
      caregiverId: disputes.caregiverId,
      endedBy: disputes.endedBy,
      assigneeId: disputes.assigneeId,
      assigneeName: users.fullName,
      messages: conversations.lastSequence,
      supportGivenCents: requests.supportGivenCents,
    })
    .from(disputes)
    .innerJoin(requests, eq(requests.id, disputes.requestId))
    .leftJoin(users, eq(users.id, disputes.assigneeId))
    .leftJoin(
      conversations,
      and(
        eq(conversations.caregiverId, disputes.caregiverId),
        eq(conversations.caretakerId, disputes.caretakerId),
      ),
    )
    .where(eq(disputes.id, id))
  if (!row) throw new Error(`There is no dispute ${id}`)
  return row
}
