import type { RejectionCause } from '@tendwell/contract/bookings'
import { type Availability, coverBySlots, freeSlots, hoursOn } from '@tendwell/contract/slots'
import { addDays, dateAt, type Interval, MINUTE_MS } from '@tendwell/contract/time'
import { intervalOfHours, mergeAdjacent } from '@tendwell/contract/windows'

/**
 * What has come between hours that were free when they were asked for and their booking: they have begun, a live
 * booking takes them or reaches into their buffer, or the caregiver has closed them or is off.
 */
export type Obstacle = 'begun' | 'taken' | 'closed'

/** Why a request that met it is closed. */
export const CAUSE_OF_OBSTACLE = {
  begun: 'expired',
  taken: 'conflict',
  closed: 'unavailable',
} as const satisfies Record<Obstacle, RejectionCause>

/** A caregiver's opening in real time, and the buffer that its slots keep from bookings, in ms. */
type Opening = Interval & { bufferMs: number }

/**
 * The first obstacle to hours (epoch ms) that were once made of offered slots; null while they can be booked. What is
 * offered now always can. Beyond that a caregiver may cut her hours anew, into longer slots say, without losing those
 * who have asked already: it is enough that she still works then and that no booking is nearer than her buffer.
 * @param availability reaches a day and a buffer beyond the hours
 */
export function obstacleTo(windows: readonly Interval[], availability: Availability): Obstacle | null {
  if (windows.some(({ startMs }) => startMs <= availability.nowMs)) return 'begun'
  const unoffered = windows.filter((window) => !isOffered(window, availability))
  const openings = unoffered.map((window) => openingsAround(window, availability))
  if (unoffered.some((window, index) => isTaken(window, openings[index] ?? [], availability.booked))) {
    return 'taken'
  }
  const isOpen = (window: Interval, index: number) =>
    covers(openings[index] ?? [], window) && !availability.timeOff.some((off) => meet(off, window))
  return unoffered.every(isOpen) ? null : 'closed'
}

function isOffered(window: Interval, availability: Availability): boolean {
  const range = { fromMs: window.startMs, toMs: window.endMs }
  return coverBySlots(window, freeSlots({ ...availability, ...range })) !== null
}

/** The openings that touch a window; those of the day before and after too, for hours over midnight. */
function openingsAround(window: Interval, { calendar }: Availability): Opening[] {
  const openings: Opening[] = []
  const last = addDays(dateAt(window.endMs, calendar.zone), 1)
  let date = addDays(dateAt(window.startMs, calendar.zone), -1)
  for (; date <= last; date = addDays(date, 1)) {
    for (const hours of hoursOn(date, calendar)) {
      const interval = intervalOfHours(date, hours, calendar.zone)
      if (meet(interval, window)) openings.push({ ...interval, bufferMs: hours.bufferMinutes * MINUTE_MS })
    }
  }
  return openings
}

/** Each part of a window keeps the buffer of the opening that it lies in, as its slots do. */
function isTaken(window: Interval, openings: readonly Opening[], booked: readonly Interval[]): boolean {
  const kept = openings.map(({ startMs, endMs, bufferMs }) => ({
    startMs: Math.max(startMs, window.startMs) - bufferMs,
    endMs: Math.min(endMs, window.endMs) + bufferMs,
  }))
  return [window, ...kept].some((part) => booked.some((taken) => meet(taken, part)))
}

function covers(openings: readonly Interval[], { startMs, endMs }: Interval): boolean {
  return mergeAdjacent(openings).some((open) => open.startMs <= startMs && endMs <= open.endMs)
}

function meet(one: Interval, other: Interval): boolean {
  return one.startMs < other.endMs && other.startMs < one.endMs
}
