import { z } from 'zod'
import { ADDRESS_LIMITS } from '../bookings/visits.ts'
import { text } from '../wire.ts'

/** The city and country of a visit, as the family wrote them. */
export const visitDistanceQuery = z.strictObject({
  city: text('City', ADDRESS_LIMITS.city),
  country: text('Country', 100),
})

/**
 * How far a visit is from the caregiver's city, in kilometers from center to center; null if one of the two places
 * isn't known.
 */
export const visitDistance = z.object({ distance_km: z.number().nullable() })
export type VisitDistance = z.infer<typeof visitDistance>
