import type { Visit, VisitBody } from '@tendwell/contract/bookings/visits'
import type { Child } from '@tendwell/contract/profiles/children'
import type { FamilyAccess } from './family-access.ts'

const EMPTY_VISIT: Visit = { children: [], note: '', address: null }

/**
 * What a request says about its visits, copied when it is sent.
 * @param children the children that the family chose for the request
 * @see docs/rules/bookings.md#about-the-visit
 */
export function toVisit(body: VisitBody, children: readonly Child[]): Visit {
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
 * What a caregiver sees of what a request says about its visits. With `profile` access, as before the
 * payment, that is the children's ages, the note and the part of town.
 * @see docs/rules/bookings.md#about-the-visit
 */
export function limitVisit(visit: Visit, access: FamilyAccess): Visit {
  if (access === 'contact') return visit
  if (access === 'none') return EMPTY_VISIT
  const { children, note, address } = visit
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
