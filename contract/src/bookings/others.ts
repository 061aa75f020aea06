/** Asking others for the same times. @see docs/rules/bookings.md#asking-several */
import { z } from 'zod'
import { backupCaregivers, publicCaregiver } from '../profiles/profiles.ts'
import { requestBody } from './bookings.ts'

/** How many caregivers a family asks for the same times at once. */
export const ASKED_MAXIMUM = 3

/** A request that is not sent yet, without its note: who else could come. */
export const othersBody = requestBody.omit({ note: true })
export type OthersBody = z.infer<typeof othersBody>

export const othersResponse = backupCaregivers
  .pick({ place: true, excluded: true, care: true })
  .extend({ results: z.array(publicCaregiver) })
export type OthersResponse = z.infer<typeof othersResponse>
