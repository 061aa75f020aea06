import type { PublicCaregiver } from '@tendwell/contract/profiles'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../platform/errors.ts'
import { listBackupCaregivers } from '../search/index.ts'
import { findRequest, listBookedWindows, toIntervals } from './queries.ts'

/**
 * Up to three caregivers who could take over the canceled bookings of a family's request that are still ahead.
 * @throws AppError 404 for another family's request
 * @see docs/rules/bookings.md#backup-caregivers
 */
export async function listBackups(
  deps: Pick<Deps, 'clock' | 'database'>,
  caretakerId: number,
  requestId: number,
): Promise<{ results: PublicCaregiver[] }> {
  const request = await findRequest(deps.database, requestId)
  if (request?.caretakerId !== caretakerId) throw notFound()
  const now = deps.clock.now()
  const canceled = (await listBookedWindows(deps.database, requestId))
    .filter(({ booking, window }) => booking.canceledAt && window.startsAt > now)
    .map(({ window }) => window)
  return { results: await listBackupCaregivers(deps, request.caregiverId, toIntervals(canceled)) }
}
