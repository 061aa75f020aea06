import type { VisitDetails, VisitDetailsBody } from '@tendwell/contract/bookings/visits'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Reader } from '../../../platform/database/database.ts'
import { invalid } from '../../../platform/errors.ts'
import { findSharedContactError, listChildren } from '../../profiles/index.ts'
import type { RequestWithPeople } from '../responses.ts'
import { bookings, requestWindows } from '../tables.ts'
import { type FamilyAccess, getFamilyAccess } from './family-access.ts'
import { limitVisitDetails, toVisitDetails } from './visit.ts'

/**
 * The details of the visits that a new request stores: copies of the chosen children, the note and the
 * address.
 * @throws AppError 400 on `children` for a child who is not the family's, on `note` and `address` for contact
 *   details in what the caregiver sees before the payment
 * @see docs/rules/bookings.md#about-the-visit
 */
export async function copyVisitDetails(
  reader: Reader,
  familyId: number,
  body: VisitDetailsBody,
): Promise<VisitDetails> {
  const chosenIds = new Set(body.children)
  const children = chosenIds.size > 0 ? await listChildren(reader, familyId) : []
  const chosenChildren = children.filter(({ id }) => chosenIds.has(id))
  if (chosenChildren.length < chosenIds.size)
    throw invalid({ children: ['Choose children from your profile'] })
  const details = toVisitDetails(body, chosenChildren)
  const { neighborhood = '', city = '' } = details.address ?? {}
  const errors = {
    note: findSharedContactError(details.note),
    address: findSharedContactError(neighborhood) ?? findSharedContactError(city),
  }
  const fieldErrors = Object.entries(errors).flatMap(([field, error]) => (error ? [[field, [error]]] : []))
  if (fieldErrors.length > 0) throw invalid(Object.fromEntries(fieldErrors))
  return details
}

/**
 * Adds to each request the details of its visits, as far as the side that reads may see them now.
 * @param rows requests of one person, who is this side of all of them
 * @see docs/rules/bookings.md#about-the-visit
 */
export async function withVisitDetails<Row extends RequestWithPeople>(
  reader: Reader,
  rows: readonly Row[],
  side: Side,
  now: Date,
): Promise<(Row & { visitDetails: VisitDetails })[]> {
  if (side === 'caretaker') return rows.map((row) => ({ ...row, visitDetails: row.request.visit }))
  const accesses = await listFamilyAccess(reader, rows, now)
  return rows.map((row, index) => ({
    ...row,
    visitDetails: limitVisitDetails(row.request.visit, accesses[index] ?? 'none'),
  }))
}

/** What the caregiver of each request may see of its family now, in the order of the requests. */
export async function listFamilyAccess(
  reader: Reader,
  rows: readonly RequestWithPeople[],
  now: Date,
): Promise<FamilyAccess[]> {
  const paidIds = rows.flatMap(({ request }) => (request.paidAt ? request.id : []))
  const liveWindows = paidIds.length > 0 ? await listLiveWindows(reader, paidIds) : []
  return rows.map(({ request, familyPhoto, isBlocked, isCaregiverRestricted: isRestricted }) => {
    const liveBookings = liveWindows.filter(({ requestId }) => requestId === request.id)
    return familyPhoto.isActive
      ? getFamilyAccess({ isKnown: true, isBlocked, isRestricted, liveBookings }, now)
      : 'none'
  })
}

/** The details of a request's visits, as far as each side may see them now. */
export async function getVisitDetailsForBoth(
  reader: Reader,
  row: RequestWithPeople,
  now: Date,
): Promise<Record<Side, VisitDetails>> {
  const [caregiverRow] = await withVisitDetails(reader, [row], 'caregiver', now)
  return {
    caretaker: row.request.visit,
    caregiver: caregiverRow?.visitDetails ?? limitVisitDetails(row.request.visit, 'none'),
  }
}

/** When the bookings of requests take place, without canceled ones. */
function listLiveWindows(
  reader: Reader,
  requestIds: readonly number[],
): Promise<{ requestId: number; startsAt: Date; endsAt: Date }[]> {
  return reader
    .select({
      requestId: bookings.requestId,
      startsAt: requestWindows.startsAt,
      endsAt: requestWindows.endsAt,
    })
    .from(bookings)
    .innerJoin(requestWindows, eq(requestWindows.id, bookings.windowId))
    .where(and(inArray(bookings.requestId, [...requestIds]), isNull(bookings.canceledAt)))
}
