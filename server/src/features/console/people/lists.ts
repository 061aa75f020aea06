/** What belongs to one person: reviews and sessions. @see docs/rules/console.md#records */
import type { AdminReview, AdminSession } from '@tendwell/contract/console/people'
import { desc, eq, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Deps } from '../../../deps.ts'
import { getOffset, type PageRequest } from '../../../platform/database/paging.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/access.ts'
import { bookings } from '../../bookings/index.ts'
import { findUser, users } from '../../people/index.ts'
import { reviews } from '../../reviews/index.ts'
import { listSessions } from '../../sign-in/index.ts'
import { refuseColleagues } from '../subjects.ts'

type ListDeps = Pick<Deps, 'clock' | 'database'>

const caregivers = alias(users, 'caregivers')
const caretakers = alias(users, 'caretakers')

/**
 * One page of the reviews that a family wrote or a caregiver received, newest first, hidden ones included.
 * @throws AppError 404
 */
export async function listPersonReviews(
  { database: reader }: ListDeps,
  userId: number,
  page: PageRequest,
): Promise<{ count: number; results: AdminReview[] }> {
  if (!(await findUser(reader, userId))) throw notFound()
  const isOfPerson = or(eq(reviews.caregiverId, userId), eq(reviews.caretakerId, userId))
  const rows = await reader
    .select({
      review: reviews,
      requestId: bookings.requestId,
      caregiver: { id: caregivers.id, name: caregivers.fullName },
      family: { id: caretakers.id, name: caretakers.fullName },
    })
    .from(reviews)
    .innerJoin(bookings, eq(bookings.id, reviews.bookingId))
    .innerJoin(caregivers, eq(caregivers.id, reviews.caregiverId))
    .innerJoin(caretakers, eq(caretakers.id, reviews.caretakerId))
    .where(isOfPerson)
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
    .limit(page.page_size)
    .offset(getOffset(page))
  return {
    count: await reader.$count(reviews, isOfPerson),
    results: rows.map(({ review, requestId, caregiver, family }) => ({
      id: review.id,
      request_id: requestId,
      caregiver,
      family,
      rating: review.rating,
      comment: review.comment,
      created_at: review.createdAt.toISOString(),
      is_hidden: review.hiddenAt !== null,
    })),
  }
}

/**
 * One page of a person's live sessions, most recently used first. Those of staff are for admins only.
 * @throws AppError 403, 404
 */
export async function listPersonSessions(
  deps: ListDeps,
  actor: Actor,
  userId: number,
  page: PageRequest,
): Promise<{ count: number; results: AdminSession[] }> {
  if (!(await findUser(deps.database, userId))) throw notFound()
  await refuseColleagues(deps.database, actor, `user:${userId}`)
  const part = { limit: page.page_size, offset: getOffset(page) }
  const { count, results } = await listSessions(deps, { id: userId, sessionId: null }, part)
  return { count, results: results.map(({ is_current: _isCurrent, ...session }) => session) }
}
