import type { VisitChangeBody, VisitDetails, VisitDetailsBody } from '@tendwell/contract/bookings/visits'
import type { Child } from '@tendwell/contract/profiles/children'
import type { FamilyAccess } from './family-access.ts'

/** The details of visits about which nothing is said. */
export const EMPTY_VISIT_DETAILS: VisitDetails = {
  children: [],
  note: '',
  address: null,
  emergency_contact: null,
}

/**
 * The details of the visits that a request stores when it is sent.
 * @param children the children that the family chose for the request
 * @see docs/rules/bookings.md#about-the-visit
 */
export function toVisitDetails(body: VisitDetailsBody, children: readonly Child[]): VisitDetails {
  return changeVisitDetails(EMPTY_VISIT_DETAILS, { ...body, children: [] }, children)
}

/**
 * The details of visits after a family changed some of them. What `body` leaves out stays.
 * @param children the children that the family chose, if `body` has any
 * @see docs/rules/bookings.md#changing-the-visit
 */
export function changeVisitDetails(
  details: VisitDetails,
  body: VisitChangeBody,
  children: readonly Child[],
): VisitDetails {
  const { emergency_contact: contact = details.emergency_contact } = body
  return {
    children: body.children
      ? children.map(({ name, age, age_months, due_date }) => ({ name, age, age_months, due_date }))
      : details.children,
    note: body.note ?? details.note,
    address: body.address === undefined ? details.address : toAddress(body.address),
    emergency_contact: contact?.phone ? contact : null,
  }
}

/** A whole address; null if all of it is empty. */
function toAddress(parts: VisitDetailsBody['address']): VisitDetails['address'] {
  const { street = '', apartment = '', neighborhood = '', postal_code = '' } = parts ?? {}
  const { city = '', country = '' } = parts ?? {}
  const address = { street, apartment, neighborhood, postal_code, city, country }
  return Object.values(address).some(Boolean) ? address : null
}

/**
 * What a caregiver may see of the details of a request's visits. With `profile` access, as before the
 * payment, that is the children's ages, the note and the part of town.
 * @see docs/rules/bookings.md#about-the-visit
 */
export function limitVisitDetails(details: VisitDetails, access: FamilyAccess): VisitDetails {
  if (access === 'phone') return details
  if (access === 'contact') return { ...details, emergency_contact: null }
  if (access === 'none') return EMPTY_VISIT_DETAILS
  const { children, note, address } = details
  return {
    children: children.map(({ age, age_months, due_date }) => ({ age, age_months, due_date })),
    note,
    address: address && {
      neighborhood: address.neighborhood,
      city: address.city,
      country: address.country,
    },
    emergency_contact: null,
  }
}
