import { centsFromUsd } from '@tendwell/contract/money'
import { DEFAULT_HOURLY_RATE_CENTS } from '@tendwell/contract/reference'

/** The hourly price in cents: the caregiver's rate or the default. @see docs/rules/bookings.md#price */
export function hourlyRateCents(rateUsd: number): number {
  return rateUsd > 0 ? centsFromUsd(rateUsd) : DEFAULT_HOURLY_RATE_CENTS
}
