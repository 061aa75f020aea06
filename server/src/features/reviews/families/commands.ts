import type { FamilyRating, FamilyRatingBody } from '@tendwell/contract/reviews/family-ratings'
import type { Deps } from '../../../deps.ts'
import { type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { conflict, notFound, outdated } from '../../../platform/errors.ts'
import type { StaffActor } from '../../../platform/http/access.ts'
import { audit, findUser } from '../../people/index.ts'
import { findBookingForReview } from '../family-queries.ts'
import { toFamilyRating } from './queries.ts'
import { insertFamilyRating, setAnswersLookedAt } from './store.ts'

/**
 * Stores what a caregiver tells staff about the family of a visit, once, after its end. Nobody is notified.
 * @throws AppError 404 for another caregiver's visit, 409 before its end, for a visit that was canceled
 *   before it began and for a second answer
 * @see docs/rules/safety.md#what-caregivers-say-of-families
 */
export async function rateFamily(
  transaction: Transaction,
  { clock }: Pick<Deps, 'clock'>,
  caregiverId: number,
  { booking_id: bookingId, as_described: isAsDescribed, safe: isSafe, kind: isKind, note }: FamilyRatingBody,
): Promise<FamilyRating> {
  const booking = await findBookingForReview(transaction, bookingId)
  if (booking?.caregiverId !== caregiverId) throw notFound()
  if (!booking.isUncanceledAtStart) throw conflict('This visit was canceled, so there is nothing to answer')
  const createdAt = clock.now()
  if (booking.endsAt > createdAt) throw conflict('You can answer after the visit has ended')
  const { familyId } = booking
  const answers = { isAsDescribed, isSafe, isKind, note, createdAt }
  const storedRating = await insertFamilyRating(transaction, { bookingId, caregiverId, familyId, ...answers })
  if (!storedRating) throw conflict('You have already answered for this visit')
  return toFamilyRating(storedRating)
}

/**
 * Records that staff looked at what caregivers said of a family, so that the family leaves the queue, and
 * audits it.
 * @param lastId the id of the latest answer that staff were shown
 * @throws AppError 404 for a person who is no family, 409 when a colleague has marked all of these answers
 *   already
 * @see docs/rules/safety.md#what-caregivers-say-of-families
 */
export async function markAnswersLookedAt(
  { clock, database }: Pick<Deps, 'clock' | 'database'>,
  staff: StaffActor,
  familyId: number,
  lastId: number,
): Promise<{ message: string }> {
  const at = clock.now()
  await withTransaction(database, async (transaction) => {
    if ((await findUser(transaction, familyId))?.role !== 'caretaker') throw notFound()
    const count = await setAnswersLookedAt(transaction, familyId, lastId, at)
    if (count === 0) throw outdated('list')
    await audit(transaction, {
      at,
      action: 'family-answers.looked-at',
      subject: `user:${familyId}`,
      actorId: staff.actor.id,
      address: staff.address,
    })
  })
  return { message: 'Marked as looked at' }
}
