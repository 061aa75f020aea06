/** What a conversation says about the booking of its two people. @see docs/rules/chat-and-notifications.md#conversations */
import type { ConversationBooking } from '@tendwell/contract/chat/chat'
import { type SQL, sql } from 'drizzle-orm'
import type { Reader } from '../../../platform/database/database.ts'

/** As JSON has it: instants as PostgreSQL writes them. */
export type OpenBooking = {
  requestId: number
  startsAt: string
  endsAt: string
  status: ConversationBooking['status']
}

/** A conversation's two people, in a statement on conversations. */
const CONVERSATION = { familyId: sql`conversations.family_id`, caregiverId: sql`conversations.caregiver_id` }

/**
 * The SQL value of the open booking of two people, in a statement on conversations of theirs: the visit that is under way or
 * comes next, otherwise the request to pay, otherwise the one to answer that begins first. Null without one.
 */
export function selectOpenBooking(now: Date, pair = CONVERSATION): SQL<OpenBooking | null> {
  const at = sql`${now.toISOString()}::timestamptz`
  return sql<OpenBooking | null>`(
    SELECT json_build_object('requestId', request.id, 'startsAt', visit.starts_at, 'endsAt', visit.ends_at, 'status',
      CASE WHEN request.paid_at IS NULL THEN request.status WHEN visit.starts_at > ${at} THEN 'confirmed' ELSE 'in_progress' END)
    FROM requests AS request
    JOIN request_windows AS visit ON visit.request_id = request.id
    LEFT JOIN bookings AS booking ON booking.window_id = visit.id AND booking.canceled_at IS NULL
    WHERE request.family_id = ${pair.familyId} AND request.caregiver_id = ${pair.caregiverId}
      AND CASE WHEN request.paid_at IS NULL THEN request.status <> 'rejected' AND visit.starts_at > ${at}
        ELSE booking.id IS NOT NULL AND visit.ends_at > ${at} END
    ORDER BY request.paid_at IS NULL, request.status = 'submitted', visit.starts_at, request.id
    LIMIT 1)`
}

/** The open booking of a family and a caregiver, also if they have no conversation. */
export async function findOpenBooking(
  reader: Reader,
  { familyId, caregiverId }: { familyId: number; caregiverId: number },
  now: Date,
): Promise<ConversationBooking | null> {
  const pair = { familyId: sql`${familyId}::int`, caregiverId: sql`${caregiverId}::int` }
  const { rows } = await reader.execute<{ booking: OpenBooking | null }>(
    sql`SELECT ${selectOpenBooking(now, pair)} AS booking`,
  )
  return toConversationBooking(rows[0]?.booking ?? null)
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
