import type { Deps } from '../../deps.ts'
import type { EventMap } from '../../platform/events.ts'
import { findUser } from '../accounts/index.ts'
import { getDisputeSummary } from '../disputes/index.ts'
import { getOwnReview } from '../reviews/index.ts'
import { activeAdmins } from './admins.ts'
import { type DisputeReader, type DisputeStep, disputeMoved, reviewReceived } from './dispute-texts.ts'
import { notifyAll } from './notify.ts'

const SUBSCRIBER = 'notifications'
const STEPS: readonly DisputeStep[] = ['created', 'escalated', 'rejected', 'closed']

/** Tells both sides of a dispute, and admins of a new one, whenever it moves; never whoever moved it. */
export function tellOfDisputes(deps: Deps): void {
  for (const step of STEPS) {
    deps.jobs.subscribe(`dispute.${step}`, SUBSCRIBER, (event) => tell(deps, step, event))
  }
}

async function tell(deps: Deps, step: DisputeStep, event: EventMap[`dispute.${DisputeStep}`]): Promise<void> {
  const { database } = deps
  const dispute = await getDisputeSummary(database, event.disputeId)
  const actor = await findUser(database, event.actorId)
  const adminName = actor?.role === 'admin' ? actor.fullName : null
  const news = { step, adminName, refundCents: event.refundCents }
  const admins = step === 'created' ? await activeAdmins(database) : []
  const readers: { userId: number; as: DisputeReader }[] = [
    { userId: dispute.caretakerId, as: 'caretaker' },
    { userId: dispute.caregiverId, as: 'caregiver' },
    ...admins.map((userId) => ({ userId, as: 'admin' as const })),
  ]
  await notifyAll(
    deps,
    readers
      .filter(({ userId }) => userId !== event.actorId)
      .map(({ userId, as }) => ({
        userId,
        cause: `dispute:${event.disputeId}:${step}`,
        notice: disputeMoved(dispute, news, as),
      })),
  )
}

/** Tells a caregiver of each review. */
export function tellOfReviews(deps: Deps): void {
  deps.jobs.subscribe('review.written', SUBSCRIBER, async ({ reviewId }) => {
    const review = await getOwnReview(deps.database, reviewId)
    const notice = reviewReceived({
      bookingId: review.booking_id,
      caregiverId: review.caregiver_id,
      caretakerName: review.caretaker_name,
      rating: review.rating,
    })
    await notifyAll(deps, [{ userId: review.caregiver_id, cause: `review:${reviewId}`, notice }])
  })
}
