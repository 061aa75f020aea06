import { DAY_MS } from '@tendwell/contract/time'

/**
 * How much of a window's price a family gets back when it cancels: all of it until 72 hours before the start, half
 * until 24 hours, then nothing. Every caregiver has this policy.
 * @returns whole percent
 * @see docs/rules/bookings.md#canceling
 */
export function getRefundPercent(startsAt: Date, now: Date): 0 | 50 | 100 {
  const aheadMs = startsAt.getTime() - now.getTime()
  if (aheadMs >= 3 * DAY_MS) return 100
  return aheadMs >= DAY_MS ? 50 : 0
}
