/**
 * Substitutes: other caregivers for bookings that their caregiver can't keep.
 * @see docs/rules/bookings.md#backup-caregivers
 */
import type { BookingRequest } from '@tendwell/contract/bookings/bookings'
import type { BackupCaregivers } from '@tendwell/contract/profiles/profiles'
import { and, eq, inArray, isNull, ne } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import type { Reader, Transaction } from '../../../platform/database/database.ts'
import { conflict } from '../../../platform/errors.ts'
import { listBackupCaregivers } from '../../search/index.ts'
import { listBookedWindows, toIntervals } from '../queries.ts'
import { sendRequestWithVisit } from '../requests/submission.ts'
import type { BookingRow, WindowRow } from '../store.ts'
import { requests, requestWindows } from '../tables.ts'
import { findOwnRequest } from './queries.ts'

/**
 * Up to three caregivers who could take over the visits ahead that a family's request lost (see
 * `isLostByFamily`); `requested` has the ids of those whom the family has already asked.
 * @throws AppError 404 for another family's request
 */
export async function listSubstitutes(
  deps: Pick<Deps, 'backgroundChecks' | 'clock' | 'database'>,
  familyId: number,
  requestId: number,
): Promise<Pick<BackupCaregivers, 'results' | 'requested'>> {
  const { caregiverId, visit } = await findOwnRequest(deps.database, toFamily(familyId), requestId)
  const lost = await listLostWindows(deps.database, requestId, deps.clock.now())
  const replaced = { familyId, caregiverId, isForChildren: visit.children.length > 0 }
  const results = await listBackupCaregivers(deps, replaced, toIntervals(lost))
  return { results, requested: await listAlreadyRequested(deps.database, familyId, results, lost) }
}

/** Which of these caregivers have an unpaid request of the family for one of the windows. */
async function listAlreadyRequested(
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
 * Sends another caregiver a request for the same windows and visit.
 * @throws AppError 404 for another family's request, 409 when no canceled window is ahead, otherwise as
 *   `sendRequest`
 */
export async function sendBackupRequest(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'config' | 'jobs'>,
  familyId: number,
  requestId: number,
  caregiverId: number,
): Promise<BookingRequest> {
  const request = await findOwnRequest(transaction, toFamily(familyId), requestId)
  const lost = await listLostWindows(transaction, requestId, deps.clock.now())
  if (lost.length === 0) throw conflict('No canceled times of this booking are ahead')
  const windows = lost.map(({ dateLocal, startLocal, endLocal, startsAt, endsAt }) => ({
    date: dateLocal,
    start: startLocal,
    end: endLocal,
    start_utc: startsAt.toISOString(),
    end_utc: endsAt.toISOString(),
  }))
  return sendRequestWithVisit(transaction, deps, familyId, {
    caregiverId,
    timezone: request.timezone,
    windows,
    loadVisit: async () => request.visit,
  })
}

/** The windows ahead that the family lost: those it did not cancel itself. */
async function listLostWindows(reader: Reader, requestId: number, now: Date): Promise<WindowRow[]> {
  const booked = await listBookedWindows(reader, requestId)
  return booked
    .filter(({ booking, window }) => isLostByFamily(booking) && window.startsAt > now)
    .map(({ window }) => window)
}

/**
 * Whether the family lost a visit: the caregiver canceled it, or an admin canceled it, but not for the
 * family.
 */
function isLostByFamily({ canceledBy, canceledFor }: BookingRow): boolean {
  return canceledBy === 'caregiver' || (canceledBy === 'admin' && canceledFor !== 'caretaker')
}

const toFamily = (id: number) => ({ id, side: 'caretaker' }) as const
