/** Writes the new hours of moved bookings. */
import { MINUTE_MS } from '@tendwell/contract/time'
import { eq, inArray, sql } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import { planReminders } from '../reminders/plan.ts'
import type { BookedWindow } from '../responses.ts'
import type { RequestRow } from '../store.ts'
import { bookings, type MovedWindow, requestWindows } from '../tables.ts'
import { calculateShares, splitPricesAndShares } from './shares.ts'
import type { MoveRow } from './store.ts'

/** The caregiver's share of each booking that a proposal moves, in cents. */
export function calculateMoveShares(
  movedBookings: readonly BookedWindow[],
  { cancellationPolicy: policy }: Pick<RequestRow, 'cancellationPolicy'>,
  { proposedBy, proposedAt }: Pick<MoveRow, 'proposedBy' | 'proposedAt'>,
): number[] {
  const visits = movedBookings.map(({ booking, window }) => ({
    ...booking,
    startMs: window.startsAt.getTime(),
  }))
  return calculateShares(visits, { proposedBy, policy, proposedAtMs: proposedAt.getTime() })
}

type NewTimes = {
  windows: readonly MovedWindow[]
  /** The caregiver's share of each moved booking, in cents. */
  shares: readonly number[]
  bookedTimeIds: readonly number[]
  now: Date
}

/**
 * Gives bookings new hours. In order of time each booking takes the next new window and keeps its id. If
 * there are more windows than bookings, the last ones get new bookings; if there are fewer, the last bookings
 * are deleted. The total price is split by the new minutes; what the caregiver keeps follows each booking's
 * own minutes (`splitPricesAndShares`).
 * @param movedBookings in order of time; the caller has freed their booked times
 * @param newTimes the new windows in order of time, with the booked time of each
 */
export async function writeMovedBookings(
  transaction: Transaction,
  movedBookings: readonly BookedWindow[],
  { windows, shares, bookedTimeIds, now }: NewTimes,
): Promise<void> {
  const amounts = splitPricesAndShares(
    movedBookings.map(({ booking: { priceCents }, window }, index) => ({
      minutes: (window.endsAt.getTime() - window.startsAt.getTime()) / MINUTE_MS,
      priceCents,
      shareCents: shares[index] as number,
    })),
    windows.map(countMinutes),
  )
  for (const [index, window] of windows.entries()) {
    const windowValues = toWindowValues(window)
    const bookingValues = {
      bookedTimeId: bookedTimeIds[index] as number,
      ...(amounts[index] as (typeof amounts)[number]),
      ...planReminders(windowValues.startsAt, now),
    }
    const movedBooking = movedBookings[index]
    if (movedBooking) {
      await transaction
        .update(requestWindows)
        .set(windowValues)
        .where(eq(requestWindows.id, movedBooking.window.id))
      await transaction
        .update(bookings)
        .set({ ...bookingValues, sequence: sql`${bookings.sequence} + 1` })
        .where(eq(bookings.id, movedBooking.booking.id))
    } else {
      const { requestId } = (movedBookings[0] as BookedWindow).booking
      const [row] = await transaction
        .insert(requestWindows)
        .values({ requestId, ...windowValues })
        .returning({ id: requestWindows.id })
      const { id: windowId } = row as { id: number }
      await transaction.insert(bookings).values({ requestId, windowId, ...bookingValues, createdAt: now })
    }
  }
  await deleteBookings(transaction, movedBookings.slice(windows.length))
}

/** Deletes bookings and their windows, because the move has fewer windows. */
async function deleteBookings(
  transaction: Transaction,
  surplusBookings: readonly BookedWindow[],
): Promise<void> {
  if (surplusBookings.length === 0) return
  const listIds = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
  await transaction
    .delete(bookings)
    .where(inArray(bookings.id, listIds(surplusBookings.map(({ booking }) => booking))))
  await transaction
    .delete(requestWindows)
    .where(inArray(requestWindows.id, listIds(surplusBookings.map(({ window }) => window))))
}

function toWindowValues({ date, start, end, start_utc, end_utc, buffer_minutes }: MovedWindow) {
  return {
    dateLocal: date,
    startLocal: start,
    endLocal: end,
    startsAt: new Date(start_utc),
    endsAt: new Date(end_utc),
    bufferMinutes: buffer_minutes,
  }
}

function countMinutes({ start_utc, end_utc }: MovedWindow): number {
  return (Date.parse(end_utc) - Date.parse(start_utc)) / MINUTE_MS
}
