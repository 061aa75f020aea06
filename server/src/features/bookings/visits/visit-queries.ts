import type { BookingDetail } from '@tendwell/contract/bookings/bookings'
import type { VisitDetails, VisitDetailsBody } from '@tendwell/contract/bookings/visits'
import type { Child } from '@tendwell/contract/profiles/children'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import type { LocalDate } from '@tendwell/contract/time'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Reader } from '../../../platform/database/database.ts'
import { invalid } from '../../../platform/errors.ts'
import { findSharedContactError, listChildNotes, listChildren } from '../../profiles/index.ts'
import type { RequestWithPeople } from '../responses.ts'
import { bookings, requestWindows } from '../tables.ts'
import { canCall, type FamilyAccess, getFamilyAccess } from './family-access.ts'
import { limitVisitDetails, toVisitDetails } from './visit.ts'

/**
 * The details of the visits that a new request stores: copies of the chosen children, the note and the
 * address.
 * @param firstDay of the visits: the children are stored as old as on this day
 * @throws AppError 400 on `children` for a child who is not the family's, on `note` and `address` for contact
 *   details in what the caregiver sees before the payment
 * @see docs/rules/bookings.md#about-the-visit
 */
export async function copyVisitDetails(
  reader: Reader,
  familyId: number,
  body: VisitDetailsBody,
  firstDay: LocalDate,
): Promise<VisitDetails> {
  const details = toVisitDetails(body, await listChosenChildren(reader, familyId, body, firstDay))
  requireNoContacts(details)
  return details
}

/**
 * The family's children whom `body` names, as old as on the first day of the visits.
 * @throws AppError 400 on `children` for one that isn't the family's
 */
export async function listChosenChildren(
  reader: Reader,
  familyId: number,
  body: VisitDetailsBody,
  firstDay: LocalDate,
): Promise<Child[]> {
  const chosenIds = new Set(body.children)
  const children = chosenIds.size > 0 ? await listChildren(reader, familyId, firstDay) : []
  const chosenChildren = children.filter(({ id }) => chosenIds.has(id))
  if (chosenChildren.length < chosenIds.size)
    throw invalid({ children: ['Choose children from your profile'] })
  return chosenChildren
}

/**
 * Refuses contact details in what a caregiver also sees without a paid booking.
 * @throws AppError 400 on `note` and `address`
 */
export function requireNoContacts(details: VisitDetails): void {
  const { neighborhood = '', city = '' } = details.address ?? {}
  const errors = {
    note: findSharedContactError(details.note),
    address: findSharedContactError(neighborhood) ?? findSharedContactError(city),
  }
  const fieldErrors = Object.entries(errors).flatMap(([field, error]) => (error ? [[field, [error]]] : []))
  if (fieldErrors.length > 0) throw invalid(Object.fromEntries(fieldErrors))
}

/**
 * The children of a visit with what the family's profile notes about them now, such as allergies. A child is found by
 * name, so one whose name the reader may not see has no notes.
 */
export async function withChildNotes(
  reader: Reader,
  familyId: number,
  visitChildren: VisitDetails['children'],
): Promise<BookingDetail['children']> {
  if (!visitChildren.some(({ name }) => name)) return visitChildren
  const notes = await listChildNotes(reader, familyId)
  return visitChildren.map((child) => {
    const own = notes.filter(({ name }) => name === child.name).map(({ notes }) => notes)
    return own.length > 0 ? { ...child, notes: own.join('\n') } : child
  })
}

/** What one side of a request sees of the other and of the visits. */
type Sight = {
  visitDetails: VisitDetails
  /** The other side's phone number; null while the reader may not see it, and if there is none. */
  phoneNumber: string | null
  /** Whether the reader may see it, but there is none; only known with `asksForPhone`. */
  lacksPhone: boolean
  isPhoneVerified: boolean
  /** Whether the other side sees a phone number of the reader. */
  sharesPhone: boolean
  /** Whether the reader sees none of it, because they are a restricted caregiver. */
  isRestricted: boolean
}

/**
 * Adds to each request the details of its visits and the other side's phone number, as far as the side that
 * reads may see them now.
 * @param rows requests of one person, who is this side of all of them
 * @param asksForPhone whether the reader asks if the other side has a phone number at all
 * @see docs/rules/bookings.md#about-the-visit
 * @see docs/rules/bookings.md#reaching-each-other
 */
export async function withVisitDetails<Row extends RequestWithPeople>(
  reader: Reader,
  rows: readonly Row[],
  side: Side,
  now: Date,
  asksForPhone = false,
): Promise<(Row & Sight)[]> {
  const accesses = await listAccesses(reader, rows, side === 'caregiver' || asksForPhone, now)
  return rows.map((row, index) => {
    const { caregiver, family } = accesses[index] as Accesses
    const familyPhone = caregiver === 'phone' ? row.familyPhone : ''
    const caregiverPhone = family ? row.caregiverPhone : ''
    return side === 'caretaker'
      ? {
          ...row,
          visitDetails: row.request.visit,
          phoneNumber: caregiverPhone || null,
          lacksPhone: family && caregiverPhone === '',
          isPhoneVerified: caregiverPhone !== '' && row.caregiverPhoneVerifiedAt !== null,
          sharesPhone: familyPhone !== '',
          isRestricted: false,
        }
      : {
          ...row,
          visitDetails: limitVisitDetails(row.request.visit, caregiver),
          phoneNumber: familyPhone || null,
          lacksPhone: caregiver === 'phone' && familyPhone === '',
          isPhoneVerified: familyPhone !== '' && row.familyPhoneVerifiedAt !== null,
          sharesPhone: caregiverPhone !== '',
          isRestricted: row.isCaregiverRestricted && caregiver === 'none',
        }
  })
}

/** What the caregiver may see of the family, and whether the family may see the caregiver's phone number. */
type Accesses = { caregiver: FamilyAccess; family: boolean }

/**
 * What the two sides of each request may see of each other now, in the order of the requests.
 * @param isForAll whether it matters for all of them: a family always sees all of its visits, so in its lists it
 *   matters only where there is a phone number
 */
async function listAccesses(
  reader: Reader,
  rows: readonly RequestWithPeople[],
  isForAll: boolean,
  now: Date,
): Promise<Accesses[]> {
  const paidIds = rows.flatMap(({ request, familyPhone, caregiverPhone }) =>
    request.paidAt && (isForAll || familyPhone || caregiverPhone) ? request.id : [],
  )
  const liveWindows = paidIds.length > 0 ? await listLiveWindows(reader, paidIds) : []
  return rows.map(
    ({ request, familyPhoto, caregiverPhoto, isBlocked, isCaregiverRestricted: isRestricted }) => {
      const liveBookings = liveWindows.filter(({ requestId }) => requestId === request.id)
      return {
        caregiver: familyPhoto.isActive
          ? getFamilyAccess({ isKnown: true, isBlocked, isRestricted, liveBookings }, now)
          : 'none',
        family: caregiverPhoto.isActive && canCall({ isBlocked, liveBookings }, now),
      }
    },
  )
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
