import type { Deps } from '../../deps.ts'
import type { EventMap } from '../../platform/events.ts'
import { findUser } from '../accounts/index.ts'
import { getRequestDetails } from '../bookings/index.ts'
import { getDisputeSummary } from '../disputes/index.ts'
import { notifyUsers } from './delivery.ts'
import { type DisputeReader, type DisputeStep, renderDisputeChanged } from './dispute-templates.ts'
import { listStaffIds } from './queries.ts'

const SUBSCRIBER = 'notifications'
const STEPS: readonly DisputeStep[] = ['created', 'escalated', 'rejected', 'closed']

/** Notifies both sides of each step of a dispute, except the user who took it, and admins of a new dispute. */
export function subscribeToDisputes(deps: Deps): void {
  for (const step of STEPS) {
    deps.jobs.subscribe(`dispute.${step}`, SUBSCRIBER, (event) => notifyOfStep(deps, step, event))
  }
}

async function notifyOfStep(
  deps: Deps,
  step: DisputeStep,
  event: EventMap[`dispute.${DisputeStep}`],
): Promise<void> {
  const { database } = deps
  const dispute = await getDisputeSummary(database, event.disputeId)
  const request = await getRequestDetails(database, dispute.requestId)
  const actor = await findUser(database, event.actorId)
  const adminName = actor?.role === 'admin' ? actor.fullName : null
  const change = { step, adminName, refundCents: event.refundCents }
  const staffIds = step === 'created' ? await listStaffIds(database, 'support') : []
  const readers: { userId: number; as: DisputeReader }[] = [
    { userId: dispute.caretakerId, as: 'caretaker' },
    { userId: dispute.caregiverId, as: 'caregiver' },
    ...staffIds.map((userId) => ({ userId, as: 'admin' as const })),
  ]
  await notifyUsers(
    deps,
    readers
      .filter(({ userId }) => userId !== event.actorId)
      .map(({ userId, as }) => ({
        userId,
        cause: `dispute:${event.disputeId}:${step}`,
        content: renderDisputeChanged(dispute, request, change, as),
      })),
  )
}
