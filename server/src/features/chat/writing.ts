import { type SQL, sql } from 'drizzle-orm'

/**
 * Whether the two members of a row of `conversations` may write to each other now: both accounts are active, and the
 * caregiver is not restricted, unless a booking between the two is still ahead or under way.
 * @see docs/rules/chat-and-notifications.md#who-may-write
 */
export function canWrite(now: Date): SQL<boolean> {
  return sql<boolean>`(
    (SELECT bool_and(members.is_active) FROM users AS members
      WHERE members.id IN (conversations.caretaker_id, conversations.caregiver_id))
    AND (
      NOT EXISTS (SELECT 1 FROM caregiver_profiles
        WHERE user_id = conversations.caregiver_id AND is_restricted)
      OR EXISTS (SELECT 1 FROM requests
        JOIN bookings ON bookings.request_id = requests.id AND bookings.canceled_at IS NULL
        JOIN request_windows ON request_windows.id = bookings.window_id
        WHERE requests.caregiver_id = conversations.caregiver_id AND requests.caretaker_id = conversations.caretaker_id
          AND request_windows.ends_at > ${now.toISOString()}::timestamptz)))`
}
