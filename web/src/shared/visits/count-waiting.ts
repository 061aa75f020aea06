import type { HomeResponse } from '@tendwell/contract/bookings/home'

/**
 * How many rows the tab Waiting of My Bookings has: requests and meetings without an answer, and requests that came to
 * nothing and whose hours need another caregiver.
 * @see docs/rules/bookings.md#on-screen
 */
export function countWaiting({
  waiting_requests: requests,
  waiting_meetings: meetings,
  lost_requests: lost,
}: HomeResponse): number {
  return requests + meetings + lost
}
