import { isDeepStrictEqual } from 'node:util'
import type { BookingDetail } from '@tendwell/contract/bookings/bookings'
import {
  VISIT_PARTS,
  type VisitChangeBody,
  type VisitDetails,
  type VisitPart,
} from '@tendwell/contract/bookings/visits'
import { eq, inArray, sql } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { conflict, notFound } from '../../../platform/errors.ts'
import { isAhead, listBookedWindows } from '../queries.ts'
import { lockRequest } from '../store.ts'
import { bookings, requests } from '../tables.ts'
import { getBooking } from './booking-queries.ts'
import { changeVisitDetails } from './visit.ts'
import { listChosenChildren, requireNoContacts } from './visit-queries.ts'

/**
 * Changes the children, the note, the address or the emergency contact of a family's paid booking of which a visit
 * is ahead, and notifies the caregiver. Does nothing if all of it stays the same.
 * @throws AppError 404 for another family's or an unpaid request, 409 once the last visit has begun or all of it is
 *   canceled, 400 as for a request
 * @see docs/rules/bookings.md#changing-the-visit
 */
export async function changeVisit(
  deps: Pick<Deps, 'clock' | 'config' | 'database' | 'jobs'>,
  familyId: number,
  requestId: number,
  body: VisitChangeBody,
): Promise<BookingDetail> {
  await withTransaction(deps.database, async (transaction) => {
    const request = await lockRequest(transaction, requestId)
    if (request?.familyId !== familyId || !request.paidAt) throw notFound()
    const now = deps.clock.now()
    const visits = await listBookedWindows(transaction, requestId)
    if (visits.every(({ booking }) => booking.canceledAt)) throw conflict('This booking was canceled')
    const visitsAhead = visits.filter((visit) => isAhead(visit, now))
    const [firstVisit] = visitsAhead
    if (!firstVisit) {
      throw conflict('The last visit has begun, so it can’t be changed. Write to the caregiver instead')
    }
    const children = await listChosenChildren(transaction, familyId, body, firstVisit.window.dateLocal)
    const visit = changeVisitDetails(request.visit, body, children)
    const changed = listChangedParts(request.visit, visit)
    if (changed.length === 0) return
    requireNoContacts(visit)
    await transaction.update(requests).set({ visit }).where(eq(requests.id, requestId))
    // Calendar apps show the address.
    const idsAhead = visitsAhead.map(({ booking }) => booking.id)
    await transaction
      .update(bookings)
      .set({ sequence: sql`${bookings.sequence} + 1` })
      .where(inArray(bookings.id, idsAhead))
    // The parts only: jobs carry no names and addresses.
    await deps.jobs.publish(transaction, 'booking.visit-changed', {
      requestId,
      changedAt: now.toISOString(),
      changed,
    })
  })
  return getBooking(deps, 'caretaker', familyId, requestId)
}

/** The parts in which two versions of the details differ. */
function listChangedParts(before: VisitDetails, after: VisitDetails): VisitPart[] {
  return VISIT_PARTS.filter((part) => !isDeepStrictEqual(before[part], after[part]))
}
