/** What a family reads on a request of its group. @see docs/rules/bookings.md#asking-several */
import { type SQL, sql } from 'drizzle-orm'
import { requests } from '../tables.ts'

/** The other requests of a request's group with hours that overlap its own. */
export type ViewedGroup = {
  /** How many of them are open. */
  openOthers: number
  /** The caregiver whom the family booked for these hours; null if none. */
  bookedName: string | null
}

/** For statements on `requests`: the rest of a request's group, empty for one that is in none. */
export const viewedGroup: SQL<ViewedGroup> = sql<ViewedGroup>`(
  SELECT json_build_object(
    'openOthers', count(DISTINCT other.id) FILTER (WHERE other.paid_at IS NULL AND other.status <> 'rejected'),
    'bookedName', min(shown_name(person.full_name, person.id, other.family_id)) FILTER (WHERE booked.id IS NOT NULL))
  FROM requests AS other
  JOIN users AS person ON person.id = other.caregiver_id
  JOIN request_windows AS own ON own.request_id = ${requests.id}
  JOIN request_windows AS hours ON hours.request_id = other.id
    AND hours.starts_at < own.ends_at AND own.starts_at < hours.ends_at
  LEFT JOIN bookings AS booked ON booked.window_id = hours.id AND booked.canceled_at IS NULL
  WHERE other.group_id = ${requests.groupId} AND other.id <> ${requests.id})`
