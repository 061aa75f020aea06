/** Proposals to move the bookings of a paid request. */
import type { Zone } from '@tendwell/contract/time'
import type { Answer } from '../app.ts'
import type { TestUser } from './accounts.ts'
import { listWindows, type TestRequest } from './bookings.ts'

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
