/** The lists of one person's record: reviews and sessions. @see docs/rules/console.md#records */
import type { AdminReview, AdminSession } from '@tendwell/contract/console/people'
import type { Deps } from '../../../deps.ts'
import { getOffset, type PageRequest } from '../../../platform/database/paging.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/access.ts'
import { findUser } from '../../people/index.ts'
import { listReviewsOf } from '../../reviews/index.ts'
import { listSessions } from '../../sign-in/index.ts'
import { requireAdminForStaffRecord } from '../subjects.ts'

type ListDeps = Pick<Deps, 'clock' | 'database'>

/**
 * One page of the reviews that a family wrote or a caregiver received, newest first, hidden ones included.
 * @throws AppError 404 for an unknown id
 */
export async function listPersonReviews(
  { database: reader }: ListDeps,
  userId: number,
  page: PageRequest,
): Promise<{ count: number; results: AdminReview[] }> {
  if (!(await findUser(reader, userId))) throw notFound()
  return listReviewsOf(reader, userId, page)
}

/**
 * One page of a person's live sessions, most recently used first.
 * @throws AppError 403 for sessions of staff, unless the actor is an admin; 404 for an unknown id
 */
export async function listPersonSessions(
  deps: ListDeps,
  actor: Actor,
  userId: number,
  page: PageRequest,
): Promise<{ count: number; results: AdminSession[] }> {
  if (!(await findUser(deps.database, userId))) throw notFound()
  await requireAdminForStaffRecord(deps.database, actor, `user:${userId}`)
  const part = { limit: page.page_size, offset: getOffset(page) }
  const { count, results } = await listSessions(deps, { id: userId, sessionId: null }, part)
  return { count, results: results.map(({ is_current: _isCurrent, ...session }) => session) }
}
