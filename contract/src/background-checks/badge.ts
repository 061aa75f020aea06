import { z } from 'zod'
import { localDateSchema } from '../wire.ts'

/**
 * What the public learns of a background check. Dates are days in UTC.
 * @see docs/rules/background-checks.md#the-badge
 */
export const backgroundBadge = z.object({
  /** Plain names, such as "National criminal records". */
  checked: z.array(z.string()),
  /** The provider's name. */
  provider: z.string(),
  completed_on: localDateSchema,
  /** The last day on which the check counts. */
  valid_until: localDateSchema,
  /** Whether our team looked at the result before the badge appeared. */
  reviewed_by_us: z.boolean(),
})
export type BackgroundBadge = z.infer<typeof backgroundBadge>
