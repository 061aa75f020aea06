import { centsFromUsd } from '@tendwell/contract/money'
import { DEFAULT_HOURLY_RATE_CENTS } from '@tendwell/contract/reference'

/** What an hour costs, in cents: the caregiver's rate, or the default one. @see docs/rules/bookings.md#price */
export function hourlyRateCents(rateUsd: number): number {
  return rateUsd > 0 ? centsFromUsd(rateUsd) : DEFAULT_HOURLY_RATE_CENTS
}
