/** Proposals to move the bookings of a paid request. */
import type { Booking } from '@tendwell/contract/bookings'
import type { Zone } from '@tendwell/contract/time'
import type { Answer } from '../app.ts'
import type { TestUser } from './accounts.ts'
import type { TestRequest } from './bookings.ts'

/** A paid request's windows as its family sees them, in order of time. */
export async function listWindows({ family, id }: TestRequest): Promise<Booking['windows']> {
  return (await family.client.get(`/api/requests/bookings/caretaker/${id}`)).body.windows
}

/** Proposes other hours, by default for all bookings. */
export async function proposeMove(
  { client }: TestUser,
  request: TestRequest,
  windows: readonly object[],
  { bookingIds, timezone = 'UTC' }: { bookingIds?: number[]; timezone?: Zone } = {},
): Promise<Answer> {
  const booking_ids = bookingIds ?? (await listWindows(request)).map(({ booking_id }) => booking_id)
  return client.post(`/api/requests/${request.id}/moves`, { booking_ids, timezone, windows })
}

export function answerMove({ client }: TestUser, moveId: number, status: string): Promise<Answer> {
  return client.patch(`/api/moves/${moveId}`, { status })
}
