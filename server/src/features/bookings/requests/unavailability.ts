/** Whether the hours of a request can still be booked, and why not. */

import { coverBySlots } from '@tendwell/contract/availability/slot-cover'
import {
  type Availability,
  addBuffer,
  type Booked,
  getWindowsOn,
  listFreeSlots,
} from '@tendwell/contract/availability/slots'
import { mergeAdjacent, toOpeningInterval } from '@tendwell/contract/availability/windows'
import type { RejectionCause } from '@tendwell/contract/bookings/bookings'
import { addDays, type Interval, toLocalDate } from '@tendwell/contract/time'

/**
 * Why hours that were offered can no longer be booked: they have begun, a booking takes them or their buffer,
 * or the caregiver has closed them or takes time off.
 */
export type Unavailability = 'begun' | 'taken' | 'closed'

/** The cause with which a request is rejected, by why its hours can't be booked. */
export const REJECTION_CAUSES = {
  begun: 'expired',
  taken: 'conflict',
  closed: 'unavailable',
} as const satisfies Record<Unavailability, RejectionCause>

/**
 * Why hours (epoch ms) that were made of offered slots can't be booked any more, or null when they can. They
 * need not be made of offered slots now: a caregiver can change the length of their slots, and time goes on into
 * their notice, without losing families who already sent a request. It is enough that the caregiver works at that
 * time and that no booking overlaps the hours or their buffers. What is held for another family doesn't count,
 * because it can be paid.
 * @param availability has to reach a day beyond the hours on both sides
 * @see docs/rules/bookings.md#accepting-and-rejecting
 */
export function findUnavailability(
  windows: readonly Booked[],
  availability: Availability,
): Unavailability | null {
  const { booked, nowMs } = availability
  if (windows.some(({ startMs }) => startMs <= nowMs)) return 'begun'
  const blockedWindows = windows.map(addBuffer)
  if (booked.some((other) => blockedWindows.some((window) => overlaps(addBuffer(other), window))))
    return 'taken'
  return windows.every((window) => isStillOffered(window, { ...availability, held: [] })) ? null : 'closed'
}

/**
 * Until when (epoch ms) one of these windows or its buffer is held for a family; null if none is.
 * @see docs/rules/bookings.md#holding
 */
export function findHeldUntilMs(
  windows: readonly Booked[],
  { held }: { held: readonly (Booked & { untilMs: number })[] },
): number | null {
  const blockedWindows = windows.map(addBuffer)
  const holds = held.filter((hold) => blockedWindows.some((window) => overlaps(addBuffer(hold), window)))
  return holds.length > 0 ? Math.max(...holds.map(({ untilMs }) => untilMs)) : null
}

/** Whether the window is made of free slots, or lies within the caregiver's hours and outside of time off. */
function isStillOffered(window: Interval, availability: Availability): boolean {
  const range = { fromMs: window.startMs, toMs: window.endMs }
  if (coverBySlots(window, listFreeSlots({ ...availability, ...range, noticeMs: 0, minimumVisitMs: 0 })))
    return true
  return isWithinHours(window, availability) && !availability.timeOff.some((off) => overlaps(off, window))
}

/**
 * Whether the window lies within the caregiver's hours; hours that touch at midnight count as one. The dates
 * around it are read too, because two dates overlap where clocks go back over midnight.
 */
function isWithinHours(window: Interval, { calendar }: Availability): boolean {
  const openings: Interval[] = []
  const lastDate = addDays(toLocalDate(window.endMs, calendar.zone), 1)
  let date = addDays(toLocalDate(window.startMs, calendar.zone), -1)
  for (; date <= lastDate; date = addDays(date, 1)) {
    for (const hours of getWindowsOn(date, calendar)) {
      openings.push(toOpeningInterval(date, hours, calendar.zone))
    }
  }
  return mergeAdjacent(openings).some(
    (opening) => opening.startMs <= window.startMs && window.endMs <= opening.endMs,
  )
}

function overlaps(one: Interval, other: Interval): boolean {
  return one.startMs < other.endMs && other.startMs < one.endMs
}
