import type { RejectionCause } from '@tendwell/contract/bookings'
import { coverBySlots } from '@tendwell/contract/slot-cover'
import {
  type Availability,
  addBuffer,
  type Booked,
  getWindowsOn,
  listFreeSlots,
} from '@tendwell/contract/slots'
import { addDays, type Interval, toLocalDate } from '@tendwell/contract/time'
import { mergeAdjacent, toOpeningInterval } from '@tendwell/contract/windows'

/**
 * What has come between hours that were free when they were asked for and their booking: they have begun, a live
 * booking takes them or the rest after them, or the caregiver has closed them or is off.
 */
export type Obstacle = 'begun' | 'taken' | 'closed'

/** Why a request that met it is closed. */
export const CAUSE_OF_OBSTACLE = {
  begun: 'expired',
  taken: 'conflict',
  closed: 'unavailable',
} as const satisfies Record<Obstacle, RejectionCause>

/**
 * The first obstacle to hours (epoch ms) that were once made of offered slots; null while they can be booked. They need
 * not be offered any more: a caregiver may cut her hours anew, into longer slots say, without losing those who have
 * asked already. It is enough that she still works then, and that no booking is in the way of them or of their rest.
 * @param availability reaches a day beyond the hours
 */
export function obstacleTo(windows: readonly Booked[], availability: Availability): Obstacle | null {
  const { booked, nowMs } = availability
  if (windows.some(({ startMs }) => startMs <= nowMs)) return 'begun'
  const kept = windows.map(addBuffer)
  if (booked.some((taken) => kept.some((window) => meet(addBuffer(taken), window)))) return 'taken'
  return windows.every((window) => isOpen(window, availability)) ? null : 'closed'
}

function isOpen(window: Interval, availability: Availability): boolean {
  const range = { fromMs: window.startMs, toMs: window.endMs }
  if (coverBySlots(window, listFreeSlots({ ...availability, ...range }))) return true
  return works(window, availability) && !availability.timeOff.some((off) => meet(off, window))
}

/** Whether her hours hold the window; those of the day before and after count too, for hours over midnight. */
function works(window: Interval, { calendar }: Availability): boolean {
  const openings: Interval[] = []
  const last = addDays(toLocalDate(window.endMs, calendar.zone), 1)
  let date = addDays(toLocalDate(window.startMs, calendar.zone), -1)
  for (; date <= last; date = addDays(date, 1)) {
    for (const hours of getWindowsOn(date, calendar))
      openings.push(toOpeningInterval(date, hours, calendar.zone))
  }
  const isWithin = (open: Interval) => open.startMs <= window.startMs && window.endMs <= open.endMs
  return mergeAdjacent(openings).some(isWithin)
}

function meet(one: Interval, other: Interval): boolean {
  return one.startMs < other.endMs && other.startMs < one.endMs
}
