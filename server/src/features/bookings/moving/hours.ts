/**
 * The hours that bookings can be moved to; the bookings' own hours count as free.
 * @see docs/rules/bookings.md#moving
 */
import type { Deps } from '../../../deps.ts'
import type { Reader, Transaction } from '../../../platform/database/database.ts'
import { conflict, notFound } from '../../../platform/errors.ts'
import { type LockedCaregiver, loadAvailability, type StoredAvailability } from '../../availability/index.ts'
import { findHoldReason } from '../canceling/held-money.ts'
import { listBookedWindows } from '../queries.ts'
import type { BookedWindow } from '../responses.ts'

type Range = { fromMs: number; toMs: number }

/**
 * The chosen bookings of a paid request, in order of time, if they can be moved.
 * @throws AppError 404 for a booking that isn't the request's, 409 if one is canceled or has begun, or while
 *   a dispute or the family's bank holds the money
 */
export async function getMovableBookings(
  reader: Reader,
  { clock }: Pick<Deps, 'clock'>,
  requestId: number,
  bookingIds: readonly number[],
): Promise<BookedWindow[]> {
  const bookedWindows = await listBookedWindows(reader, requestId)
  const chosenBookings = bookedWindows.filter(({ booking }) => bookingIds.includes(booking.id))
  if (chosenBookings.length !== new Set(bookingIds).size) throw notFound()
  if (chosenBookings.some(({ booking }) => booking.canceledAt)) {
    throw conflict("A canceled visit can't be moved")
  }
  if (chosenBookings.some(({ window }) => window.startsAt <= clock.now())) {
    throw conflict("A visit that has started can't be moved")
  }
  const holdReason = await findHoldReason(reader, requestId, 'moved')
  if (holdReason) throw conflict(holdReason)
  return chosenBookings
}

/** As `loadAvailability`, with the hours of these bookings free. */
export async function loadAvailabilityWithout(
  reader: Reader | Transaction,
  deps: Pick<Deps, 'clock'>,
  { caregiverId }: Pick<LockedCaregiver, 'caregiverId'>,
  movedBookings: readonly BookedWindow[],
  range: Range,
): Promise<StoredAvailability> {
  const availability = await loadAvailability(reader, deps, caregiverId, range)
  const movedStarts = new Set(movedBookings.map(({ window }) => window.startsAt.getTime()))
  // No two bookings of a caregiver start at the same time, so the start identifies a booking.
  return { ...availability, booked: availability.booked.filter(({ startMs }) => !movedStarts.has(startMs)) }
}
