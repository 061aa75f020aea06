import { z } from 'zod'

export const addressDraft = z.object({
  street: z.string(),
  apartment: z.string(),
  neighborhood: z.string(),
  postal_code: z.string(),
  city: z.string(),
  country: z.string(),
})
/** The address of a visit as it is typed. */
export type AddressDraft = z.infer<typeof addressDraft>

/** What an address lacks, by part: a street needs its city, and both need their country. */
export function findAddressGaps({ street, city, country }: AddressDraft) {
  const [hasStreet, hasCity] = [street.trim() !== '', city.trim() !== '']
  return {
    ...(hasStreet && !hasCity && { city: 'Add the city of the address' }),
    ...((hasStreet || hasCity) && country === '' && { country: 'Add the country of the address' }),
  }
}

/** Whether an address says more than a country, which the screen fills in by itself. */
export function hasPlace({ country, ...parts }: AddressDraft): boolean {
  return Object.values(parts).some((part) => part.trim() !== '')
}
