import type { VisitDetails, VisitDetailsBody } from '@tendwell/contract/bookings/visits'
import type { Child } from '@tendwell/contract/profiles/children'
import type { FamilyAccess } from './family-access.ts'

const EMPTY_VISIT_DETAILS: VisitDetails = { children: [], note: '', address: null }

/**
 * The details of the visits that a request stores when it is sent.
 * @param children the children that the family chose for the request
 * @see docs/rules/bookings.md#about-the-visit
 */
export function toVisitDetails(body: VisitDetailsBody, children: readonly Child[]): VisitDetails {
  const { street = '', apartment = '', neighborhood = '', postal_code = '' } = body.address ?? {}
  const { city = '', country = '' } = body.address ?? {}
  const address = { street, apartment, neighborhood, postal_code, city, country }
  return {
    children: children.map(({ name, age, age_months, due_date }) => ({ name, age, age_months, due_date })),
    note: body.note ?? '',
    address: Object.values(address).some(Boolean) ? address : null,
  }
}

/**
 * What a caregiver may see of the details of a request's visits. With `profile` access, as before the
 * payment, that is the children's ages, the note and the part of town.
 * @see docs/rules/bookings.md#about-the-visit
 */
export function limitVisitDetails(details: VisitDetails, access: FamilyAccess): VisitDetails {
  if (access === 'contact') return details
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
  }
}
