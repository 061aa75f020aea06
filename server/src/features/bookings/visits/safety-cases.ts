import { and, eq, isNotNull, or } from 'drizzle-orm'
import type { Reader } from '../../../platform/database/database.ts'
import { listBookedWindows, selectRequestsForViewer } from '../queries.ts'
import { requests } from '../tables.ts'
import { getSafetyState } from './safety.ts'

/**
 * What a safety report about a paid booking needs: the other person (`otherId`), whether a visit is under
 * way, and the country.
 * @returns `country` is empty if it is unknown; null if the person is not one of the two, the request is
 *   unpaid, or it is too late for a report
 * @see docs/rules/safety.md#safety-on-a-booking
 */
export async function findSafetyCase(
  reader: Reader,
  userId: number,
  requestId: number,
  now: Date,
): Promise<{ otherId: number; isUnderWay: boolean; country: string } | null> {
  const isOneOfTheTwo = or(eq(requests.caregiverId, userId), eq(requests.familyId, userId))
  const [viewedRequest] = await selectRequestsForViewer(reader, userId, now).where(
    and(eq(requests.id, requestId), isNotNull(requests.paidAt), isOneOfTheTwo),
  )
  if (!viewedRequest) return null
  const bookedWindows = await listBookedWindows(reader, requestId)
  const state = getSafetyState(
    bookedWindows.map(({ booking: { canceledAt }, window }) => ({ ...window, canceledAt })),
    now,
  )
  if (state === 'closed') return null
  const { caregiverId, familyId } = viewedRequest.request
  return {
    otherId: caregiverId === userId ? familyId : caregiverId,
    isUnderWay: state === 'under_way',
    country: viewedRequest.country,
  }
}
