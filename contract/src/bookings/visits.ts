import { z } from 'zod'
import { CHILDREN_MAXIMUM, childAgeResponse } from '../profiles/children.ts'
import { emergencyContact, emergencyContactBody } from '../profiles/phones.ts'
import { COUNTRIES } from '../reference.ts'
import { idSchema, text } from '../wire.ts'

/** The longest note of a request. */
export const VISIT_NOTE_MAXIMUM = 1_000
/** The longest text of each part of an address. */
export const ADDRESS_LIMITS = {
  street: 200,
  apartment: 50,
  neighborhood: 100,
  postal_code: 20,
  city: 100,
} as const

function addressLine(label: string, part: keyof typeof ADDRESS_LIMITS) {
  return text(label, ADDRESS_LIMITS[part]).transform((value) => value.trim())
}

/**
 * Where a family lives: city and country, and the parts that only a caregiver with a paid booking sees in
 * full.
 */
export const addressFields = {
  street: addressLine('Street address', 'street'),
  apartment: addressLine('Apartment', 'apartment'),
  neighborhood: addressLine('Part of town', 'neighborhood'),
  postal_code: addressLine('Postal code', 'postal_code'),
  city: addressLine('City', 'city'),
  country: z.union([z.literal(''), z.enum(COUNTRIES)], { error: 'Choose a country from the list' }),
}

/** What the details of visits consist of. */
export const VISIT_PARTS = ['children', 'note', 'address', 'emergency_contact'] as const
export type VisitPart = (typeof VISIT_PARTS)[number]

/** Each part of the address may be empty or left out. */
const addressBody = z.strictObject(addressFields, { error: 'Address must be an object' }).partial()

/** What a request may say about the visits, all optional. @see docs/rules/bookings.md#about-the-visit */
export const visitBodyFields = {
  /** Ids of the family's own children. */
  children: z
    .array(idSchema, { error: 'Children must be a list' })
    .max(CHILDREN_MAXIMUM, { error: `A request can name at most ${CHILDREN_MAXIMUM} children` })
    .optional(),
  note: text('Note', VISIT_NOTE_MAXIMUM)
    .transform((value) => value.trim())
    .optional(),
  address: addressBody
    .refine(({ street, city }) => !street || city, { error: 'Add the city of the address', path: ['city'] })
    .nullable()
    .optional(),
}
const visitBody = z.object(visitBodyFields)
export type VisitDetailsBody = z.infer<typeof visitBody>

/**
 * What a family changes about the visits of a paid booking. What is left out stays.
 * @see docs/rules/bookings.md#changing-the-visit
 */
export const visitChangeBody = z.strictObject({
  ...visitBodyFields,
  emergency_contact: emergencyContactBody.optional(),
})
export type VisitChangeBody = z.infer<typeof visitChangeBody>

/** A child of a visit; caregivers get the name only while a paid booking allows it. */
export const visitChild = childAgeResponse.extend({ name: z.string().optional() })

/**
 * Caregivers get the optional fields only while a paid booking allows it.
 * @see docs/rules/bookings.md#about-the-visit
 */
export const visitFields = {
  /** The children as the profile had them when the request was sent, as old as on the day of the first visit. */
  children: z.array(visitChild),
  note: z.string(),
  address: z
    .object({
      street: z.string().optional(),
      apartment: z.string().optional(),
      neighborhood: z.string(),
      postal_code: z.string().optional(),
      city: z.string(),
      country: z.string(),
    })
    .nullable(),
  /** Of a paid booking: whom the caregiver calls when the family can't be reached. */
  emergency_contact: emergencyContact.nullable(),
}
const visit = z.object(visitFields)
export type VisitDetails = z.infer<typeof visit>
