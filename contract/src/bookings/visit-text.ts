import { type ChildAge, formatChildAge } from '../profiles/child-age.ts'
import { nameChild } from '../profiles/child-name.ts'
import type { LocalDate } from '../time.ts'

/** `Ida (3 years), Otto (8 months)`, or without names `3 years, 8 months`. */
export function formatVisitChildren(
  children: readonly (ChildAge & { name?: string | undefined })[],
  today: LocalDate,
): string {
  const words = children.map(({ name, ...child }) => {
    const age = formatChildAge(child, today)
    return name ? `${nameChild({ name, ...child })} (${age})` : age
  })
  return words.join(', ')
}

interface Address {
  street?: string | undefined
  apartment?: string | undefined
  neighborhood?: string | undefined
  postal_code?: string | undefined
  city: string
  country: string
}

/** `24 Orchard Lane, 3A, Upper West Side, New York 10024, United States`; what is not known is left out. */
export function formatAddress({
  street,
  apartment,
  neighborhood,
  city,
  postal_code: code,
  country,
}: Address): string {
  const town = [city, code].filter(Boolean).join(' ')
  return [street, apartment, neighborhood, town, country].filter(Boolean).join(', ')
}
