import type { BookingRequest } from '@tendwell/contract/bookings'
import type { Slot } from '@tendwell/contract/slots'
import { type Interval, toLocalDateTime } from '@tendwell/contract/time'
import type { Deps } from '../deps.ts'
import { listOfferedSlots, loadAvailability } from '../features/availability/index.ts'
import {
  acceptRequest,
  confirmRequest,
  rejectRequest,
  sendRequest,
  startCheckout,
} from '../features/bookings/index.ts'
import { withTransaction } from '../platform/database.ts'
import { paySession } from '../ports/payments/sandbox-store.ts'
import type { Caregiver, Family } from './accounts.ts'
import { backdate } from './backdate.ts'
import type { Random } from './random.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Hours of a caregiver that are free, as they were or will be in these days from now. */
export async function freeHours(
  deps: Deps,
  caregiver: Caregiver,
  days: { from: number; to: number },
): Promise<Slot[]> {
  const nowMs = deps.clock.now().getTime()
  const range = { fromMs: nowMs + days.from * DAY_MS, toMs: nowMs + days.to * DAY_MS }
  const then = backdate(deps, new Date(range.fromMs))
  const availability = await loadAvailability(deps.database, then, caregiver, range)
  return listOfferedSlots(availability, range)
}

/** Two to four hours next to each other, somewhere among these; null where there are none. */
export function pickHours(random: Random, slots: readonly Slot[]): Interval | null {
  if (slots.length === 0) return null
  const first = random.between(0, slots.length - 1)
  let last = first
  const most = random.between(2, 4)
  while (last - first + 1 < most && slots[last + 1]?.startMs === slots[last]?.endMs) last += 1
  return { startMs: slots[first]?.startMs ?? 0, endMs: slots[last]?.endMs ?? 0 }
}

/** A family asks for hours, in its own zone. */
export function ask(
  deps: Deps,
  family: Family,
  caregiver: Caregiver,
  hours: Interval,
): Promise<BookingRequest> {
  const start = toLocalDateTime(hours.startMs, family.timezone)
  const end = toLocalDateTime(hours.endMs, family.timezone)
  return withTransaction(deps.database, (transaction) =>
    sendRequest(transaction, deps, family.id, {
      caregiver_id: caregiver.id,
      timezone: family.timezone,
      windows: [{ date: start.date, start: start.time, end: end.time }],
    }),
  )
}

export function answer(deps: Deps, request: BookingRequest, status: 'accepted' | 'rejected') {
  const answerRequest = status === 'accepted' ? acceptRequest : rejectRequest
  return answerRequest(deps, request.caregiver, request.id)
}

/** Goes to the card page, and there leaves or pays. */
export async function checkOut(deps: Deps, request: BookingRequest, card: 'pays' | 'leaves'): Promise<void> {
  const { checkout_url: url } = await startCheckout(deps, request.caretaker, request.id)
  if (card === 'leaves') return
  const sessionId = url.slice(url.lastIndexOf('/') + 1)
  await withTransaction(deps.database, (transaction) => paySession(transaction, deps, sessionId))
}

/** A booking from request to payment, in the days before its hours. */
export async function bookInThePast(
  deps: Deps,
  { caregiver, family, hours }: { caregiver: Caregiver; family: Family; hours: Interval },
): Promise<BookingRequest> {
  const before = (hoursBefore: number) => backdate(deps, new Date(hours.startMs - hoursBefore * HOUR_MS))
  const request = await ask(before(96), family, caregiver, hours)
  await answer(before(90), request, 'accepted')
  await checkOut(before(72), request, 'pays')
  return confirmRequest(before(72), family.id, request.id)
}
