import type { Slot } from '@tendwell/contract/availability/slots'
import type { BookingRequest } from '@tendwell/contract/bookings/bookings'
import { DAY_MS, HOUR_MS, type Interval, toLocalDateTime } from '@tendwell/contract/time'
import type { Deps } from '../../deps.ts'
import { listOfferedSlots, loadAvailability } from '../../features/availability/index.ts'
import {
  acceptRequest,
  confirmRequest,
  rejectRequest,
  sendRequest,
  startCheckout,
} from '../../features/bookings/index.ts'
import { withTransaction } from '../../platform/database/database.ts'
import { paySession } from '../../ports/payments/sandbox/store.ts'
import { backdate } from '../backdate.ts'
import type { Caregiver, Family } from '../people/accounts.ts'
import type { Random } from '../random.ts'

/**
 * Lists a caregiver's free slots between two days relative to now. Slots of past days count as not yet begun.
 */
export async function listFreeSlots(
  deps: Deps,
  caregiver: Caregiver,
  days: { from: number; to: number },
): Promise<Slot[]> {
  const nowMs = deps.clock.now().getTime()
  const range = { fromMs: nowMs + days.from * DAY_MS, toMs: nowMs + days.to * DAY_MS }
  const pastDeps = backdate(deps, new Date(range.fromMs))
  const availability = await loadAvailability(deps.database, pastDeps, caregiver, range)
  return listOfferedSlots(availability, range)
}

/** Picks two to four adjacent slots; null when there are none. */
export function pickHours(random: Random, slots: readonly Slot[]): Interval | null {
  if (slots.length === 0) return null
  const first = random.between(0, slots.length - 1)
  let last = first
  const most = random.between(2, 4)
  while (last - first + 1 < most && slots[last + 1]?.startMs === slots[last]?.endMs) last += 1
  return { startMs: slots[first]?.startMs ?? 0, endMs: slots[last]?.endMs ?? 0 }
}

/** Sends a request, with its windows in the family's own zone. */
export function addRequest(
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
      ...family.visit,
    }),
  )
}

export function answer(deps: Deps, request: BookingRequest, status: 'accepted' | 'rejected') {
  const answerRequest = status === 'accepted' ? acceptRequest : rejectRequest
  return answerRequest(deps, request.caregiver, request.id)
}

/** Opens the checkout page, then pays or leaves without paying. */
export async function checkOut(deps: Deps, request: BookingRequest, card: 'pays' | 'leaves'): Promise<void> {
  const { checkout_url: url } = await startCheckout(deps, request.caretaker, request.id)
  if (card === 'leaves') return
  const sessionId = url.slice(url.lastIndexOf('/') + 1)
  await withTransaction(deps.database, (transaction) => paySession(transaction, deps, sessionId))
}

/** Adds a past booking: requested, accepted and paid in the days before its start. */
export async function bookInThePast(
  deps: Deps,
  { caregiver, family, hours }: { caregiver: Caregiver; family: Family; hours: Interval },
): Promise<BookingRequest> {
  const before = (hoursBefore: number) => backdate(deps, new Date(hours.startMs - hoursBefore * HOUR_MS))
  const request = await addRequest(before(96), family, caregiver, hours)
  await answer(before(90), request, 'accepted')
  await checkOut(before(72), request, 'pays')
  return confirmRequest(before(72), family.id, request.id)
}
