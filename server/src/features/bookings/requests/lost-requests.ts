/** Requests that came to nothing, and for whose hours the family needs another caregiver. */
import { type SQL, sql } from 'drizzle-orm'
import { requests } from '../tables.ts'

/**
 * The SQL condition that a request was rejected, not withdrawn, and has hours ahead for which its family has no
 * other open or paid request. My Bookings keeps it in sight, with who else is free.
 * @see docs/rules/bookings.md#lost-requests
 */
export function isLostRequest(now: Date): SQL<boolean> {
  return sql<boolean>`(${requests.status} = 'rejected' AND ${requests.rejectionCause} <> 'withdrawn' AND EXISTS (
    SELECT 1 FROM request_windows AS hours
    WHERE hours.request_id = ${requests.id} AND hours.starts_at > ${now.toISOString()}::timestamptz AND NOT EXISTS (
      SELECT 1 FROM requests AS other JOIN request_windows AS taken ON taken.request_id = other.id
        AND taken.starts_at < hours.ends_at AND hours.starts_at < taken.ends_at
      LEFT JOIN bookings AS booked ON booked.window_id = taken.id
      WHERE other.family_id = ${requests.familyId} AND other.status <> 'rejected' AND booked.canceled_at IS NULL)))`
}
