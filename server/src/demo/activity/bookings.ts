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

export type Pair = { family: Family; caregiver: Caregiver }

/**
 * Picks two to four adjacent free slots of a caregiver between two days relative to now. Slots of past days
 * count as not yet begun.
 * @returns null without free slots
 */
export async function pickHours(
  deps: Deps,
  random: Random,
  caregiver: Caregiver,
  days: { from: number; to: number },
): Promise<Interval | null> {
  const nowMs = deps.clock.now().getTime()
  const range = { fromMs: nowMs + days.from * DAY_MS, toMs: nowMs + days.to * DAY_MS }
  const then = backdate(deps, new Date(range.fromMs))
  const slots = listOfferedSlots(await loadAvailability(deps.database, then, caregiver, range), range)
  if (slots.length === 0) return null
  const first = random.between(0, slots.length - 1)
  const most = random.between(2, 4)
  let last = first
  while (last - first + 1 < most && slots[last + 1]?.startMs === slots[last]?.endMs) last += 1
  return { startMs: slots[first]?.startMs ?? 0, endMs: slots[last]?.endMs ?? 0 }
}

/** When each thing happens to a request, in hours before a moment. */
export type Steps = {
  sent: number
  rejected?: number
  accepted?: number
  /** The family opens the checkout and leaves it. */
  checkedOut?: number
  paid?: number
  booked?: number
}

/** Adds a request, with its window in the family's own zone, and what happens to it. @returns its id */
export async function addRequest(
  { family, caregiver }: Pair,
  hours: Interval,
  steps: Steps,
  at: (hoursBefore: number) => Deps,
): Promise<number> {
  const start = toLocalDateTime(hours.startMs, family.timezone)
  const end = toLocalDateTime(hours.endMs, family.timezone)
  const sent = at(steps.sent)
  const { id } = await withTransaction(sent.database, (transaction) =>
    sendRequest(transaction, sent, family.id, {
      caregiver_id: caregiver.id,
      timezone: family.timezone,
      windows: [{ date: start.date, start: start.time, end: end.time }],
      ...family.visitDetails,
    }),
  )
  const { rejected, accepted, checkedOut, paid, booked } = steps
  if (rejected !== undefined) await rejectRequest(at(rejected), caregiver.id, id)
  if (accepted !== undefined) await acceptRequest(at(accepted), caregiver.id, id)
  if (checkedOut !== undefined) await startCheckout(at(checkedOut), family.id, id)
  if (paid !== undefined) await pay(at(paid), family.id, id)
  if (booked !== undefined) await confirmRequest(at(booked), family.id, id)
  return id
}

async function pay(deps: Deps, familyId: number, requestId: number): Promise<void> {
  const { checkout_url: url } = await startCheckout(deps, familyId, requestId)
  const sessionId = url.slice(url.lastIndexOf('/') + 1)
  await withTransaction(deps.database, (transaction) => paySession(transaction, deps, sessionId))
}

/** The days to search for a booking that ended at least `daysAgo` days ago. */
export const endedBefore = (daysAgo: number) => ({ from: -daysAgo - 9, to: -daysAgo })

/** In hours before a past booking. */
const PAST_STEPS: Steps = { sent: 96, accepted: 90, paid: 72, booked: 72 }

/**
 * Adds a booking between two days relative to now.
 * @returns null when the caregiver had no free hours
 */
export async function addPastBooking(
  deps: Deps,
  random: Random,
  pair: Pair,
  days: { from: number; to: number },
): Promise<{ requestId: number; endMs: number } | null> {
  const hours = await pickHours(deps, random, pair.caregiver, days)
  if (!hours) return null
  const at = (hoursBefore: number) => backdate(deps, new Date(hours.startMs - hoursBefore * HOUR_MS))
  return { requestId: await addRequest(pair, hours, PAST_STEPS, at), endMs: hours.endMs }
}
