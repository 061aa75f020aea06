import { z } from 'zod'
import { idSchema, instantSchema } from '../wire.ts'

/** How many searches a family can save. */
export const SAVED_SEARCHES_MAXIMUM = 10

export const savedSearch = z.object({
  id: idSchema,
  /** What the search looks for, in words: `Night nanny near Boston on Tue, Dec 1, 9 PM – 6 AM`. */
  words: z.string(),
  /** The search's page, such as `/caregivers?q=nanny`. */
  path: z.string(),
  /** Whether its day is over, so that nothing is looked for any more. */
  is_over: z.boolean(),
  created_at: instantSchema,
})
export type SavedSearch = z.infer<typeof savedSearch>

export const savedSearchesResponse = z.object({ searches: z.array(savedSearch) })
