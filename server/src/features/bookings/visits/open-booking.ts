/** What a conversation says about the booking of its two people. @see docs/rules/chat-and-notifications.md#conversations */
import type { ConversationBooking } from '@tendwell/contract/chat/chat'
import { type SQL, sql } from 'drizzle-orm'

/** As JSON has it: instants as PostgreSQL writes them. */
export type OpenBooking = {
  requestId: number
  startsAt: string
  endsAt: string
  status: ConversationBooking['status']
}

/**
 * The SQL value, for a statement on conversations, of the open booking of its two people: the visit that is under way or
 * comes next, otherwise the request to pay, otherwise the one to answer that begins first. Null without one.
 */
export function selectOpenBooking(now: Date): SQL<OpenBooking | null> {
  const at = sql`${now.toISOString()}::timestamptz`
  return sql<OpenBooking | null>`(
    SELECT json_build_object('requestId', request.id, 'startsAt', visit.starts_at, 'endsAt', visit.ends_at, 'status',
      CASE WHEN request.paid_at IS NULL THEN request.status WHEN visit.starts_at > ${at} THEN 'confirmed' ELSE 'in_progress' END)
    FROM requests AS request
    JOIN request_windows AS visit ON visit.request_id = request.id
    LEFT JOIN bookings AS booking ON booking.window_id = visit.id AND booking.canceled_at IS NULL
    WHERE request.family_id = conversations.family_id AND request.caregiver_id = conversations.caregiver_id
      AND CASE WHEN request.paid_at IS NULL THEN request.status <> 'rejected' AND visit.starts_at > ${at}
        ELSE booking.id IS NOT NULL AND visit.ends_at > ${at} END
    ORDER BY request.paid_at IS NULL, request.status = 'submitted', visit.starts_at, request.id
    LIMIT 1)`
}

/** An open booking as the browser gets it. */
export function toConversationBooking(booking: OpenBooking | null): ConversationBooking | null {
  return (
    booking && {
      request_id: booking.requestId,
      start_utc: new Date(booking.startsAt).toISOString(),
      end_utc: new Date(booking.endsAt).toISOString(),
      status: booking.status,
    }
  )
}
