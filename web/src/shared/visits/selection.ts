import { coverBySlots } from '@tendwell/contract/availability/slot-cover'
import { type LocalWindow, toPossibleIntervals } from '@tendwell/contract/availability/windows'
import type { RequestBody } from '@tendwell/contract/bookings/bookings'
import { feeCents, priceCents } from '@tendwell/contract/money'
import { type Interval, MINUTE_MS, toLocalDateTime, type Zone } from '@tendwell/contract/time'
import { toUtcTimes } from '../../lib/format/instants.ts'

/** The chosen slots, sorted by start, no two overlapping. */
export type Selection = readonly Interval[]

/** Adjacent chosen slots, shown and sent as one window in the viewer's wall time. */
export interface ChosenWindow extends LocalWindow, Interval {
  slots: Interval[]
  minutes: number
}

export function isChosen(selection: Selection, slot: Interval): boolean {
  return selection.some(({ startMs, endMs }) => startMs === slot.startMs && endMs === slot.endMs)
}

/** Adds slots and removes chosen ones that they overlap, such as slots of another length. */
export function addSlots(selection: Selection, slots: readonly Interval[]): Selection {
  const kept = selection.filter((chosen) => !slots.some((slot) => overlap(chosen, slot)))
  return [...kept, ...slots].sort((a, b) => a.startMs - b.startMs)
}

export function removeSlots(selection: Selection, slots: readonly Interval[]): Selection {
  return selection.filter((chosen) => !isChosen(slots, chosen))
}

/** Splits chosen hours that these slots make up into them. @param slots by start, without overlaps */
export function splitBySlots(selection: Selection, slots: readonly Interval[]): Selection {
  return selection.flatMap((hours) => coverBySlots(hours, slots) ?? [hours])
}

/**
 * Joins adjacent slots into windows that a date and two times can express, which is at most a day. Slots that
 * another family took stay apart from free ones.
 */
export function toWindows(selection: Selection, zone: Zone, taken: Selection = []): ChosenWindow[] {
  const groups: Interval[][] = []
  for (const slot of selection) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    const joins =
      last?.endMs === slot.startMs &&
      isChosen(taken, last) === isChosen(taken, slot) &&
      isExpressible([...(group ?? []), slot], zone)
    if (joins) group?.push(slot)
    else groups.push([slot])
  }
  return groups.map((slots) => toWindow(slots, zone))
}

/** Whether the window's wall time can be read as exactly these hours, on days when the clocks change too. */
function isExpressible(slots: Interval[], zone: Zone): boolean {
  const window = toWindow(slots, zone)
  const readings = toPossibleIntervals(window, zone)
  return readings.some(({ startMs, endMs }) => startMs === window.startMs && endMs === window.endMs)
}

/** How many minutes of visits begin on each date, earliest date first. A night is a visit of its first date. */
export function minutesByDate(selection: Selection, zone: Zone): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const { date, minutes } of toWindows(selection, zone)) {
    sums.set(date, (sums.get(date) ?? 0) + minutes)
  }
  return sums
}

export function totalMinutes(selection: Selection): number {
  return selection.reduce((sum, { startMs, endMs }) => sum + (endMs - startMs) / MINUTE_MS, 0)
}

export interface Rates {
  /** Of an hour. */
  rateCents: number
  serviceFeeBps: number
}

/** The price, calculated as the server does. @see docs/rules/bookings.md#price */
export function calculatePrice(selection: Selection, { rateCents, serviceFeeBps }: Rates) {
  const amountCents = priceCents({ minutes: Math.round(totalMinutes(selection)), rateCents })
  const serviceFeeCents = feeCents({ amountCents, basisPoints: serviceFeeBps })
  return { amountCents, serviceFeeCents, totalCents: amountCents + serviceFeeCents }
}

export function toRequestBody(caregiverId: number, timezone: Zone, selection: Selection): RequestBody {
  const windows = toWindows(selection, timezone).map(({ date, start, end, ...interval }) => {
    // The instants tell apart two hours with the same wall time, when the clocks go back.
    return { date, start, end, ...toUtcTimes(interval) }
  })
  return { caregiver_id: caregiverId, timezone, windows }
}

function toWindow(slots: Interval[], zone: Zone): ChosenWindow {
  const startMs = slots[0]?.startMs ?? 0
  const endMs = slots.at(-1)?.endMs ?? 0
  const { date, time } = toLocalDateTime(startMs, zone)
  const end = toLocalDateTime(endMs, zone).time
  return { date, start: time, end, startMs, endMs, slots, minutes: totalMinutes(slots) }
}

export function overlap(one: Interval, other: Interval): boolean {
  return one.startMs < other.endMs && other.startMs < one.endMs
}
