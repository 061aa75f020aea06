import type { CanceledBy, RejectionCause } from '@tendwell/contract/bookings/bookings'
import type { RejectReason } from '@tendwell/contract/bookings/reject-reasons'
import type { VisitDetails } from '@tendwell/contract/bookings/visits'
import type { CancellationPolicy } from '@tendwell/contract/cancellation/policies'
import { splitCents } from '@tendwell/contract/money'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { MINUTE_MS, type Zone } from '@tendwell/contract/time'
import { and, asc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Reader, Transaction } from '../../platform/database/database.ts'
import { tryTransition } from '../../platform/database/transition.ts'
import { outdated } from '../../platform/errors.ts'
import { endHold } from '../availability/index.ts'
import { TRANSITIONS, type Transition } from './lifecycle.ts'
import { planReminders } from './reminders/plan.ts'
import type { Price } from './requests/price.ts'
import type { MatchedWindow } from './requests/requested-windows.ts'
import { bookings, requests, requestWindows } from './tables.ts'

export type RequestRow = typeof requests.$inferSelect
export type WindowRow = typeof requestWindows.$inferSelect
export type BookingRow = typeof bookings.$inferSelect

type NewRequest = Price & {
  caregiverId: number
  familyId: number
  /** The zone of the windows' wall times. */
  timezone: Zone
  windows: readonly MatchedWindow[]
  visit: VisitDetails
  cancellationPolicy: CancellationPolicy
  submittedAt: Date
}

/** Stores a request and its windows. @returns the request's id */
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

/**
 * Puts a request into the group of the one in whose place it was sent. A paid request names the group that replaces some of
 * its visits, and isn't of it.
 * @see docs/rules/bookings.md#asking-several
 */
export async function joinGroup(
  transaction: Transaction,
  { id, groupId, paidAt }: RequestRow,
  sentId: number,
): Promise<void> {
  await transaction
    .update(requests)
    .set({ groupId: paidAt ? id : (groupId ?? id) })
    .where(inArray(requests.id, paidAt ? [sentId] : [id, sentId]))
}

/** Reads a request and locks its row for update; null for a request that does not exist. */
export async function lockRequest(transaction: Transaction, requestId: number): Promise<RequestRow | null> {
  const [row] = await transaction.select().from(requests).where(eq(requests.id, requestId)).for('update')
  return row ?? null
}

/**
 * Whether a request still waits for its caregiver's answer. Keeps it from being answered or closed until the
 * transaction ends.
 */
export async function lockUnansweredRequest(transaction: Transaction, requestId: number): Promise<boolean> {
  const rows = await transaction
    .select({ id: requests.id })
    .from(requests)
    .where(and(eq(requests.id, requestId), eq(requests.status, 'submitted')))
    .for('share')
  return rows.length > 0
}

/**
 * Changes the status of an unpaid request, if the transition is allowed from its current status. Paying or closing
 * it ends the hold of its hours.
 * @returns whether the status changed
 * @see docs/rules/bookings.md#request-states
 */
export async function transitionRequest(
  transaction: Transaction,
  requestId: number,
  transition: Transition,
  change: {
    rejectionCause?: RejectionCause
    rejectReason?: RejectReason
    answeredAt?: Date
    heldUntil?: Date
    paidAt?: Date
    visit?: SQL
  },
): Promise<boolean> {
  const row = await tryTransition(transaction, requests, requestId, {
    ...TRANSITIONS[transition],
    set: change,
    where: isNull(requests.paidAt),
  })
  if (row?.heldUntil && transition !== 'accept') await endHold(transaction, requestId)
  return row !== null
}

/**
 * Rejects a caregiver's other unpaid requests whose windows overlap the live bookings of `bookedRequest`,
 * buffers included. Locks them by ascending id, so that two such statements can't deadlock. The caller has
 * locked the caregiver for update.
 * @returns the ids of the rejected requests, ascending
 */
export async function rejectOverlappingRequests(
  transaction: Transaction,
  bookedRequest: { id: number; caregiverId: number },
): Promise<number[]> {
  const { rows } = await transaction.execute<{ id: number; is_held: boolean }>(sql`
    UPDATE requests SET status = 'rejected', rejection_cause = 'conflict'
    WHERE id IN (
      SELECT other.id FROM requests other
      WHERE other.caregiver_id = ${bookedRequest.caregiverId} AND other.id <> ${bookedRequest.id}
        AND other.paid_at IS NULL AND other.status <> 'rejected'
        AND EXISTS (
          SELECT 1 FROM request_windows wanted JOIN request_windows taken
            ON wanted.starts_at < taken.ends_at + taken.buffer_minutes * interval '1 minute'
            AND taken.starts_at < wanted.ends_at + wanted.buffer_minutes * interval '1 minute'
          JOIN bookings ON bookings.window_id = taken.id AND bookings.canceled_at IS NULL
          WHERE wanted.request_id = other.id AND taken.request_id = ${bookedRequest.id})
      ORDER BY other.id FOR UPDATE)
    RETURNING id, held_until IS NOT NULL AS is_held`)
  for (const { id, is_held } of rows) if (is_held) await endHold(transaction, id)
  return rows.map(({ id }) => id).sort((a, b) => a - b)
}

/**
 * Stores the bookings of a paid request, one per window. The request's price is split by their minutes.
 * @param bookedTimeIds the id of each window's booked time, in the order of the windows
 */
export async function insertBookings(
  transaction: Transaction,
  { priceCents }: Pick<RequestRow, 'priceCents'>,
  windows: readonly WindowRow[],
  bookedTimeIds: readonly number[],
  createdAt: Date,
): Promise<void> {
  const prices = splitCents(priceCents, windows.map(countMinutes))
  await transaction.insert(bookings).values(
    windows.map(({ id, requestId, startsAt }, index) => ({
      requestId,
      windowId: id,
      bookedTimeId: bookedTimeIds[index] as number,
      priceCents: prices[index] as number,
      ...planReminders(startsAt, createdAt),
      createdAt,
    })),
  )
}

/**
 * Marks a live booking as canceled and detaches its booked time, which the caller frees in the same
 * transaction (`freeTimes`).
 * @throws AppError 409 if the booking is already canceled
 * @param cancellation `owedCents` is what the family gets back; `canceledFor` is the side for which
 *   Tendwell canceled
 */
export async function cancelBooking(
  transaction: Transaction,
  bookingId: number,
  cancellation: {
    canceledAt: Date
    canceledBy: CanceledBy
    canceledFor: Side | null
    cancelReason: string | null
    owedCents: number
  },
): Promise<void> {
  const { rowCount } = await transaction
    .update(bookings)
    .set({ ...cancellation, bookedTimeId: null, sequence: sql`${bookings.sequence} + 1` })
    .where(and(eq(bookings.id, bookingId), isNull(bookings.canceledAt)))
  if (rowCount !== 1) throw outdated('booking')
}

/**
 * A request's canceled bookings, in the order in which they were canceled. The caller holds the request's
 * lock.
 */
export function listCanceledBookings(
  reader: Reader,
  requestId: number,
): Promise<Pick<BookingRow, 'id' | 'canceledBy' | 'owedCents' | 'refundCents'>[]> {
  const { id, canceledBy, owedCents, refundCents } = bookings
  return reader
    .select({ id, canceledBy, owedCents, refundCents })
    .from(bookings)
    .where(and(eq(bookings.requestId, requestId), isNotNull(bookings.canceledAt)))
    .orderBy(asc(bookings.canceledAt), asc(bookings.id))
}

/** Adds an amount to what we refund of a canceled booking (`refundCents`); a negative one takes some off. */
export async function changeRefundCents(
  transaction: Transaction,
  bookingId: number,
  changeCents: number,
): Promise<void> {
  await transaction
    .update(bookings)
    .set({ refundCents: sql`${bookings.refundCents} + ${changeCents}` })
    .where(eq(bookings.id, bookingId))
}

function countMinutes({ startsAt, endsAt }: Pick<WindowRow, 'startsAt' | 'endsAt'>): number {
  return (endsAt.getTime() - startsAt.getTime()) / MINUTE_MS
}
