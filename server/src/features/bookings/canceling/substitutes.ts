/**
 * Substitutes: other caregivers for bookings that their caregiver can't keep, and for requests without an
 * answer.
 * @see docs/rules/bookings.md#backup-caregivers
 */
import { type BookingRequest, OFFER_OTHERS_AFTER_MS } from '@tendwell/contract/bookings/bookings'
import type { BackupCaregivers } from '@tendwell/contract/profiles/profiles'
import { and, eq, inArray, isNull, ne } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import type { Reader, Transaction } from '../../../platform/database/database.ts'
import { conflict } from '../../../platform/errors.ts'
import { listBackupCaregivers } from '../../search/index.ts'
import { HOURS_BEGUN } from '../messages.ts'
import { listBookedWindows, listRequestWindows, toIntervals } from '../queries.ts'
import { sendRequestWithVisitDetails } from '../requests/submission.ts'
import type { BookingRow, RequestRow, WindowRow } from '../store.ts'
import { requests, requestWindows } from '../tables.ts'
import { getOwnRequest } from './queries.ts'

/**
 * Up to three caregivers who could take over what needs another one of a family's request (see
 * `listLostWindows`); `requested` has the ids of those whom the family has already asked.
 * @param at the time at which the windows are looked at
 * @throws AppError 404 for another family's request
 */
export async function listSubstitutes(
  deps: Pick<Deps, 'backgroundChecks' | 'clock' | 'database'>,
  familyId: number,
  requestId: number,
  at: Date = deps.clock.now(),
): Promise<Pick<BackupCaregivers, 'results' | 'requested'>> {
  const request = await getOwnRequest(deps.database, asFamily(familyId), requestId)
  const { caregiverId, visit: visitDetails } = request
  const lostWindows = await listLostWindows(deps.database, request, at)
  const replaced = { familyId, caregiverId, isForChildren: visitDetails.children.length > 0 }
  const results = await listBackupCaregivers(deps, replaced, toIntervals(lostWindows))
  return { results, requested: await listRequestedIds(deps.database, familyId, results, lostWindows) }
}

/** The ids of the substitutes whom the family hasn't asked yet. @see `listSubstitutes` for what goes in */
export async function listUnaskedSubstituteIds(
  ...search: Parameters<typeof listSubstitutes>
): Promise<number[]> {
  const { results, requested } = await listSubstitutes(...search)
  return results.map(({ id }) => id).filter((id) => !requested.includes(id))
}

/** The ids of those of these caregivers whom the family has sent an unpaid request for one of the windows. */
async function listRequestedIds(
  reader: Reader,
  familyId: number,
  caregivers: readonly { id: number }[],
  windows: readonly WindowRow[],
): Promise<number[]> {
  const rows = await reader
    .selectDistinct({ id: requests.caregiverId })
    .from(requests)
    .innerJoin(requestWindows, eq(requestWindows.requestId, requests.id))
    .where(
      and(
        eq(requests.familyId, familyId),
        inArray(
          requests.caregiverId,
          caregivers.map(({ id }) => id),
        ),
        inArray(
          requestWindows.startsAt,
          windows.map(({ startsAt }) => startsAt),
        ),
        isNull(requests.paidAt),
        ne(requests.status, 'rejected'),
      ),
    )
  return rows.map(({ id }) => id)
}

/**
 * Sends another caregiver a request for the windows of a family's request that need one (see
 * `listLostWindows`), with its details of the visits.
 * @throws AppError 404 for another family's request, 409 when no window needs another caregiver, otherwise as
 *   `sendRequest`
 */
export async function sendBackupRequest(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'config' | 'jobs'>,
  familyId: number,
  requestId: number,
  caregiverId: number,
): Promise<BookingRequest> {
  const request = await getOwnRequest(transaction, asFamily(familyId), requestId)
  const now = deps.clock.now()
  const lostWindows = await listLostWindows(transaction, request, now)
  if (lostWindows.length === 0) throw conflict(describeNothingLost(request, now))
  const windows = lostWindows.map(({ dateLocal, startLocal, endLocal, startsAt, endsAt }) => ({
    date: dateLocal,
    start: startLocal,
    end: endLocal,
    start_utc: startsAt.toISOString(),
    end_utc: endsAt.toISOString(),
  }))
  return sendRequestWithVisitDetails(transaction, deps, familyId, {
    caregiverId,
    timezone: request.timezone,
    windows,
    loadVisitDetails: async () => request.visit,
  })
}

/**
 * The windows ahead that need another caregiver: of canceled visits that the family lost (`isLostByFamily`),
 * or of a request that has been without an answer for a day.
 */
async function listLostWindows(reader: Reader, request: RequestRow, now: Date): Promise<WindowRow[]> {
  const { id: requestId, status } = request
  if (status === 'submitted') {
    const windows = needsOthers(request, now) ? await listRequestWindows(reader, requestId) : []
    return windows.filter(({ startsAt }) => startsAt > now)
  }
  const bookedWindows = await listBookedWindows(reader, requestId)
  return bookedWindows
    .filter(({ booking, window }) => isLostByFamily(booking) && window.startsAt > now)
    .map(({ window }) => window)
}

/** Whether a submitted request has been without an answer for so long that others can be asked. */
const needsOthers = ({ submittedAt }: RequestRow, now: Date) =>
  now.getTime() - submittedAt.getTime() >= OFFER_OTHERS_AFTER_MS

/** Why no window of a request needs another caregiver. */
function describeNothingLost(request: RequestRow, now: Date): string {
  if (request.status !== 'submitted') return 'No canceled times of this booking are ahead'
  return needsOthers(request, now) ? HOURS_BEGUN : 'You can ask others after 24 hours without an answer'
}

/**
 * Whether the family lost a visit: the caregiver canceled it, or Tendwell did, but not for the
 * family.
 */
function isLostByFamily({ canceledBy, canceledFor }: BookingRow): boolean {
  return canceledBy === 'caregiver' || (canceledBy === 'admin' && canceledFor !== 'caretaker')
}

/** A family as the actor of `getOwnRequest`. */
const asFamily = (id: number) => ({ id, side: 'caretaker' }) as const
