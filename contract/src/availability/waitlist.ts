import { z } from 'zod'
import { idSchema, localDateSchema, zoneSchema } from '../wire.ts'

/** For how many days a family can wait at the same time. */
export const WAITS_MAXIMUM = 20

/** `date` is a day in `timezone`. */
export const waitBody = z.strictObject({
  caregiver_id: idSchema,
  date: localDateSchema,
  timezone: zoneSchema,
})

/** A day of a caregiver for which a family waits. */
export const wait = z.object({ id: idSchema, caregiver_id: idSchema, date: z.string() })
export type Wait = z.infer<typeof wait>

/** A wait in a family's list, with the caregiver's name as the public sees it. */
const listedWait = wait.extend({ caregiver_name: z.string() })
export type ListedWait = z.infer<typeof listedWait>

export const waitsResponse = z.object({ waits: z.array(listedWait) })
