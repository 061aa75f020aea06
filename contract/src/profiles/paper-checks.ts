/**
 * What families read about a caregiver's papers.
 * @see docs/rules/profiles-and-files.md#what-the-badge-says
 */
import { z } from 'zod'
import { localDateSchema } from '../wire.ts'

/** The longest name of a certificate, such as "First Aid certificate". */
export const CERTIFICATE_TITLE_MAXIMUM = 60

/** The papers on file that staff checked and found fine. Dates are days in UTC. */
export const paperChecks = z.object({
  /** The day on which both sides of the ID had been checked; null if one has not. */
  id_checked_on: localDateSchema.nullable(),
  certificate: z
    .object({
      /** As staff named it; empty if they did not. */
      title: z.string(),
      checked_on: localDateSchema,
    })
    .nullable(),
})
export type PaperChecks = z.infer<typeof paperChecks>
