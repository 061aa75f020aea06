import { SAFETY_REPORT_DAYS } from '@tendwell/contract/safety/reports'
import { DAY_MS } from '@tendwell/contract/time'

const REPORT_PERIOD_MS = SAFETY_REPORT_DAYS * DAY_MS

/**
 * `closed` if no report is possible; otherwise `under_way` while one of the visits takes place, else `open`.
 */
export type SafetyState = 'closed' | 'open' | 'under_way'

/**
 * Whether the two people of a paid booking can send a safety report about it.
 * @param visits all visits of the booking, canceled ones too
 * @see docs/rules/safety.md#safety-on-a-booking
 */
export function getSafetyState(
  visits: readonly { startsAt: Date; endsAt: Date; canceledAt: Date | null }[],
  now: Date,
): SafetyState {
  if (visits.some((visit) => !visit.canceledAt && visit.startsAt <= now && visit.endsAt > now)) {
    return 'under_way'
  }
  const isOpen = visits.some(
    ({ endsAt, canceledAt }) => now.getTime() - (canceledAt ?? endsAt).getTime() < REPORT_PERIOD_MS,
  )
  return isOpen ? 'open' : 'closed'
}
