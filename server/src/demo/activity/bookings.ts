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
 * Picks two to four adjacent free slots of a caregiver between two days relative to now (negative ones are
 * past). Slots of past days count as not yet begun.
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
  const pastDeps = backdate(deps, new Date(range.fromMs))
  const slots = listOfferedSlots(await loadAvailability(deps.database, pastDeps, caregiver.id, range), range)
  if (slots.length === 0) return null
  const firstIndex = random.between(0, slots.length - 1)
  const slotsWanted = random.between(2, 4)
  let lastIndex = firstIndex
  while (
    lastIndex - firstIndex + 1 < slotsWanted &&
    slots[lastIndex + 1]?.startMs === slots[lastIndex]?.endMs
  )
    lastIndex += 1
  return { startMs: slots[firstIndex]?.startMs ?? 0, endMs: slots[lastIndex]?.endMs ?? 0 }
}

/** When each step of a request happens, in hours before the start of a past booking, or before now. */
export type StepHours = {
  sent: number
  rejected?: number
  accepted?: number
  /** The family opens the checkout and leaves it. */
  checkedOut?: number
  paid?: number
  booked?: number
}

/**
 * Adds a request, with its window in the family's own zone, and what happens to it.
 * @param at the dependencies with the clock set back by the hours of a step
 * @returns the request's id
 */
export async function addRequest(
  { family, caregiver }: Pair,
  hours: Interval,
  steps: StepHours,
  at: (hoursBefore: number) => Deps,
): Promise<number> {
  const start = toLocalDateTime(hours.startMs, family.timezone)
  const end = toLocalDateTime(hours.endMs, family.timezone)
  const sentDeps = at(steps.sent)
  const { id } = await withTransaction(sentDeps.database, (transaction) =>
    sendRequest(transaction, sentDeps, family.id, {
      caregiver_id: caregiver.id,
      timezone: family.timezone,
      windows: [{ date: start.date, start: start.time, end: end.time }],
      ...family.visitDetails,
    }),
  )
  const { rejected, accepted, checkedOut, paid, booked } = steps
  if (rejected !== undefined) await rejectRequest(at(rejected), caregiver.id, id, 'fully_booked')
  if (accepted !== undefined) await acceptRequest(at(accepted), caregiver.id, id)
  if (checkedOut !== undefined) await startCheckout(at(checkedOut), family.id, id)
  if (paid !== undefined) await payRequest(at(paid), family.id, id)
  if (booked !== undefined) await confirmRequest(at(booked), family.id, id)
  return id
}

/** Opens the checkout and pays in the sandbox. */
async function payRequest(deps: Deps, familyId: number, requestId: number): Promise<void> {
  const { checkout_url: url } = await startCheckout(deps, familyId, requestId)
  const sessionId = url.slice(url.lastIndexOf('/') + 1)
  await withTransaction(deps.database, (transaction) => paySession(transaction, deps, sessionId))
}

/** The nine days, relative to now, to search for a booking that ended at least `daysAgo` days ago. */
export const toDaysBefore = (daysAgo: number) => ({ from: -daysAgo - 9, to: -daysAgo })

/** Hours before a past booking begins. */
const PAST_STEPS: StepHours = { sent: 96, accepted: 90, paid: 72, booked: 72 }

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
