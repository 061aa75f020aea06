/** The lists of one person's record: reviews, meetings and sessions. @see docs/rules/console.md#records */
import type { AdminMeeting, AdminReview, AdminSession } from '@tendwell/contract/console/people'
import type { Deps } from '../../../deps.ts'
import { getOffset, type PageRequest } from '../../../platform/database/paging.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/access.ts'
import { listMeetingsOf } from '../../bookings/index.ts'
import { findUser } from '../../people/index.ts'
import { listReviewsOf } from '../../reviews/index.ts'
import { listSessions } from '../../sign-in/index.ts'
import { requireAdminForStaffRecord } from '../subjects.ts'
import { maskLine } from './masking.ts'

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
 * One page of a person's meetings, on either side, the latest first. Place and note are masked.
 * @throws AppError 404 for an unknown id
 */
export async function listPersonMeetings(
  { database: reader }: ListDeps,
  userId: number,
  page: PageRequest,
): Promise<{ count: number; results: AdminMeeting[] }> {
  if (!(await findUser(reader, userId))) throw notFound()
  const { count, results } = await listMeetingsOf(reader, userId, page)
  const masked = results.map((meeting) => ({
    ...meeting,
    place: maskLine(meeting.place),
    note: maskLine(meeting.note),
  }))
  return { count, results: masked }
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
