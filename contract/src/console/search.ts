import { z } from 'zod'
import { SEARCH_MAXIMUM } from '../reference.ts'
import { ROLES } from '../sign-in/accounts.ts'
import { idSchema, requiredText } from '../wire.ts'
import { adminDispute } from './disputes.ts'
import { adminPayment } from './money.ts'
import { adminRequest } from './users.ts'

/** The most records of each kind in an answer. */
export const SEARCH_RESULTS_MAXIMUM = 5

/** A name, an email address or a number, of records in all states. @see docs/rules/console.md#search */
export const adminSearchQuery = z.strictObject({ q: requiredText('Search', SEARCH_MAXIMUM) })

export const foundPerson = z.object({
  id: idSchema,
  full_name: z.string(),
  /** Masked. */
  email: z.string(),
  avatar: z.string().nullable(),
  role: z.enum(ROLES),
  is_active: z.boolean(),
  is_suspended: z.boolean(),
})
export type FoundPerson = z.infer<typeof foundPerson>

/** Kinds that the caller's staff role may not see are empty. */
export const adminSearchResponse = z.object({
  people: z.array(foundPerson),
  bookings: z.array(adminRequest),
  payments: z.array(adminPayment),
  disputes: z.array(adminDispute),
})
export type AdminSearch = z.infer<typeof adminSearchResponse>
