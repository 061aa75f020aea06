import { centsFromUsd } from '@tendwell/contract/money'
import { DEFAULT_HOURLY_RATE_CENTS } from '@tendwell/contract/reference'

/** What an hour costs, in cents: the caregiver's rate, or the usual one where none is set (decisions §5). */
export function hourlyRateCents(rateUsd: number): number {
  return rateUsd > 0 ? centsFromUsd(rateUsd) : DEFAULT_HOURLY_RATE_CENTS
}
