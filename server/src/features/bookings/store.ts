import type { RejectionCause } from '@tendwell/contract/bookings'
import { MINUTE_MS, type Zone } from '@tendwell/contract/time'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Transaction } from '../../platform/database.ts'
import { type Price, TRANSITIONS, type Transition } from './booking.ts'
import { bookings, requests, requestWindows } from './tables.ts'
import type { ChosenWindow } from './windows.ts'

export type RequestRow = typeof requests.$inferSelect
export type WindowRow = typeof requestWindows.$inferSelect

type NewRequest = Price & {
  caregiverId: number
  caretakerId: number
  /** The zone in which the windows were chosen. */
  timezone: Zone
  windows: readonly ChosenWindow[]
  submittedAt: Date
}

/** Writes a request with its windows. @returns its id */
export async function insertRequest(transaction: Transaction, request: NewRequest): Promise<number> {
  const { windows, ...values } = request
  const [row] = await transaction.insert(requests).values(values).returning({ id: requests.id })
  const { id: requestId } = row as { id: number }
  await transaction.insert(requestWindows).values(
    windows.map(({ date, start, end, startMs, endMs, bufferMs }) => ({
      requestId,
      dateLocal: date,
      startLocal: start,
      endLocal: end,
      startsAt: new Date(startMs),
      endsAt: new Date(endMs),
      bufferMinutes: Math.floor(bufferMs / MINUTE_MS),
    })),
  )
  return requestId
}

/** Reads a request and holds it until the transaction ends; null where there is none. */
export async function lockRequest(transaction: Transaction, requestId: number): Promise<RequestRow | null> {
  const [row] = await transaction.select().from(requests).where(eq(requests.id, requestId)).for('update')
  return row ?? null
}

/**
 * Moves an unpaid request along its life, if it still stands where that starts.
 * @returns whether it did
 */
export async function moveRequest(
  transaction: Transaction,
  requestId: number,
  transition: Transition,
  change: { rejectionCause?: RejectionCause; answeredAt?: Date; paidAt?: Date },
): Promise<boolean> {
  const { from, to } = TRANSITIONS[transition]
  const { rowCount } = await transaction
    .update(requests)
    .set({ status: to, ...change })
    .where(and(eq(requests.id, requestId), inArray(requests.status, [...from]), isNull(requests.paidAt)))
  return rowCount === 1
}

/**
 * Rejects the unpaid requests of a caregiver that overlap one of hers that has just been booked, or the rest after
 * it, or whose own rest it is in. Her calendar is locked for update.
 * @returns the ids of those it rejected, ascending
 */
export async function rejectOverlapping(
  transaction: Transaction,
  booked: { id: number; caregiverId: number },
): Promise<number[]> {
  const { rows } = await transaction.execute<{ id: number }>(sql`
    UPDATE requests SET status = 'rejected', rejection_cause = 'conflict'
    WHERE id IN (
      SELECT other.id FROM requests other
      WHERE other.caregiver_id = ${booked.caregiverId} AND other.id <> ${booked.id}
        AND other.paid_at IS NULL AND other.status <> 'rejected'
        AND EXISTS (
          SELECT 1 FROM request_windows wanted JOIN request_windows taken
            ON wanted.starts_at < taken.ends_at + taken.buffer_minutes * interval '1 minute'
            AND taken.starts_at < wanted.ends_at + wanted.buffer_minutes * interval '1 minute'
          WHERE wanted.request_id = other.id AND taken.request_id = ${booked.id})
      ORDER BY other.id FOR UPDATE)
    RETURNING id`)
  return rows.map(({ id }) => id).sort((a, b) => a - b)
}

/** Writes the bookings of a paid request, one a window. @param occupiedIds in the order of the windows */
export async function insertBookings(
  transaction: Transaction,
  windows: readonly WindowRow[],
  occupiedIds: readonly number[],
  createdAt: Date,
): Promise<void> {
  await transaction.insert(bookings).values(
    windows.map(({ id, requestId }, index) => ({
      requestId,
      windowId: id,
      bookedTimeId: occupiedIds[index] as number,
      createdAt,
    })),
  )
}
